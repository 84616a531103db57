import type { Page } from 'playwright-core'
import { beforeAll, it } from 'vitest'
import { ADMIN, assistantOf, describeJourneys, signInContext, type Window } from '../e2e/browser.ts'

/** `npm run bench -- web-start`: when pages can be used on a slow computer (4× CPU slowdown). */
const SLOWDOWN = 4
const ROUNDS = 5

/** Figures for people; no test can judge them. */
const note = (line: string): void => console.info(line)

/** Notes when the heading appears, and the long tasks during which the page can't react. */
const WATCH = `globalThis.seen = { tasks: [] }
new PerformanceObserver((list) =>
  seen.tasks.push(...list.getEntries().map((one) => one.startTime + one.duration)),
).observe({ type: 'longtask', buffered: true })
const look = () => {
  if (document.querySelector('h1')?.getClientRects().length) seen.heading ??= performance.now()
  else requestAnimationFrame(look)
}
look()`

interface Figures {
  paint: number
  heading: number
  interactive: number
}

const median = (values: number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function measure(page: Page, path: string): Promise<Figures> {
  // Otherwise the time includes leaving the page before.
  await page.goto('about:blank')
  await page.goto(path)
  await page.evaluate(
    'new Promise((done) => { const wait = () => (seen.heading ? done() : requestAnimationFrame(wait)); wait() })',
  )
  await page.waitForLoadState('networkidle')
  return page.evaluate<Figures>(`(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0
    return { paint, heading: seen.heading, interactive: Math.max(seen.heading, ...seen.tasks) }
  })()`)
}

describeJourneys(
  'start',
  (journey) => {
    let paths: string[]
    beforeAll(async () => {
      const { call } = journey
      const assistant = (await call('POST', '/assistants', assistantOf('Cell tutor', 'classic'))).id
      const agent = (await call('POST', '/assistants', assistantOf('Course guide', 'multi_tool'))).id
      const base = (await call('POST', '/knowledge-bases', { name: 'Biology' })).id
      const pages = ['', 'assistants', `assistants/${assistant}`, `multi-tool-assistants/${agent}`]
      paths = [
        ...pages,
        'chats',
        `c/${assistant}`,
        'knowledge',
        `knowledge/${base}`,
        'rubrics',
        'organization',
      ].map((path) => `/${path}`)
    })

    /** A browser in which the person has been here before, with nothing in its cache. */
    const opened = async (path: string, signedIn: boolean): Promise<Window> => {
      const window = await journey.open()
      const { context, page } = window
      if (signedIn) await signInContext(context, journey.server.url)
      await page.addInitScript(WATCH)
      await measure(page, path)
      const link = await context.newCDPSession(page)
      await link.send('Network.clearBrowserCache')
      await link.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
      return window
    }

    const report = async (path: string, signedIn: boolean): Promise<void> => {
      const visits: { empty: Figures[]; filled: Figures[] } = { empty: [], filled: [] }
      for (let round = 0; round < ROUNDS; round++) {
        const { page, context } = await opened(path, signedIn)
        visits.empty.push(await measure(page, path))
        visits.filled.push(await measure(page, path))
        await context.close()
      }
      const figures = (all: Figures[]) =>
        (['paint', 'heading', 'interactive'] as const)
          .map((key) => `${key} ${Math.round(median(all.map((start) => start[key])))}`)
          .join(', ')
      note(`${path}: empty cache (ms): ${figures(visits.empty)}; from the cache: ${figures(visits.filled)}`)
    }

    it('opens pages on a slow computer', { timeout: 550_000 }, async () => {
      await report('/sign-in', false)
      for (const path of paths) await report(path, true)
    })
  },
  { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
)
