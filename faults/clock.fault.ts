import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { post } from '../e2e/server-process.ts'
import { says, startFakeUpstream } from '../server/test/harness/fake-upstream.ts'
import { ask, createSite, makeAssistant, print, signIn } from './support.ts'

/** Loaded before the server: its clock is off by what a file says. */
const SHIFTED_CLOCK = `
import { readFileSync } from 'node:fs'
const file = process.env.CLOCK_FILE
const real = Date.now.bind(Date)
let offset = 0
setInterval(() => { offset = Number(readFileSync(file, 'utf8')) }, 10).unref()
const RealDate = Date
globalThis.Date = class extends RealDate {
  constructor(...given) { given.length === 0 ? super(real() + offset) : super(...given) }
  static now() { return real() + offset }
}
`
const HOUR_MS = 3_600_000

it('the clock steps forward and back while answers run', async () => {
  const upstream = await startFakeUpstream(says('All', ' is', ' well'))
  onTestFinished(() => upstream.stop())
  const site = await createSite({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k' })
  const preload = join(site.dataDir, 'shifted-clock.mjs')
  const clock = join(site.dataDir, 'clock')
  await writeFile(preload, SHIFTED_CLOCK)
  /** In one step, so that the server never reads half of it. */
  const shift = async (ms: number) => {
    await writeFile(`${clock}.next`, String(ms))
    await rename(`${clock}.next`, clock)
  }
  await shift(0)
  const { url } = await site.start({ NODE_OPTIONS: `--import=${preload}`, CLOCK_FILE: clock })
  let token = await signIn(url)
  const assistant = await makeAssistant(url, token)
  let good = 0
  let answers = 0
  for (const hours of [0, 1, -1, 24, -24, 24 * 30, 0]) {
    await shift(hours * HOUR_MS)
    await new Promise((resolve) => setTimeout(resolve, 50))
    // A token may have expired by the new clock; signing in again must work at any time.
    token = await signIn(url)
    const texts = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => (await ask(url, token, assistant, `q ${at}`)).text()),
    )
    answers += texts.length
    good += texts.filter((text) => text.includes('well') && text.includes('[DONE]')).length
  }
  const saved = await post(`${url}/assistants`, { name: 'after', metadata: { connector: 'bypass' } }, token)
  print('clock steps', { answers, good })
  expect(good).toBe(answers)
  expect(saved.status).toBeLessThan(300)
})
