import { beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, until } from '../e2e/server-process.ts'
import {
  chunkOf,
  type FakeUpstream,
  frameOf,
  type Script,
  startFakeUpstream,
} from '../server/test/harness/fake-upstream.ts'
import { ask, drained, makeAssistant, openSite, pause, print, residentMiB, signIn } from './support.ts'

const AT_ONCE = 50
const begin = (response: Parameters<Script>[0]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(frameOf(chunkOf({ content: 'Begun ' })))
}

/** What a provider does, and what a reader must be told. */
const PROVIDERS: [string, Script, RegExp][] = [
  ['hangs before its first word', () => undefined, /"error"/],
  ['hangs in the middle', (response) => begin(response), /Begun[\s\S]*"error"/],
  [
    'dies in the middle',
    (response) => {
      begin(response)
      setImmediate(() => response.destroy())
    },
    /Begun[\s\S]*"error"/,
  ],
  [
    'drips one byte at a time',
    async (response) => {
      begin(response)
      for (const letter of frameOf(chunkOf({ content: 'drop' }, 'stop')) + frameOf('[DONE]')) {
        response.write(letter)
        await pause(1)
      }
      response.end()
    },
    /Begun[\s\S]*drop[\s\S]*\[DONE\]/,
  ],
  [
    'floods',
    async (response) => {
      begin(response)
      const much = frameOf(chunkOf({ content: 'much '.repeat(2000) }))
      for (let sent = 0; sent < 500 && !response.destroyed; sent++)
        if (!response.write(much)) await drained(response)
      response.end(frameOf(chunkOf({}, 'stop')) + frameOf('[DONE]'))
    },
    /Begun[\s\S]*much/,
  ],
  [
    'lies: HTML with status 200',
    (response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<html>Welcome</html>')
    },
    /"error"/,
  ],
]

describe('a provider that', () => {
  let upstream: FakeUpstream
  let server: ServerProcess
  let token: string
  let assistant: number

  beforeAll(async () => {
    upstream = await startFakeUpstream()
    const site = await openSite({
      OPENAI_BASE_URL: upstream.url,
      OPENAI_API_KEY: 'k',
      UPSTREAM_FIRST_BYTE_MS: '1500',
      UPSTREAM_IDLE_MS: '1500',
    })
    server = await site.start()
    token = await signIn(server.url)
    assistant = await makeAssistant(server.url, token)
    return async () => {
      await site.stop()
      await upstream.stop()
    }
  })

  it.each(PROVIDERS)(
    '%s: every reader gets an end, and nothing stays open',
    async (name, script, expected) => {
      upstream.answer(script)
      const start = performance.now()
      const answers = await Promise.all(
        Array.from({ length: AT_ONCE }, async (_, at) =>
          (await ask(server.url, token, assistant, `question ${at}`)).text(),
        ),
      )
      const milliseconds = performance.now() - start
      await until(() => upstream.open() === 0 || undefined)
      const wrong = answers.filter((text) => !expected.test(text))
      print(`a provider that ${name}`, {
        answers: answers.length,
        wrong: wrong.length,
        'until the last end (ms)': milliseconds,
        'memory (MiB)': await residentMiB(server.child.pid),
      })
      expect(wrong.slice(0, 2).map((text) => text.slice(0, 500))).toEqual([])
      expect((await fetch(`${server.url}/ready`)).status).toBe(200)
    },
  )
})
