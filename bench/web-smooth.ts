import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, assistantOf, describeJourneys } from '../e2e/browser.ts'
import { chunkOf, frameOf, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'

/** `npm run bench -- smooth`: how busy the chat page is while an answer streams. */
const SECONDS = Number(process.env['SMOOTH_SECONDS'] ?? 20)
/** More is written than is measured: on a busy machine the page begins late. */
const MORE = 4
const PER_SECOND = 200
/** Words that are already there: a long answer shows whether each new word re-renders all of it. */
const BEGINNING = 3000
const upstream = await startFakeUpstream()

/** Figures for people; no test can judge them. */
const note = (line: string): void => console.info(line)

/** What a model writes: headings, lists, a table, code and paragraphs, a word at a time. */
const words = (count: number): string[] => {
  const section = (at: number) =>
    `## Part ${at}\n\nSome **words** about \`it\` and [a page](https://example.edu), again and again, at length.\n\n` +
    `- one point\n- another point\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\`\`\`python\nprint(${at})\n\`\`\`\n\n`
  const text = Array.from({ length: Math.ceil(count / 40) + 1 }, (_, at) => section(at)).join('')
  return (text.match(/\s*\S+/g) ?? []).slice(0, count)
}

/** Writes at the speed of a fast model, even if timers are late on a busy machine. */
function streams(seconds: number) {
  const all = words(BEGINNING + seconds * PER_SECOND)
  upstream.answer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const start = performance.now()
    let sent = 0
    const timer = setInterval(() => {
      const later = Math.floor(((performance.now() - start) / 1000) * PER_SECOND)
      const due = Math.min(all.length, BEGINNING + later)
      for (; sent < due; sent++) response.write(frameOf(chunkOf({ content: all[sent] })))
      if (sent < all.length) return
      clearInterval(timer)
      response.write(frameOf(chunkOf({}, 'stop')))
      response.end(frameOf('[DONE]'))
    }, 5)
  })
}

/** CPU seconds of the page's main thread so far. */
async function watchWork(page: Page) {
  const link = await page.context().newCDPSession(page)
  await link.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await link.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
}

const LONG_TASKS = `globalThis.longTasks = []
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((one) => one.duration)))
  .observe({ type: 'longtask', buffered: false })`

describeJourneys(
  'smoothly',
  (journey) => {
    let assistant: number
    beforeAll(async () => {
      const draft = assistantOf('Fast writer', 'classic')
      Object.assign(draft.metadata, { connector: 'openai', llm: 'fake-model' })
      assistant = (await journey.call('POST', '/assistants', draft)).id
    })
    afterAll(() => upstream.stop())

    it(`writes ${PER_SECOND} words a second at the end of a long answer`, {
      timeout: (SECONDS + MORE + 60) * 1000,
    }, async () => {
      const { page, faults } = await journey.openSignedIn(`/c/${assistant}`)
      streams(SECONDS + MORE)
      await page.getByTestId('question').fill('Write a lot')
      const workOf = await watchWork(page)
      await page.keyboard.press('Enter')
      const parts = page.getByTestId('answer').locator('h2')
      await expect.poll(() => parts.count(), { timeout: 15_000 }).toBeGreaterThan(BEGINNING / 60)
      await page.evaluate(LONG_TASKS)
      const marks = [await workOf()]
      for (let part = 0; part < 3; part++) {
        await page.waitForTimeout((SECONDS * 1000) / 3)
        marks.push(await workOf())
      }
      const [first = 0, second = 0, third = 0] = marks.slice(1).map((mark, at) => mark - (marks[at] ?? 0))
      await page.getByRole('button', { name: 'Copy the answer' }).waitFor()
      const longTasks = await page.evaluate<number[]>('longTasks')
      const share = (first + second + third) / SECONDS
      note(
        `streaming ${SECONDS} s: main thread busy ${Math.round(share * 100)} % ` +
          `(thirds ${[first, second, third].map((seconds) => seconds.toFixed(2)).join(', ')} s), ` +
          `long tasks: ${longTasks.length}, the longest ${Math.round(Math.max(0, ...longTasks))} ms`,
      )
      // Redrawing the whole answer for every word takes more than half of the time.
      expect(share).toBeLessThan(0.4)
      expect(faults).toEqual([])
    })

    it('types in a template of 20,000 letters as in a short one', async () => {
      const { page } = await journey.openSignedIn('/multi-tool-assistants/create')
      const template = page.getByTestId('template')
      const workOf = await watchWork(page)
      const typing = async (text: string) => {
        await template.fill(text)
        await template.press('Control+Home')
        await template.press('End')
        await page.evaluate(
          'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
        )
        const before = await workOf()
        for (let at = 0; at < 30; at++) await page.keyboard.press('a')
        await page.evaluate(
          'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
        )
        return ((await workOf()) - before) / 30
      }
      const short = await typing('Words of a short template with {user_input} in it. ')
      const long = await typing('Words of a long template with {user_input} in it.\n'.repeat(400))
      note(`typing: ${(short * 1000).toFixed(1)} ms per key, ${(long * 1000).toFixed(1)} ms in a long one`)
      // 60 ms is what people perceive as immediate; the machine may be busy, the page must not be.
      expect(long).toBeLessThan(Math.max(0.06, short * 4))
    })
  },
  {
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    OPENAI_BASE_URL: upstream.url,
    OPENAI_API_KEY: 'k',
  },
)
