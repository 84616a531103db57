import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { ADMIN, assistantOf, describeJourneys, expectAccessible, MEMBER, shoot } from './browser.ts'
import { expectFits, lookAtPages } from './looks.ts'
import { askOnce, eventually, expectSaysTrouble, makeRememberer, modelsOf } from './oversight.testing.ts'

const upstream = await startFakeUpstream(says('Fair.'))
afterAll(() => upstream.stop())

describeJourneys(
  'budgets, prices and usage',
  (journey) => {
    let tutor: number
    let coach: number

    beforeAll(async () => {
      await journey.call('POST', '/creator/admin/org-admin/users', MEMBER)
      tutor = await makeRememberer(journey, 'Source critic', 'fake-model')
      coach = await makeRememberer(journey, 'Essay coach', 'house-model')
      for (let asked = 0; asked < 3; asked++) await askOnce(journey, tutor)
    })

    it('creates, edits and deletes a budget', async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=budgets')
      await page.getByRole('heading', { name: 'No budgets yet' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Add a budget' }).click()
      await page.getByRole('button', { name: 'Add budget' }).click()
      await page.getByText('Enter at least one limit').waitFor()
      await page.getByLabel('Applies to').selectOption('assistant')
      await page.getByLabel('Assistant', { exact: true }).first().fill('critic')
      await page.getByRole('option', { name: /Source critic/ }).click()
      await page.getByText('per day', { exact: true }).click()
      await page.getByLabel('Questions').fill('40')
      await page.getByLabel('Use the small, fast model (%)').fill('70')
      await shoot(page, 'budget-dialog-1440-light')
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Add budget' }).click()
      const row = page.getByTestId('budget-row').filter({ hasText: 'Source critic' })
      await row.getByText('3 of 40').waitFor()
      await row.getByText('From 70%: Use the small, fast model').waitFor()
      await page.getByRole('button', { name: 'More options for Source critic' }).click()
      await page.getByRole('menuitem', { name: 'Edit' }).click()
      await page.getByLabel('Questions').fill('50')
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await row.getByText('3 of 50').waitFor()
      await page.getByRole('button', { name: 'More options for Source critic' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await eventually(() => row.count()).toBe(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await row.waitFor()
      expect((await journey.call('GET', '/organizations/current/budgets')).budgets).toHaveLength(1)
      expect(faults).toEqual([])
    })

    it('says where admins and educators look that a budget is used up', async () => {
      const draft = { scope: 'assistant', assistant_id: coach, period: 'day', max_tokens: 1 }
      const { id } = await journey.call('POST', '/organizations/current/budgets', draft)
      expect((await askOnce(journey, coach)).status).toBe(429)
      const { page, faults } = await journey.openSignedIn('/assistants')
      const row = page.getByTestId('assistant-row').filter({ hasText: 'Essay coach' })
      await row.getByTestId('budget-used-up').waitFor()
      await row.getByRole('link', { name: 'Essay coach', exact: true }).click()
      await page.getByTestId('budget-used-up').getByText('is used up').waitFor()
      await expectFits(page, 'budget-used-up-builder')
      await page.goto('/organization')
      const notice = page.getByTestId('budgets-used-up')
      await notice.getByText('1 budget is used up.').waitFor()
      await expectAccessible(page)
      await expectFits(page, 'budget-used-up-organization')
      await notice.getByRole('link', { name: 'Show budgets' }).click()
      await page.getByTestId('budget-row').getByText('Used up').waitFor()
      await journey.call('DELETE', `/budgets/${id}`)
      expect(faults).toEqual([])
    })

    it('shows how much is used, and by whom', { tags: ['nightly'] }, async () => {
      const add = (draft: object) => journey.call('POST', '/organizations/current/budgets', draft)
      await add({ scope: 'organization', period: 'month', max_cost: 50, max_tokens: 100_000 })
      await add({ scope: 'user', period: 'day', max_requests: 400 })
      await add({
        scope: 'assistant',
        assistant_id: coach,
        period: 'day',
        max_requests: 5,
        degrade: { no_tools_at: 60, sources_only_at: 90 },
      })
      await add({ scope: 'user', assistant_id: coach, period: 'month', max_requests: 4 })
      for (let asked = 0; asked < 4; asked++) expect((await askOnce(journey, coach)).status).toBe(200)
      const { page, faults } = await journey.openSignedIn('/organization?tab=budgets')
      const rows = page.getByTestId('budget-row').filter({ hasText: 'Essay coach' })
      const ofCoach = rows.filter({ hasNotText: 'Each person' })
      await ofCoach.getByText('Near the limit').waitFor()
      await ofCoach.getByText('4 of 5').waitFor()
      const ofPeople = rows.filter({ hasText: 'Each person' })
      await ofPeople.getByText('Used up').waitFor()
      await ofPeople.getByText(ADMIN.email).waitFor()
      expect((await askOnce(journey, coach)).status).toBe(429)
      expect(faults).toEqual([])
    })

    it('limits a single answer', async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=budgets')
      await page.getByLabel('Tool calls').fill('8')
      await page.getByLabel('Seconds').fill('90')
      await page.getByRole('button', { name: 'Save' }).click()
      await page.getByText('Saved', { exact: true }).waitFor()
      const limits = await journey.call('GET', '/organizations/current/limits')
      expect(limits).toMatchObject({ tool_calls: 8, seconds: 90 })
      expect(faults).toEqual([])
    })

    it('sets prices, starting with models that have none', async () => {
      await journey.call('PUT', '/organizations/current/prices', { currency: 'USD', prices: [] })
      // With another model, which keeps no price.
      await askOnce(journey, coach)
      const { page, faults } = await journey.openSignedIn('/organization?tab=prices')
      await page.getByRole('button', { name: 'Set a price for fake-model' }).click()
      await page.getByLabel('Per million input tokens USD', { exact: true }).fill('1000')
      await page.getByLabel('Per million output tokens USD', { exact: true }).fill('2000')
      await expectAccessible(page)
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      const own = page.getByTestId('own-price').filter({ hasText: 'fake-model' })
      await own.getByText('$1,000.00').waitFor()
      await eventually(() => page.getByTestId('unpriced').count()).toBe(1)
      await page.getByLabel('Currency code').fill('EUR')
      await page.getByRole('button', { name: 'Save' }).click()
      await own.getByText('€1,000.00').waitFor()
      await page.getByLabel('Search list prices').fill('gpt-4o-mini')
      await page.getByRole('button', { name: 'Set price for gpt-4o-mini*' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
      await page.getByText('Overridden').waitFor()
      await page.getByRole('button', { name: 'More options for gpt-4o-mini*' }).click()
      await page.getByRole('menuitem', { name: 'Remove' }).click()
      await eventually(() => page.getByTestId('own-price').count()).toBe(1)
      await page.getByRole('button', { name: 'Undo' }).click()
      await eventually(() => page.getByTestId('own-price').count()).toBe(2)
      await expectAccessible(page)
      expect(faults).toEqual([])
    })

    it('shows cost beside tokens, also for my assistants', { tags: ['nightly'] }, async () => {
      await askOnce(journey, tutor)
      const { page, faults } = await journey.openSignedIn('/usage')
      await page.getByRole('row', { name: /Source critic .*€0\.0/ }).waitFor()
      await page.getByText(/model calls have no price/).waitFor()
      await page.getByText('Cost', { exact: true }).last().waitFor()
      await page.getByText('My assistants', { exact: true }).click()
      await page.waitForURL('**/usage?scope=assistants')
      await page.getByRole('row', { name: /Source critic/ }).waitFor()
      await eventually(() => page.getByRole('heading', { name: 'By person' }).count()).toBe(0)
      await page.locator('label').filter({ hasText: 'Cost' }).click()
      await page.getByRole('img', { name: /Cost: By day/ }).waitFor()
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      const csv = await readFile(await (await saved).path(), 'utf8')
      expect(csv).toContain('cost,currency,unpriced')
      expect(csv).toContain('EUR')
      await page.getByRole('link', { name: 'Prices' }).click()
      await page
        .locator('[data-testid=settings-menu] a[aria-current=page]')
        .filter({ hasText: 'Prices' })
        .waitFor()
      expect(faults).toEqual([])
    })

    it('lists unsaved assistants as drafts', { tags: ['nightly'] }, async () => {
      const draft = assistantOf('Never saved', 'classic')
      Object.assign(draft.metadata, { connector: 'openai', llm: 'fake-model' })
      await journey.call('POST', '/assistant-drafts/answer', {
        assistant: draft,
        messages: [{ role: 'user', content: 'Is this fair?' }],
      })
      const { page, faults } = await journey.openSignedIn('/usage')
      const table = page.getByRole('table').filter({ has: page.getByText('Source critic') })
      await table.getByText('Drafts', { exact: true }).waitFor()
      await table.getByText('tried without saving').waitFor()
      const saved = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download CSV' }).click()
      expect(await readFile(await (await saved).path(), 'utf8')).toMatch(/,0,\(draft\),admin@example.edu,/)
      expect(faults).toEqual([])
    })

    it('finds one of many people for a budget by searching', { tags: ['nightly'] }, async () => {
      const { page, faults } = await journey.openSignedIn('/account')
      // Simulates more people than fit on one page: without a search, only some are returned.
      await page.route(/\/members\?(?!.*search)/, (route) =>
        route.fulfill({ json: { members: [], total: 500 } }),
      )
      await page.goto('/organization?tab=budgets')
      await page.getByRole('button', { name: 'Add a budget' }).click()
      await page.getByLabel('Applies to').selectOption('person')
      await page.getByLabel('Person', { exact: true }).first().pressSequentially('bea')
      await page.getByRole('option', { name: /Bea Colleague/ }).click()
      await page.getByLabel('Questions').fill('11')
      await page.getByRole('button', { name: 'Add budget' }).click()
      await page.getByTestId('budget-row').filter({ hasText: 'Bea Colleague' }).getByText('0 of 11').waitFor()
      expect(faults).toEqual([])
    })

    it('lets system admins manage the budgets of another organization', { tags: ['nightly'] }, async () => {
      await journey.call('POST', '/creator/admin/organizations', { slug: 'north', name: 'North' })
      const { page, faults } = await journey.openSignedIn('/organization?org=north&tab=budgets')
      await page.getByText('You’re managing North.').waitFor()
      await page.getByRole('button', { name: 'Add a budget' }).click()
      await page.getByLabel('Questions').fill('7')
      await page.getByRole('button', { name: 'Add budget' }).click()
      await page.getByText('0 of 7').waitFor()
      expect((await journey.call('GET', '/organizations/north/budgets')).budgets).toHaveLength(1)
      expect(faults).toEqual([])
    })

    it('can be used with the keyboard only', { tags: ['nightly'] }, async () => {
      const { page, faults } = await journey.openSignedIn('/organization?tab=budgets')
      const more = page.getByRole('button', { name: 'More options for The whole organization' })
      await more.focus()
      // On a busy machine, frames come late: the focus must not depend on them.
      const frames = await page.evaluateHandle('requestAnimationFrame')
      await page.evaluate(() => Object.assign(globalThis, { requestAnimationFrame: () => 0 }))
      await page.keyboard.press('Enter')
      const edit = page.getByRole('menuitem', { name: 'Edit' })
      await eventually(() => edit.evaluate((item) => item === item.ownerDocument.activeElement)).toBe(true)
      await page.evaluate(
        (requestAnimationFrame) => Object.assign(globalThis, { requestAnimationFrame }),
        frames,
      )
      await page.keyboard.press('Enter')
      await eventually(() => page.getByRole('dialog').locator(':focus').count()).toBe(1)
      await page.getByLabel('Questions').focus()
      await page.keyboard.press('Control+a')
      await page.keyboard.type('9000')
      await page.keyboard.press('Enter')
      await page.getByText(/of 9,000/).waitFor()
      expect(faults).toEqual([])
    })

    it('shows an error when the server is unreachable, and retries', { tags: ['nightly'] }, () =>
      expectSaysTrouble(journey, [
        ['/organization?tab=budgets', '**/organizations/current/budgets'],
        ['/organization?tab=prices', '**/organizations/current/prices'],
      ]),
    )

    const PAGES = [
      ['/organization?tab=budgets', 'budgets'],
      ['/organization?tab=prices', 'prices'],
      ['/usage', 'usage-cost'],
    ] as const
    lookAtPages(journey, PAGES, 1500)
  },
  modelsOf(upstream),
)
