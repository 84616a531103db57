/** @module-tag nightly */
import { beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../server/src/platform/db/open-database.ts'
import { assistantOf, describeJourneys, expectAccessible, MEMBER, shoot } from './browser.ts'
import { post } from './server-process.ts'

const BYPASS = {
  prompt_processor: 'simple_augment',
  connector: 'bypass',
  llm: 'simple-bypass',
  rag_processor: 'no_rag',
}
const PHONE = { width: 390, height: 844, theme: 'dark' } as const

describeJourneys('tests that run automatically', (journey) => {
  let assistant: number
  const tests = () => `/assistants/${assistant}/tests`
  beforeAll(async () => {
    // Its offline connector answers with the prompt.
    assistant = (await journey.call('POST', '/assistants', assistantOf('Biology tutor', 'classic'))).id
    const checks = [{ kind: 'not_contains', text: 'strictly' }]
    const messages = [{ role: 'user', content: 'What absorbs light?' }]
    await journey.call('POST', tests(), { messages, checks })
  })

  /** The time of the next run has come. */
  async function runNow(): Promise<void> {
    const database = await openDatabase({ dataDir: journey.dataDir })
    await database.db.updateTable('test_schedules').set({ next_at: 1 }).execute()
    await database.close()
    const next = async () => (await journey.call('GET', `${tests()}/schedule`)).next_at
    await expect.poll(next, { timeout: 90_000 }).toBeGreaterThan(1)
  }

  it('are planned, and show which tests started to fail', async () => {
    const { page, faults } = await journey.openSignedIn(tests())
    await page.getByLabel('Run tests automatically').selectOption('weekly')
    await page.getByTestId('next-run').waitFor()
    await page.getByLabel('Day').selectOption({ label: 'Friday' })
    await page.getByLabel('Time', { exact: true }).fill('07:30')
    await page.getByLabel('Time', { exact: true }).blur()
    const saved = () => journey.call('GET', `${tests()}/schedule`)
    await expect.poll(async () => (await saved()).time).toBe('07:30')
    expect(await saved()).toMatchObject({ every: 'weekly', weekday: 5 })
    await shoot(page, 'test-schedule-1440-light')
    await expectAccessible(page)

    await runNow()
    await journey.call('PUT', `/assistants/${assistant}`, { prompt_template: '{user_input} strictly' })
    await runNow()
    await page.goto(`${journey.server.url}/assistants`)
    await page.getByTestId('failing-tests').getByText('1 test now fails').waitFor()
    await shoot(page, 'test-schedule-list-1440-light')
    await expectAccessible(page)
    await page.goto(`${journey.server.url}/assistants/${assistant}`)
    await page.getByTestId('failing-tests').click()
    const notice = page.getByTestId('failing-notice')
    await notice.getByText('1 test passed before and fails now').waitFor()
    await notice.getByText('What absorbs light?').waitFor()
    await notice.getByText('The assistant changed from version 1 to version 2.').waitFor()
    await page.getByTestId('test-result').getByText('Failed', { exact: true }).waitFor()
    await shoot(page, 'test-schedule-notice-1440-light')
    await expectAccessible(page)
    // Seen: it does not come back.
    await expect.poll(async () => (await saved()).notice).toBeNull()
    expect(faults).toEqual([])
  })

  it('of a colleague can be taken over, so that they run with the rights of another account', async () => {
    await journey.call('POST', '/creator/admin/org-admin/users', MEMBER)
    const { body: signedIn } = await post(`${journey.server.url}/creator/login`, MEMBER)
    const callAsMember = async (method: string, path: string, body: object) => {
      const answer = await fetch(journey.server.url + path, {
        method,
        headers: { authorization: `Bearer ${signedIn.data.token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect(answer.status).toBeLessThan(300)
      return (await answer.json()) as { id: number }
    }
    const { id } = await callAsMember('POST', '/assistants', assistantOf('Chemistry tutor', 'classic'))
    const path = `/assistants/${id}/tests`
    await callAsMember('POST', path, { messages: [{ role: 'user', content: 'What is salt?' }], checks: [] })
    const schedule = { every: 'daily', time: '06:00', time_zone: 'UTC', weekday: null }
    await callAsMember('PUT', `${path}/schedule`, schedule)
    const saved = () => journey.call('GET', `${path}/schedule`)
    expect(await saved()).toMatchObject({ is_owner: false })

    const { page, faults } = await journey.openSignedIn(path)
    // Another time does not change whose rights they have.
    await page.getByLabel('Time', { exact: true }).fill('07:15')
    await page.getByLabel('Time', { exact: true }).blur()
    await expect.poll(async () => (await saved()).time).toBe('07:15')
    expect(await saved()).toMatchObject({ is_owner: false })
    const takeOver = page.getByTestId('take-over-schedule')
    await takeOver.waitFor()
    await shoot(page, 'test-schedule-colleague-1440-light')
    await expectAccessible(page)
    await takeOver.click()
    await takeOver.waitFor({ state: 'detached' })
    expect(await saved()).toMatchObject({ is_owner: true, time: '07:15' })
    expect(faults).toEqual([])
  })

  it('fit on a phone, and can be turned off', async () => {
    const { page, faults } = await journey.openSignedIn(tests(), PHONE)
    await page.getByTestId('next-run').waitFor()
    expect(await page.getByTestId('failing-notice').count()).toBe(0)
    await shoot(page, 'test-schedule-390-dark')
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await page.getByLabel('Run tests automatically').selectOption('off')
    await page.getByTestId('next-run').waitFor({ state: 'detached' })
    expect((await journey.call('GET', `${tests()}/schedule`)).every).toBe('off')
    expect(faults).toEqual([])
  })
})

describeJourneys('results of tests', (journey) => {
  let assistant: number
  const tests = () => `/assistants/${assistant}/tests`
  beforeAll(async () => {
    assistant = (await journey.call('POST', '/assistants', assistantOf('Biology tutor', 'classic'))).id
    const checks = [{ kind: 'not_contains', text: 'strictly' }]
    await journey.call('POST', tests(), { messages: [{ role: 'user', content: 'What is light?' }], checks })
  })
  async function runAll(): Promise<void> {
    const { id } = await journey.call('POST', `${tests()}/runs`, {})
    const state = async () => (await journey.call('GET', `${tests()}/runs/${id}`)).status
    await expect.poll(state).toBe('completed')
  }
  const change = (prompt_template: string) =>
    journey.call('PUT', `/assistants/${assistant}`, { prompt_template })

  it('are compared word by word with any earlier run, answers and prompts', async () => {
    await runAll()
    await change('{user_input} kindly')
    await runAll()
    await change('{user_input} strictly')
    await runAll()
    const { page, faults } = await journey.openSignedIn(tests())
    const result = page.getByTestId('test-result')
    await result.locator('del', { hasText: 'kindly' }).waitFor()
    await result.locator('ins', { hasText: 'strictly' }).waitFor()
    await result.getByTestId('prompt-state').getByText('The prompt changed').waitFor()
    await page.getByRole('button', { name: 'Compare prompts', exact: true }).click()
    const prompts = page.getByTestId('prompts')
    await prompts.locator('del', { hasText: 'kindly' }).waitFor()
    await prompts.locator('ins', { hasText: 'strictly' }).waitFor()
    await shoot(page, 'test-compare-1440-light')
    await expectAccessible(page)
    // The first run had neither word.
    await page.getByLabel('Compare with').selectOption({ index: 2 })
    await expect.poll(() => result.locator('del').count()).toBe(0)
    await expect.poll(() => result.locator('ins', { hasText: 'strictly' }).count()).toBeGreaterThan(0)
    expect(faults).toEqual([])
  })

  it('fit on a phone', async () => {
    const { page } = await journey.openSignedIn(tests(), PHONE)
    await page.getByRole('button', { name: 'Compare prompts', exact: true }).click()
    await page.getByTestId('prompts').locator('ins').waitFor()
    await shoot(page, 'test-compare-390-dark')
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
  })

  it('are shown beside the chat that helps to build, for a form that is not saved', async () => {
    const { page, faults } = await journey.openSignedIn(`/assistants/${assistant}`)
    await page.getByRole('tab', { name: 'Build with me', exact: true }).click()
    await page.getByTestId('build-run-tests').click()
    const card = page.getByTestId('build-tests')
    await card.getByText('0 passed, 1 failed').waitFor()
    await card.getByText('What is light?').waitFor()
    await shoot(page, 'build-tests-1440-light')
    await expectAccessible(page)
    await page.getByTestId('template').fill('{user_input} please')
    await page.getByTestId('build-run-tests').click()
    await card.getByText('1 passed, 0 failed').waitFor()
    // Nothing was saved.
    expect((await journey.call('GET', `/assistants/${assistant}`)).version).toBe(3)
    expect(faults).toEqual([])
  })

  it('are marked if they are of a draft, or of the cheaper model of a budget', async () => {
    const draft = { system_prompt: 'Be kind.', prompt_template: '{user_input}', metadata: BYPASS }
    const { id } = await journey.call('POST', `${tests()}/runs`, { draft })
    await expect
      .poll(async () => (await journey.call('GET', `${tests()}/runs/${id}`)).status)
      .toBe('completed')
    const { page, faults } = await journey.openSignedIn(tests())
    const results = page.locator('#content')
    await results.getByText('Draft', { exact: true }).first().waitFor()
    await results.getByText('Tested unsaved settings. Doesn’t count toward publishing.').waitFor()
    expect(await results.getByText('Cheaper model', { exact: true }).count()).toBe(0)
    await shoot(page, 'test-draft-1440-light')
    await expectAccessible(page)
    const database = await openDatabase({ dataDir: journey.dataDir })
    await database.db.updateTable('test_runs').set({ degraded: 1 }).where('id', '=', id).execute()
    await database.close()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.reload()
    await results.getByText('Cheaper model', { exact: true }).first().waitFor()
    await shoot(page, 'test-degraded-390-light')
    await expectAccessible(page)
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect(faults).toEqual([])
  })
})
