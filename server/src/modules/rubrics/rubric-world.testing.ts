import { expect } from 'vitest'
import {
  chunkOf,
  frameOf,
  type Script,
  says,
  startFakeUpstream,
} from '../../../test/harness/fake-upstream.ts'
import { startTestApp } from '../../../test/harness/test-app.ts'
import { draft } from './testing.ts'

/** Starts the app with a scripted provider and one rubric of the admin's. */
export async function startRubricWorld() {
  const upstream = await startFakeUpstream()
  const app = await startTestApp({
    OPENAI_BASE_URL: upstream.url,
    OPENAI_API_KEY: 'sk-of-the-operator',
    OPENAI_MODELS: 'small,large,spare',
    GLOBAL_DEFAULT_MODEL_PROVIDER: 'openai',
    GLOBAL_DEFAULT_MODEL_NAME: 'large',
    SMALL_FAST_MODEL_PROVIDER: 'openai',
    SMALL_FAST_MODEL_NAME: 'small',
    UPSTREAM_FIRST_BYTE_MS: '300',
    UPSTREAM_IDLE_MS: '300',
  })
  const token = await app.signIn()
  const rubric: string = (await app.call('POST', '/creator/rubrics', token, draft('Orienteering'))).body
    .rubric.rubric_id

  /** Answers with one script after the other; the last one repeats. */
  function answers(...scripts: (string | Script)[]): void {
    upstream.seen.length = 0
    const remaining = scripts.map((script) =>
      typeof script === 'string' ? says(...(script.match(/.{1,9}/gs) ?? [])) : script,
    )
    upstream.answer((response, seen) =>
      (remaining.length > 1 ? remaining.shift() : remaining[0])?.(response, seen),
    )
  }

  /** A request that the provider received, by index. */
  function asked(at = 0) {
    const { messages, model } = (upstream.seen[at]?.body ?? {}) as {
      messages?: { content: string }[]
      model?: string
    }
    return { model, texts: messages?.map(({ content }) => content) ?? [] }
  }

  /** Simulates a client that disconnects while the provider answers: the call to the provider must end too. */
  async function leave(path: string, body: object): Promise<void> {
    answers((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const writing = setInterval(() => response.write(frameOf(chunkOf({ content: 'x' }))), 20)
      response.on('close', () => clearInterval(writing))
    })
    const leaving = new AbortController()
    const request = fetch(app.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: leaving.signal,
    }).catch(() => 'gone')
    await expect.poll(() => upstream.open()).toBe(1)
    leaving.abort()
    expect(await request).toBe('gone')
    await expect.poll(() => upstream.open()).toBe(0)
    expect(upstream.seen).toHaveLength(1)
  }

  async function stop(): Promise<void> {
    await app.stop()
    await upstream.stop()
  }

  return { app, upstream, token, rubric, answers, asked, leave, stop }
}
