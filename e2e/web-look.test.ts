import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { assistantOf, describeJourneys, expectAccessible, shoot } from './browser.ts'
import {
  expectFits,
  expectNoSidewaysScroll,
  follow,
  hasNoSidewaysScroll,
  openLong,
  sampled,
  setTheme,
  settled,
} from './looks.ts'

const PAGES = [
  '/assistants',
  '/assistants/create',
  '/assistants/1',
  '/multi-tool-assistants',
  '/multi-tool-assistants/create',
  '/multi-tool-assistants/1',
  '/knowledge',
  '/knowledge/1',
  '/rubrics',
  '/rubrics/1',
  '/workspaces',
  '/chats',
  '/prompts',
  '/usage',
  '/organization',
  '/admin',
  '/admin?tab=jobs',
  '/admin?tab=audit',
  '/account',
  '/c/1',
  '/nowhere',
]

const OUTSIDE_THE_SHELL = new Set(['/c/1', '/nowhere'])

/** Pages with a unique title. */
const TITLED = new Set(PAGES.filter((path) => !/\d|\?/.test(path)))

/** The heading levels, if they are not a valid outline: one h1 first, and no level skipped. */
const BROKEN_OUTLINE = `(() => {
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .filter((one) => one.getClientRects().length > 0).map((one) => Number(one.tagName[1]))
  const isOutline = levels.filter((level) => level === 1).length === 1 &&
    levels.every((level, at) => level <= (levels[at - 1] ?? 0) + 1)
  return isOutline ? '' : levels.join(' ')
})()`

const HELP = [
  { screen: '/rubrics', heading: 'Rubrics' },
  { screen: '/organization?tab=members', heading: 'People and sign-in' },
  { screen: '/c/1', heading: 'Guide for students', menu: 'More' },
  { screen: '/sign-in', heading: 'Bellwether documentation' },
]

describeJourneys('appearance and accessibility', (journey) => {
  beforeAll(async () => {
    const { call } = journey
    for (let number = 1; number <= 30; number++)
      await call('POST', '/assistants', assistantOf(`Reading group ${number}`, 'classic'))
    await call('POST', '/assistants', assistantOf('Python tutor', 'classic', ['single_file_rag']))
    await call('POST', '/assistants', assistantOf('CS101 study helper', 'classic', ['simple_rag']))
    const essay = assistantOf('Essay evaluator', 'multi_tool', [
      'simple_rag',
      'rubric_rag',
      'single_file_rag',
    ])
    const { id } = await call('POST', '/assistants', {
      ...essay,
      description: 'Gives first-year students formative feedback on historical argument',
    })
    await call('POST', `/assistants/${id}/publish`, { publish_status: true })
    const long =
      'An assistant whose name is so long that it has to be cut somewhere before it reaches the edge'
    await call('POST', '/assistants', assistantOf(long, 'orchestrator', ['rubric_rag', 'moodle']))
  })

  it('fits every width in both themes', async () => {
    const { page, faults } = await journey.openSignedIn('/assistants')
    await page.getByTestId('assistant-row').first().waitFor()
    await expectFits(page, 'assistants')
    expect(faults).toEqual([])
  })

  it('has no accessibility violations on any page in its theme', async () => {
    const { page, faults } = await journey.openSignedIn('/assistants')
    const look = async (name: string) => {
      for (const theme of sampled(name, ['light', 'dark'] as const)) {
        await setTheme(page, theme)
        await shoot(page, `${name.replaceAll('/', '-')}-${theme}`)
        await expectAccessible(page)
      }
    }
    const titles: string[] = []
    for (const path of PAGES) {
      if (OUTSIDE_THE_SHELL.has(path)) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
      } else {
        await follow(page, path)
        await settled(page)
      }
      await look(path)
      expect(await page.evaluate(BROKEN_OUTLINE), path).toBe('')
      if (TITLED.has(path)) titles.push(await page.title())
    }
    expect([...new Set(titles)]).toEqual(titles)
    await page.goto('/assistants')
    await page.getByRole('button', { name: /Account and settings/ }).click()
    await page.getByRole('dialog').waitFor()
    await look('account-menu')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Commands' }).waitFor()
    await look('palette')
    // An unknown URL is a page too, with the right status.
    expect(faults.filter((fault) => !fault.includes('/nowhere'))).toEqual([])
  })

  it('shows truncated text, and moves the keyboard focus into a dialog and back', async () => {
    const { page, faults } = await journey.openSignedIn('/assistants', { width: 768 })
    const row = page.getByTestId('assistant-row').filter({ hasText: 'Essay evaluator' })
    const about = row.locator('p')
    await about.hover()
    expect(await about.getAttribute('title')).toContain('formative feedback on historical argument')
    await page.goto('/knowledge')
    const opener = page.getByTestId('new-base').first()
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    const focused = 'document.activeElement.closest("[role=dialog]") && document.activeElement.tagName'
    await expect.poll(() => page.evaluate(focused)).toBe('INPUT')
    // From the last button the focus returns to the first field, not to the page behind.
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Tab')
      expect(await page.evaluate(focused)).not.toBeNull()
    }
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => opener.evaluate((one) => one.matches(':focus'))).toBe(true)
    expect(faults).toEqual([])
  })

  it('follows the text size that people have set in their browser', async () => {
    const { page } = await journey.openSignedIn('/assistants')
    await settled(page)
    const sizes = () =>
      page.evaluate<number[]>(`['h1', '[data-testid=assistant-row] p', 'nav a'].map((selector) =>
        Number.parseFloat(getComputedStyle(document.querySelector(selector)).fontSize))`)
    const before = await sizes()
    // Twice the size that the style sheet sets, as with a doubled setting.
    await page.evaluate("document.documentElement.style.fontSize = '181.25%'")
    await expect.poll(sizes).toEqual(before.map((size) => 2 * size))
    expect(await page.evaluate(hasNoSidewaysScroll)).toBe(true)
  })

  it('fits every width on the sign-in page', async () => {
    const { page } = await journey.open()
    await page.goto('/sign-in')
    await page.getByLabel('E-mail').waitFor()
    await expectFits(page, 'sign-in')
  })

  it('opens the help page of the current screen in a new tab', { tags: ['nightly'] }, async () => {
    const { page, faults } = await journey.openSignedIn('/rubrics')
    for (const { screen, heading, menu } of HELP) {
      await page.goto(screen)
      if (menu) await page.getByRole('button', { name: menu, exact: true }).click()
      const link = page.getByRole(menu ? 'menuitem' : 'link', { name: 'Help', exact: true })
      const [tab] = await Promise.all([page.waitForEvent('popup'), link.click()])
      await tab.getByRole('heading', { level: 1, name: heading }).waitFor()
      await tab.close()
    }
    expect(faults).toEqual([])
  })

  it('has a menu on a phone', async () => {
    const { page } = await journey.openSignedIn('/assistants', { width: 360, height: 740 })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Knowledge' }).waitFor()
    await shoot(page, 'menu-360-light')
    await expectAccessible(page)
    await page.getByRole('dialog').getByRole('link', { name: 'Knowledge' }).click()
    await page.waitForURL('**/knowledge')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('remembers the chosen theme over the system’s, without a flash', async () => {
    const { page } = await journey.openSignedIn('/assistants', { theme: 'light' })
    await page.getByRole('button', { name: /Account and settings/ }).click()
    await page.getByText('Dark', { exact: true }).click()
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
    await page.route('**/_app/**', (route) => route.abort())
    await page.reload({ waitUntil: 'domcontentloaded' })
    // Set before any script of the app is loaded.
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  })

  it('speaks the language of the browser', async () => {
    const { page } = await journey.openSignedIn('/assistants', { language: 'pt-BR', width: 360 })
    await page.getByRole('heading', { name: 'Assistentes', level: 1 }).waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe('pt')
    await expectAccessible(page)
  })

  it('has room for longer texts on every page of a phone', async () => {
    const { page } = await openLong(journey)
    for (const path of PAGES) {
      if (OUTSIDE_THE_SHELL.has(path)) {
        await page.goto(path)
        await page.getByRole('heading', { level: 1 }).waitFor()
      } else {
        await follow(page, path)
        await settled(page)
      }
      await expectNoSidewaysScroll(page, path)
    }
  })

  it('remembers the chosen language', { tags: ['nightly'] }, async () => {
    const { page } = await journey.openSignedIn('/assistants')
    await page.getByRole('button', { name: /Account and settings/ }).click()
    await page.getByLabel('Language').selectOption('eu')
    await page.keyboard.press('Escape')
    await page.getByRole('heading', { name: 'Laguntzaileak', level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('heading', { name: 'Laguntzaileak', level: 1 }).waitFor()
  })

  it('blocks external scripts', async () => {
    const { page } = await journey.open()
    const answer = await page.goto('/sign-in')
    const policy = (await answer?.headerValue('content-security-policy')) ?? ''
    expect(policy).toContain("default-src 'self'")
    expect(/script-src [^;]*/.exec(policy)?.[0]).not.toContain('unsafe')
    expect(await answer?.headerValue('x-content-type-options')).toBe('nosniff')
    const ran = await page.evaluate(`new Promise((resolve) => {
      const script = document.createElement('script')
      script.textContent = 'globalThis.intruder = true'
      document.body.append(script)
      setTimeout(() => resolve(Boolean(globalThis.intruder)), 50)
    })`)
    expect(ran).toBe(false)
  })

  it('loads at most 150 KB of compressed script for the list', async () => {
    // Another test may have chosen a language for the account, whose texts would be loaded after the browser's.
    const chosen = await fetch(`${journey.server.url}/account/language`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${await journey.token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ language: 'en' }),
    })
    expect(chosen.status).toBe(204)
    const { page } = await journey.openSignedIn('/assistants', { fresh: true })
    await page.getByTestId('assistant-row').first().waitFor()
    const paths = await page.evaluate<string[]>(
      "performance.getEntriesByType('resource').map((one) => new URL(one.name).pathname).filter((path) => path.endsWith('.js'))",
    )
    const folder = join(import.meta.dirname, '../dist/web')
    const sizes = [...new Set(paths)].map((path) => {
      const file = join(folder, path)
      return readFileSync(file).length < 1024 ? statSync(file).size : statSync(`${file}.br`).size
    })
    const total = sizes.reduce((sum, size) => sum + size, 0)
    expect(paths.length).toBeGreaterThan(3)
    expect(total).toBeLessThanOrEqual(150 * 1000)
  })
})
