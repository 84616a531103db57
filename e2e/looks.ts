import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it, TestRunner } from 'vitest'
import {
  expectAccessible,
  expectReadable,
  type Journey,
  shoot,
  signInContext,
  standStill,
} from './browser.ts'
import { lengthen, lengthenTexts } from './long-texts.ts'

export const hasNoSidewaysScroll =
  'document.documentElement.scrollWidth <= document.documentElement.clientWidth'

/** Switches the theme without transitions: colors would otherwise be checked half-way. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await standStill(page)
  await page.emulateMedia({ colorScheme: theme })
  await standStill(page)
}

const isEverywhere = process.env['TEST_ALL'] !== undefined

/** How a page can be looked at. */
export const CELLS = (['light', 'dark'] as const).flatMap((theme) =>
  [360, 768, 1440].map((width) => ({ theme, width })),
)

/** Which of `count` cells a page has in npm test. It stays the same when other pages are added. */
export const cellOf = (name: string, count: number): number =>
  createHash('sha256').update(name).digest().readUInt32BE() % count

/** All of them in npm run test:all, and one in npm test. */
export function sampled<T>(name: string, all: readonly T[]): readonly T[] {
  // Otherwise the other ones would be looked at nowhere.
  expect(TestRunner.getCurrentTest()?.tags).toContain('journey')
  return isEverywhere ? all : all.filter((_, at) => at === cellOf(name, all.length))
}

/**
 * Checks an open page in three widths and both themes, or in one of these cells. The page is not reloaded; the window is
 * resized, as when people rotate their phone, and is 1440 px wide afterwards.
 */
export async function expectFits(page: Page, name: string): Promise<void> {
  const { height } = page.viewportSize() ?? { height: 900 }
  for (const { theme, width } of sampled(name, CELLS)) {
    await setTheme(page, theme)
    await page.setViewportSize({ width, height })
    await standStill(page)
    await shoot(page, `${name}-${width}-${theme}`)
    expect(await page.evaluate(hasNoSidewaysScroll), `${page.url()} ${width} px`).toBe(true)
    // 768 px shows the same parts as one of the other widths, and the dark theme has the same colors in all of them.
    if (isEverywhere && (width === 768 || (theme === 'dark' && width === 360))) continue
    await (isEverywhere && theme === 'dark' ? expectReadable(page) : expectAccessible(page))
  }
  await page.setViewportSize({ width: 1440, height })
  await standStill(page)
}

/** Waits until the page has its title and nothing is loading. */
export async function settled(page: Page): Promise<void> {
  await page.locator('#content').getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.animate-shimmer').first().waitFor({ state: 'detached' })
  // With the system's font, which is there first, texts are wider.
  await page.evaluate('document.fonts.ready.then(() => undefined)')
}

/** Follows a link inside the app. Reloading the page would take three times as long. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`(() => {
    const link = document.createElement('a')
    link.href = ${JSON.stringify(path)}
    document.body.append(link)
    link.click()
    link.remove()
  })()`)
  await page.waitForURL((url) => url.pathname + url.search === path)
}

/** Tests that check each of these pages: widths, themes, and texts of any language. */
export function lookAtPages(
  journey: Journey,
  pages: readonly (readonly [path: string, name: string])[],
  height = 900,
): void {
  it('fits every width in both themes', async () => {
    const { page, faults } = await journey.openSignedIn('/account', { height })
    for (const [path, name] of pages) {
      await follow(page, path)
      await settled(page)
      await expectFits(page, name)
    }
    expect(faults).toEqual([])
  })

  // Every day, web-look.test.ts does this for the pages that people use most.
  it('has room for longer texts within 360 px', { tags: ['nightly'] }, async () => {
    const { page, faults } = await openLong(journey, height)
    for (const [path, name] of pages) {
      await follow(page, path)
      await settled(page)
      await shoot(page, `${name}-360-long`)
      await expectNoSidewaysScroll(page, path)
    }
    expect(faults).toEqual([])
  })
}

/** A phone, with texts that are as long as those of the longest language. */
export async function openLong(journey: Journey, height = 900) {
  const window = await journey.open({ width: 360, height, fresh: true })
  await lengthenTexts(window.page)
  await signInContext(window.context, journey.server.url)
  await window.page.goto('/account')
  await settled(window.page)
  expect(await window.page.getByRole('heading', { level: 1 }).textContent()).toContain(lengthen('Account'))
  return window
}

/** Charts take the width of the page a moment after they are shown. */
export const expectNoSidewaysScroll = (page: Page, path: string): Promise<void> =>
  expect.poll(() => page.evaluate(hasNoSidewaysScroll), { message: path }).toBe(true)
