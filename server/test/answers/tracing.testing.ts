import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect } from 'vitest'
import { writeOddTool } from '../../src/completions/tools/odd-tool.testing.ts'
import { says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { startTestApp } from '../harness/test-app.ts'

export const PROVIDER_KEY = 'sk-canary-of-the-provider'
const TOOL_KEY = 'canary-in-the-settings-of-a-tool'
export const STUDENT = 'canary that a student wrote'

/** Starts the app with a provider, a misbehaving tool, two users and a readable log. */
export async function startTracedApp(env: Record<string, string>) {
  const lines: string[] = []
  const upstream = await startFakeUpstream()
  const plugins = mkdtempSync(join(tmpdir(), 'bellwether-plugins-'))
  writeFileSync(join(plugins, 'odd.tool.mjs'), writeOddTool())
  const settings = {
    OPENAI_BASE_URL: upstream.url,
    OPENAI_API_KEY: PROVIDER_KEY,
    PLUGINS_DIR: plugins,
    // Nothing listens there.
    OPEN_METEO_GEOCODING_URL: 'http://127.0.0.1:1',
  }
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const app = await startTestApp({ ...env, ...settings }, log)
  const token = await app.signIn()
  const created = { email: 'ben@example.edu', name: 'ben', password: 'a good password', role: 'user' }
  await app.call('POST', '/creator/admin/users/create', token, { ...created, user_type: 'creator' })
  const ben = await app.signIn(created.email, created.password)
  const form = new FormData()
  form.set('file', new File(['The guide.'], 'guide.md'))
  const file: string = (await app.call('POST', '/creator/files/upload', token, form)).body.path

  return {
    ...app,
    upstream,
    token,
    ben,
    file,
    logged: () => lines.join(''),
    /** Called before each test. */
    reset(): void {
      lines.length = 0
      upstream.answer(says('Hello', ' world'))
    },
    make: (metadata: object, prompt_template = '{file}{odd}{user_input}') =>
      app.makeAssistant(token, {
        prompt_template,
        metadata: { assistant_type: 'multi_tool', connector: 'openai', llm: 'm', ...metadata },
      }),
    ask: (id: number, body: object = {}, askerToken = token) =>
      app.call('POST', '/v1/chat/completions', askerToken, {
        model: `lamb_assistant.${id}`,
        messages: [{ role: 'user', content: STUDENT }],
        ...body,
      }),
    async traceOf(answer: { headers: Headers }, readerToken = token) {
      const trace = await app.call('GET', `/traces/${answer.headers.get('x-trace-id')}`, readerToken)
      expect(trace.status, JSON.stringify(trace.body)).toBe(200)
      return trace.body
    },
    async stop(): Promise<void> {
      await app.stop()
      await upstream.stop()
    },
  }
}

export type TracedApp = Awaited<ReturnType<typeof startTracedApp>>

/** An entry of the misbehaving tool. */
export const odd = (mode: string, more: object = {}) => ({
  type: 'odd',
  config: { mode, api_key: TOOL_KEY },
  ...more,
})
