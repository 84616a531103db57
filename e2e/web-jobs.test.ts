/** @module-tag nightly */
import type { JobList } from '@bellwether/wire'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMIN, describeJourneys, expectAccessible, type Journey, shoot } from './browser.ts'
import { expectFits, expectNoSidewaysScroll, follow, openLong } from './looks.ts'
import { until } from './server-process.ts'

const rows = (page: Page) => page.getByTestId('job-row')
const counted = { waiting: 0, running: 0, failed: 0, completed: 0, cancelled: 0 }

async function addFiles(journey: Journey): Promise<void> {
  const { id } = await journey.call('POST', '/knowledge-bases', { name: 'Modern history', description: '' })
  const form = new FormData()
  form.append('files', new File(['The price of bread lit a fire.'], 'unit-3.txt'))
  form.append('files', new File(['%PDF-1.4 nothing'], 'broken.pdf', { type: 'application/pdf' }))
  const answer = await fetch(`${journey.server.url}/knowledge-bases/${id}/files`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await journey.token()}` },
    body: form,
  })
  expect(answer.status).toBe(201)
  await until(async () => {
    const { counts } = await journey.call<JobList>('GET', '/jobs')
    return (counts.completed === 1 && counts.failed === 1) || undefined
  })
}

const jobOf = (id: number, over: Partial<JobList['jobs'][number]>): JobList['jobs'][number] => ({
  file_id: String(id),
  document: `document-${id}.pdf`,
  knowledge_base: { id: '1', name: 'Modern history' },
  organization: 'faculty-of-arts',
  owner_email: 'a-teacher-with-a-long-name@department.university.example.edu',
  status: 'completed',
  stage: 'done',
  progress: { current: 0, total: 0 },
  error_code: null,
  error_message: null,
  attempts: 1,
  created_at: 1_790_000_000,
  updated_at: 1_790_000_300,
  ...over,
})
const EVERY_KIND: JobList = {
  counts: { waiting: 1, running: 2, failed: 1, completed: 1240, cancelled: 1 },
  jobs: [
    jobOf(6, { status: 'waiting', stage: 'waiting' }),
    jobOf(5, { status: 'running', stage: 'read', progress: { current: 75, total: 300 } }),
    jobOf(4, { status: 'running', stage: 'fetch' }),
    jobOf(3, {
      document: 'a_very_long_name_without_any_blank_in_it_that_somebody_scanned_in_2019_final_v7.pdf',
      status: 'failed',
      stage: 'read',
      error_code: 'took_too_long',
      error_message: 'Reading took longer than 10 minutes and was stopped',
      attempts: 3,
    }),
    jobOf(2, { status: 'cancelled', stage: 'cancelled' }),
    jobOf(1, {}),
  ],
}

describeJourneys('jobs page', (journey) => {
  it('shows an empty state, then finished and failed documents', async () => {
    const { page, faults } = await journey.openSignedIn('/admin')
    await page.getByRole('tab', { name: 'Jobs' }).click()
    await page.waitForURL('**/admin?tab=jobs')
    if ((await journey.call<JobList>('GET', '/jobs')).jobs.length === 0) {
      await page.getByRole('heading', { name: 'No jobs yet' }).waitFor()
      await expectAccessible(page)
      await addFiles(journey)
    }
    await page.reload()
    const broken = rows(page).filter({ hasText: 'broken.pdf' })
    await broken.getByText('Failed').waitFor()
    await broken.getByText('corrupt', { exact: true }).waitFor()
    await broken.getByText(ADMIN.email).waitFor()
    expect(await rows(page).count()).toBe(2)
    await page.getByRole('radio', { name: /Failed/ }).check({ force: true })
    await page.waitForURL('**/admin?tab=jobs&status=failed')
    await expect.poll(() => rows(page).count(), { timeout: 90_000 }).toBe(1)
    await expectAccessible(page)
    await page.getByRole('radio', { name: /Running/ }).check({ force: true })
    await page.getByRole('heading', { name: 'No running jobs' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('radio', { name: /All/ }).check({ force: true })
    await broken.getByRole('link', { name: 'Modern history' }).click()
    await page.waitForURL(/\/knowledge\/\d+$/)
    expect(faults).toEqual([])
  })

  it('refreshes while a job is running, then stops', async () => {
    const { page, faults } = await journey.openSignedIn('/account')
    let asked = 0
    await page.route(/\/jobs\?/, (route) => {
      asked++
      const isDone = asked > 2
      return route.fulfill({
        json: {
          counts: isDone ? { ...counted, completed: 1 } : { ...counted, running: 1 },
          jobs: [
            jobOf(
              1,
              isDone ? {} : { status: 'running', stage: 'read', progress: { current: asked, total: 4 } },
            ),
          ],
        },
      })
    })
    await page.goto('/admin?tab=jobs')
    await rows(page).getByText('Reading: 1 of 4').waitFor()
    expect(await rows(page).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25')
    await rows(page).getByText('Reading: 2 of 4').waitFor()
    await rows(page).getByText('Done').waitFor()
    expect(asked).toBe(3)
    expect(faults).toEqual([])
  }, 60_000)

  it('shows an error and retries when the request fails', async () => {
    const { page, faults } = await journey.openSignedIn('/account')
    let isBroken = true
    await page.route(/\/jobs\?/, (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { detail: 'The database is away' } })
        : route.fulfill({ json: EVERY_KIND }),
    )
    await page.goto('/admin?tab=jobs')
    await page.getByRole('alert').waitFor()
    await expectAccessible(page)
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await rows(page).first().waitFor()
    expect(faults).toEqual([])
  })

  it('fits every width in both themes', async () => {
    const { page, faults } = await journey.openSignedIn('/account')
    await page.route(/\/jobs\?/, (route) => route.fulfill({ json: EVERY_KIND }))
    await page.goto('/admin?tab=jobs')
    await rows(page).last().waitFor()
    await expectFits(page, 'jobs')
    expect(faults).toEqual([])
  })

  it('has room for longer texts within 360 px', { tags: ['nightly'] }, async () => {
    const { page, faults } = await openLong(journey)
    await page.route(/\/jobs\?/, (route) => route.fulfill({ json: EVERY_KIND }))
    await follow(page, '/admin?tab=jobs')
    await rows(page).last().waitFor()
    await shoot(page, 'jobs-360-long')
    await expectNoSidewaysScroll(page, 'jobs')
    await expectAccessible(page)
    expect(faults).toEqual([])
  })
})
