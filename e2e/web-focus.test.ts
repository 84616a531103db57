import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { ADMIN, assistantOf, describeJourneys } from './browser.ts'

/** What has the focus, by its label. */
const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText.trim()`,
  )
const expectFocus = (page: Page, label: string) =>
  expect.poll(() => focused(page), { timeout: 20_000 }).toBe(label)

describeJourneys(
  'focus',
  (journey) => {
    let assistant: number
    beforeAll(async () => {
      assistant = (await journey.call('POST', '/assistants', assistantOf('Cell tutor', 'classic'))).id
    })

    it('stays on a button while its work is going on, which can’t be started twice', async () => {
      const { page, faults } = await journey.openSignedIn('/admin?tab=health')
      const refresh = page.getByRole('button', { name: 'Refresh' })
      await refresh.waitFor()
      let answer: () => void = () => undefined
      const answered = new Promise<void>((resolve) => {
        answer = resolve
      })
      let asked = 0
      await page.route('**/metrics', async (route) => {
        asked++
        await answered
        await route.continue()
      })
      await refresh.focus()
      await page.keyboard.press('Enter')
      await page.locator('button[aria-disabled=true]', { hasText: 'Refresh' }).waitFor()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Space')
      await refresh.dispatchEvent('click')
      expect(asked).toBe(1)
      answer()
      await page.locator('button:not([aria-disabled])', { hasText: 'Refresh' }).waitFor()
      await expectFocus(page, 'Refresh')
      expect(faults).toEqual([])
    })

    it('stays on a switch that is being saved', { tags: ['nightly'] }, async () => {
      const { page } = await journey.openSignedIn(`/assistants/${assistant}/tests`)
      const gate = page.getByRole('switch').first()
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
      await gate.focus()
      await page.keyboard.press('Enter')
      await saved
      await page.locator('[role=switch]:checked:not([aria-disabled])').waitFor()
      expect(await page.evaluate(`document.activeElement.getAttribute('role')`)).toBe('switch')

      // What could not be saved is not shown as saved.
      await page.route('**/assistants/*/tests/*', (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.abort(),
      )
      await page.keyboard.press('Space')
      await page.getByText('Check your connection').first().waitFor()
      await page.locator('[role=switch]:checked:not([aria-disabled])').waitFor()
      expect(await page.evaluate(`document.activeElement.getAttribute('role')`)).toBe('switch')
      const every = page.getByTestId('schedule-every')
      await every.selectOption('weekly')
      await expect.poll(() => every.inputValue()).toBe('off')
    })

    it('shows what an icon button does, until it is no longer needed', { tags: ['nightly'] }, async () => {
      const { page, faults } = await journey.openSignedIn('/knowledge')
      const help = page.getByRole('link', { name: 'Help' }).first()
      await help.waitFor()
      const tooltip = page.locator('[role=tooltip]')
      await help.hover()
      await tooltip.getByText('Help').waitFor()
      // People with a screen magnifier move the pointer onto the text to read it.
      await tooltip.hover()
      await tooltip.getByText('Help').waitFor()
      await page.keyboard.press('Escape')
      await tooltip.waitFor({ state: 'detached' })

      await page.mouse.move(700, 800)
      await help.focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
      await tooltip.getByText('Help').waitFor()
      const [above, below] = await Promise.all([tooltip.boundingBox(), help.boundingBox()])
      expect(Math.abs((above?.y ?? 0) - (below?.y ?? 0))).toBeLessThan(60)
      await page.keyboard.press('Tab')
      await expect.poll(() => page.locator('[role=tooltip]', { hasText: 'Help' }).count()).toBe(0)
      expect(faults).toEqual([])
    })

    it('keeps a tooltip when the focus scrolls the page, with the current label', {
      tags: ['nightly'],
    }, async () => {
      await Promise.all(
        Array.from({ length: 8 }, (_, at) =>
          journey.call('POST', '/knowledge-bases', { name: `Leaves ${at}` }),
        ),
      )
      const { page, faults } = await journey.openSignedIn('/knowledge', { height: 320 })
      await page.getByRole('link', { name: 'Leaves 0' }).waitFor()
      const last = page.getByRole('button', { name: /^More options for Leaves/ }).last()
      await page.getByRole('listitem').filter({ hasText: 'Leaves' }).last().getByRole('link').focus()
      await page.evaluate('scrollTo(0, 0)')
      await expect.poll(() => page.evaluate('scrollY')).toBe(0)
      await page.keyboard.press('Tab')
      await expect.poll(() => page.evaluate('scrollY')).toBeGreaterThan(0)
      const tooltip = page.locator('[role=tooltip]:visible')
      await tooltip.getByText(/^More options for Leaves/).waitFor()
      const [above, below] = await Promise.all([tooltip.boundingBox(), last.boundingBox()])
      expect(Math.abs((above?.y ?? 0) - (below?.y ?? 0))).toBeLessThan(60)
      await last.evaluate((button) => button.setAttribute('aria-label', 'Copied'))
      await tooltip.getByText('Copied').waitFor()
      expect(faults).toEqual([])
    })

    it('moves on when the focused element disappears', async () => {
      const { page } = await journey.openSignedIn('/admin')
      await page.getByRole('button', { name: 'Hide the set-up steps' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Hide the set-up steps' }).waitFor({ state: 'detached' })
      await expect
        .poll(() => page.evaluate('document.activeElement !== document.body'), { timeout: 20_000 })
        .toBe(true)
      expect(await page.evaluate(`document.activeElement.closest('main') !== null`)).toBe(true)
    })

    it('goes to the content of the page after signing in, not to the link that skips to it', async () => {
      const { page } = await journey.open()
      await page.goto('/sign-in')
      await page.locator('input[type=email]').fill(ADMIN.email)
      await page.locator('input[type=password]').fill(ADMIN.password)
      await page.keyboard.press('Enter')
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content')
    })

    it('goes to the row that takes the place of a deleted one', { tags: ['nightly'] }, async () => {
      for (const name of ['First', 'Second', 'Third'])
        await journey.call('POST', '/knowledge-bases', { name })
      const { page } = await journey.openSignedIn('/knowledge')
      await page.getByRole('button', { name: 'More options for Second' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
      await page.getByRole('link', { name: 'Second' }).waitFor({ state: 'detached' })
      await expect
        .poll(() => page.evaluate(`document.activeElement.closest('li')?.innerText ?? ''`), {
          timeout: 20_000,
        })
        .toMatch(/First|Third/)
    })

    it('returns from a dialog to where it was', async () => {
      const { page } = await journey.openSignedIn('/organization?tab=members')
      await page.getByRole('button', { name: 'Invite people' }).focus()
      await page.keyboard.press('Enter')
      // The dialog is on another tab: the button that opened it is gone.
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      await expect
        .poll(() => page.evaluate('document.activeElement.closest("main") !== null'), { timeout: 20_000 })
        .toBe(true)
      await page.getByRole('button', { name: 'Invite people' }).first().focus()
      await page.keyboard.press('Enter')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.press('Escape')
      await expectFocus(page, 'Invite people')
    })
  },
  { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
)
