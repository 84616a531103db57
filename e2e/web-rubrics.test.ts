import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { ADMIN, describeJourneys, expectAccessible, shoot } from './browser.ts'
import { expectFits, expectNoSidewaysScroll, follow, hasNoSidewaysScroll, openLong } from './looks.ts'

const ESSAY = 'The French Revolution began because bread was expensive. I read Lefebvre on this.'
const criterion = (name: string, weight: number) => ({
  name,
  description: `How ${name.toLowerCase()} is handled`,
  weight,
  levels: [
    { label: 'Excellent', score: 3, description: `${name} is argued and shown from several sides.` },
    { label: 'Good', score: 2, description: `${name} is there, with one source.` },
    { label: 'Beginning', score: 1, description: `${name} is only named.` },
  ],
})
const RUBRIC = {
  title: 'Historical argument',
  description: 'First-year essays',
  criteria: [criterion('Thesis', 60), criterion('Sources', 40)],
  scoringType: 'points',
  maxScore: 10,
}
const DRAFT = {
  ...RUBRIC,
  title: 'Lab report',
  rubricId: 'lab-report-draft',
  metadata: { createdAt: 'now', modifiedAt: 'now' },
  criteria: ['Method', 'Result'].map((name, order) => ({
    ...criterion(name, 50),
    id: `c${order}`,
    order,
    levels: criterion(name, 50).levels.map((level, place) => ({ ...level, id: `l${place}`, order: place })),
  })),
}
const JUDGED = {
  criteria: [
    {
      criterion: 1,
      level: 'Good',
      evidence: ['because bread was expensive', 'not in it'],
      justification: 'One cause.',
    },
    { criterion: 2, level: 'Excellent', evidence: ['I read Lefebvre'], justification: 'Named.' },
  ],
  feedback: 'Look for a second cause.',
}
const names = (page: Page) =>
  page
    .getByLabel(/^Name of criterion/)
    .evaluateAll((all) => all.map((one) => (one as unknown as { value: string }).value))

const upstream = await startFakeUpstream()
afterAll(() => upstream.stop())

describeJourneys(
  'rubrics',
  (journey) => {
    let id = ''
    beforeAll(async () => {
      id = (await journey.call('POST', '/creator/rubrics', RUBRIC)).rubric.rubric_id
    })

    it('list their shortcuts in the keyboard help', { tags: ['nightly'] }, async () => {
      const { page, faults } = await journey.openSignedIn('/rubrics/new')
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('#content').focus()
      await page.keyboard.press('?')
      const list = page.getByTestId('shortcuts')
      for (const label of ['Save', 'Undo', 'Redo', 'Move the focused criterion up or down'])
        await list.getByText(label, { exact: true }).waitFor()
      await expectAccessible(page)
      await shoot(page, 'rubric-shortcuts-1440-light')
      expect(faults).toEqual([])
    })

    it('are edited as a table, by mouse and keyboard', async () => {
      const { page, faults } = await journey.openSignedIn('/rubrics')
      await page.getByRole('button', { name: 'New rubric' }).click()
      await page.getByRole('menuitem', { name: 'Blank rubric' }).click()
      await page.waitForURL('**/rubrics/new')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').getByText('Enter a title.').first().waitFor()
      await expectAccessible(page)
      await page.getByLabel('Title').fill('Essay')
      for (const cell of await page.getByLabel(/^(Content|Structure), /).all()) await cell.fill('Shown well')
      await page.getByText('The weights add up to 100 %.').waitFor()
      await page.getByRole('button', { name: 'Add a criterion' }).click()
      await page.getByText('“Criterion 3” has a weight of 0 %').waitFor()
      expect(await page.getByText('The weights add up to 100 %.').count()).toBe(0)
      await page.getByLabel('Name of criterion 3').fill('Sources')
      await page.getByText('“Sources” has a weight of 0 %').waitFor()
      await shoot(page, 'rubric-weightless-1440')
      await page.getByLabel('Weight of Sources in percent').fill('20')
      await page.getByText('off by +20 %').waitFor()
      await page.getByRole('button', { name: 'Distribute evenly' }).click()
      await page.getByText('The weights add up to 100 %.').waitFor()
      await page.getByLabel('Name of criterion 3').press('Alt+ArrowUp')
      expect(await names(page)).toEqual(['Content', 'Sources', 'Structure'])
      expect(await page.evaluate('document.activeElement.value')).toBe('Sources')
      await page.getByRole('button', { name: 'More options for level Beginning' }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      expect(await page.getByLabel(/^Name of level/).count()).toBe(3)
      await page.keyboard.press('Control+z')
      await expect.poll(() => page.getByLabel(/^Name of level/).count()).toBe(4)
      await page.keyboard.press('Control+Shift+z')
      await expect.poll(() => page.getByLabel(/^Name of level/).count()).toBe(3)
      for (const cell of await page.getByLabel(/^Sources, /).all()) await cell.fill('Three or more')
      await page.keyboard.press('Control+s')
      await page.getByText('Rubric saved').waitFor()
      await page.waitForURL(/\/rubrics\/[0-9a-f-]{36}$/)
      await page.reload()
      await page.getByRole('heading', { name: 'Essay', level: 1 }).waitFor()
      expect(await names(page)).toEqual(['Content', 'Sources', 'Structure'])
      expect(faults).toEqual([])
    })

    it('are reordered by dragging', { tags: ['nightly'] }, async () => {
      const { page } = await journey.openSignedIn(`/rubrics/${id}`)
      const rows = page.getByTestId('criterion')
      await rows.nth(1).locator('[draggable=true]').dragTo(rows.nth(0))
      await expect.poll(() => names(page)).toEqual(['Sources', 'Thesis'])
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect.poll(() => names(page)).toEqual(['Thesis', 'Sources'])
    })

    it('fit every screen width in both themes', async () => {
      const { page, faults } = await journey.openSignedIn(`/rubrics/${id}`)
      await page.getByTestId('weights').waitFor()
      await expectFits(page, 'rubric')
      await page.getByRole('tab', { name: 'Markdown' }).click()
      await page.getByTestId('markdown').getByText('# Historical argument').waitFor()
      await expectAccessible(page)
      expect(faults).toEqual([])
    })

    it('are drafted and edited with AI after a review', async () => {
      upstream.answer(says(JSON.stringify({ rubric: DRAFT, explanation: 'Two criteria for a lab.' })))
      const { page, faults } = await journey.openSignedIn('/rubrics/new?draft=model')
      await page.getByLabel('Your request').fill('A lab report')
      await page.getByRole('button', { name: 'Generate' }).click()
      await page.getByRole('dialog').getByRole('heading', { name: 'Lab report' }).waitFor()
      await shoot(page, 'rubric-draft-1440-light')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Use this rubric' }).click()
      expect(await names(page)).toEqual(['Method', 'Result'])
      upstream.answer((response) => {
        response.writeHead(401, { 'content-type': 'application/json' })
        response.end(JSON.stringify({ error: { message: 'Incorrect API key' } }))
      })
      await page.goto(`/rubrics/${id}`)
      await page.getByRole('button', { name: 'Edit with AI' }).click()
      await page.getByLabel('Your request').fill('Shorter')
      await page.getByRole('button', { name: 'Generate' }).click()
      const words = await page.getByRole('dialog').getByRole('alert').innerText()
      expect(words.length).toBeGreaterThan(20)
      expect(faults).toEqual([])
    })

    it('grade an essay with evidence from the text', async () => {
      upstream.answer(says(JSON.stringify(JUDGED)))
      const { page, faults } = await journey.openSignedIn(`/rubrics/${id}?tab=try`)
      await page.getByLabel('Text to assess').fill(ESSAY)
      await page.getByRole('button', { name: 'Assess' }).click()
      const result = page.getByTestId('evaluation')
      await result.getByText('8 / 10').waitFor()
      await result.getByText('1 quote wasn’t found in the text and was left out').waitFor()
      expect(await result.locator('mark').allInnerTexts()).toEqual([
        'because bread was expensive1',
        'I read Lefebvre2',
      ])
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 1100 })
        await shoot(page, `rubric-try-${width}-light`)
        expect(await page.evaluate(hasNoSidewaysScroll)).toBe(true)
        await expectAccessible(page)
      }
      // After editing the rubric, the same essay is still there; errors that prevent saving are shown beside their
      // fields.
      await page.getByRole('tab', { name: 'Rubric' }).click()
      await page.getByLabel('Title').fill('')
      await page.getByRole('tab', { name: 'Try it' }).click()
      expect(await page.getByLabel('Text to assess').inputValue()).toBe(ESSAY)
      await result.getByText('8 / 10').waitFor()
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByRole('alert').getByText('Enter a title.').first().waitFor()
      expect(faults).toEqual([])
    })

    it('are duplicated, shared, recommended, exported, imported and deleted', async () => {
      const { page, faults } = await journey.openSignedIn('/rubrics?search=Historical')
      const row = page.getByTestId('rubric-row').filter({ hasText: 'Historical argument' })
      const choose = async (item: string) => {
        await row
          .first()
          .getByRole('button', { name: /^More options for/ })
          .click()
        await page.getByRole('menuitem', { name: item, exact: true }).click()
      }
      await row.waitFor()
      await choose('Share with my organization')
      await row.getByText('Shared').waitFor()
      await choose('Recommend')
      await row.getByText('Recommended').waitFor()
      // Moves the focus away from the button, whose tooltip is visible while it has focus.
      await page.getByRole('heading', { level: 1 }).click()
      await shoot(page, 'rubrics-list-1440-light')
      await expectAccessible(page)
      const saved = page.waitForEvent('download')
      await choose('Export as JSON')
      const file = await saved
      expect(file.suggestedFilename()).toMatch(/\.json$/)
      await page.getByRole('tab', { name: 'Recommended' }).click()
      await row.waitFor()
      await page.getByRole('tab', { name: 'Mine' }).click()
      await choose('Duplicate')
      await expect.poll(() => row.count()).toBe(2)
      // As written by another program: both criteria have the same id.
      const exported = JSON.parse(await readFile(await file.path(), 'utf8'))
      for (const one of (exported.rubric ?? exported).criteria) one.id = 'same'
      const buffer = Buffer.from(JSON.stringify(exported))
      await page.getByRole('button', { name: 'New rubric' }).click()
      await page.getByRole('menuitem', { name: 'Import' }).click()
      await page
        .getByTestId('rubric-file')
        .setInputFiles({ name: 'same.json', mimeType: 'application/json', buffer })
      await page.getByTestId('rubric-preview').waitFor()
      await page.getByTestId('import-rubric').click()
      await page.waitForURL(/\/rubrics\/[0-9a-f-]{36}$/)
      await expect.poll(() => names(page)).toEqual(['Thesis', 'Sources'])
      await page.getByRole('button', { name: 'More options for Historical argument' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByText('“Historical argument” was deleted').waitFor()
      // A link clears the search, and a pending search does not navigate back.
      await page.goto('/rubrics?search=zebra')
      const search = page.getByRole('textbox', { name: 'Search rubrics' })
      const toPage = (name: string) => page.getByRole('link', { name, exact: true }).click()
      await toPage('Rubrics')
      await row.first().waitFor()
      expect(await search.inputValue()).toBe('')
      await search.pressSequentially('x')
      await toPage('Knowledge')
      await page.getByTestId('new-base').waitFor()
      expect(page.url()).toMatch(/\/knowledge$/)
      await page.setViewportSize({ width: 360, height: 800 })
      // The page does not exist: the last one is shown.
      await page.goto('/rubrics?page=9')
      await row.first().waitFor()
      await shoot(page, 'rubrics-list-360-light')
      expect(await page.evaluate(hasNoSidewaysScroll)).toBe(true)
      expect(faults).toEqual([])
    })

    it('are read-only for colleagues; leaving with unsaved changes asks first', async () => {
      const { page } = await journey.openSignedIn(`/rubrics/${id}`)
      await page.getByLabel('Title').fill('Changed')
      const leave = (answer: 'accept' | 'dismiss') =>
        Promise.all([
          // The click can return before the question is asked.
          page.waitForEvent('dialog').then((dialog) => dialog[answer]()),
          page.getByRole('link', { name: 'Knowledge', exact: true }).click(),
        ])
      await leave('dismiss')
      expect(await page.getByLabel('Title').inputValue()).toBe('Changed')
      await leave('accept')
      await page.waitForURL(/\/knowledge$/)
      await page.route(/\/rubrics\/[0-9a-f-]{36}$/, async (route) => {
        // The page has the same path.
        if (route.request().resourceType() === 'document') return route.continue()
        const answer = await route.fetch()
        await route.fulfill({ json: { ...(await answer.json()), owner_email: 'bea@example.edu' } })
      })
      await page.goto(`/rubrics/${id}`)
      await page.getByText('This rubric belongs to a colleague').waitFor()
      expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0)
      await expectAccessible(page)
    })

    it('have room for longer texts at 360 px', { tags: ['nightly'] }, async () => {
      const { page, faults } = await openLong(journey)
      await follow(page, `/rubrics/${id}`)
      await page.getByTestId('weights').waitFor()
      await expectNoSidewaysScroll(page, 'rubric')
      await expectAccessible(page)
      expect(faults).toEqual([])
    })
  },
  {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...upstream.settings,
  },
)
