import { request } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import {
  calls,
  type FakeUpstream,
  type Script,
  says,
  startFakeUpstream,
} from '../../../test/harness/fake-upstream.ts'
import { startTestApp, type TestApp } from '../../../test/harness/test-app.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any

export interface SentMessage {
  role: string
  content: string | null
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

export { calls }

export const patch = (file_path: string, old_content: string, new_content: string, text = '') =>
  calls(
    'patch_file',
    { file_path, changes: [{ line_start: 2, line_end: 2, old_content, new_content, reason: 'better' }] },
    text,
  )

/** One script after the other, one for each request. */
export function inTurn(...scripts: Script[]): Script {
  let at = 0
  return (response, seen) => (scripts[at++] ?? says('Nothing more.'))(response, seen)
}

export const messagesOf = (upstream: FakeUpstream, at = -1): SentMessage[] =>
  upstream.seen.at(at)?.body['messages'] as SentMessage[]

const TOOLS = ['read_file', 'list_files', 'write_file', 'patch_file', 'delete_file']

/** An app with an agent, its workspace and a key of its owner's. */
export async function openAgent(env: Record<string, string> = {}, folder?: string) {
  const upstream = await startFakeUpstream()
  const app = await startTestApp({ OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k-secret', ...env })
  const token = await app.signIn()
  const workspace: string = (await app.call('POST', '/workspaces', token, { name: 'Essay', folder })).body.id
  const assistant = await makeAgent(app, token, workspace)
  const key: string = (
    await app.call('POST', '/api-keys', token, { name: 'editor', assistant_ids: [assistant] })
  ).body.key
  const files = folder ?? join(app.dataDir, 'workspaces', workspace, 'files')
  const put = (path: string, body: string) =>
    fetch(`${app.url}/workspaces/${workspace}/files/${path}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body,
    })
  return {
    app,
    upstream,
    token,
    workspace,
    assistant,
    key,
    files,
    put,
    isOnDisk: app.app.services.workspaces.objects.kind === 'disk',
    async read(path: string): Promise<string> {
      const url = `${app.url}/workspaces/${workspace}/files/${path}`
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      if (response.status === 404) throw new Error('ENOENT')
      return response.text()
    },
    client: createClient(`${app.url}/agentsmithy/${assistant}/${key}`),
    async stop() {
      await app.stop()
      await upstream.stop()
    },
  }
}

export type Agent = Awaited<ReturnType<typeof openAgent>>

/** An agent with an essay, and a new dialog for each test. */
export function withAgent(
  env: () => Promise<Record<string, string>>,
  ready: (opened: { agent: Agent; dialog: string }) => void,
): void {
  let agent: Agent
  beforeAll(async () => {
    agent = await openAgent(await env())
  })
  afterAll(() => agent.stop())
  beforeEach(async () => {
    await agent.put('essay.md', '# Title\r\nA weak line.\r\n')
    agent.upstream.seen.length = 0
    ready({ agent, dialog: await agent.client.newDialog() })
  })
}

export const makeAgent = (app: TestApp, token: string, workspace: string, more: object = {}) =>
  app.makeAssistant(token, {
    metadata: {
      assistant_type: 'agent',
      prompt_processor: 'multi_augment',
      connector: 'openai',
      llm: 'fake-model',
      tools: TOOLS.map((type) => ({ type, use: 'call', config: { workspace_id: workspace } })),
      ...more,
    },
  })

/** Behaves as the VS Code client does: it knows an address, appends to it, sends no credential, and reads until `done`. */
export function createClient(base: string, headers: Record<string, string> = {}) {
  async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Json }> {
    const response = await fetch(base + path, {
      method,
      headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  const open = (content: string, more: object = {}, signal?: AbortSignal) =>
    fetch(`${base}/api/chat`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
      body: JSON.stringify({ messages: [{ role: 'user', content }], stream: true, ...more }),
      ...(signal ? { signal } : {}),
    })

  return {
    call,
    open,
    /** All events of the answer to one message, until the stream ends. */
    async say(content: string, more: object = {}): Promise<Json[]> {
      const response = await open(content, more)
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
      return eventsIn(await response.text())
    },
    newDialog: async (): Promise<string> => (await call('POST', '/api/dialogs', {})).body.id,
    history: async (id: string, query = ''): Promise<Json> =>
      (await call('GET', `/api/dialogs/${id}/history${query}`)).body,
    session: async (id: string): Promise<Json> => (await call('GET', `/api/dialogs/${id}/session`)).body,
  }
}

export const eventsIn = (text: string): Json[] =>
  text
    .split('\n\n')
    .filter((part) => part.startsWith('data: '))
    .map((part) => JSON.parse(part.slice(6)))

/** In order, without the progress of tools. */
export const typesOf = (events: readonly Json[]): string[] => withoutStatus(events).map(({ type }) => type)

export const withoutStatus = (events: readonly Json[]): Json[] =>
  events.filter(({ type }) => type !== 'status')

/** Sends the path unchanged; fetch would normalize it. */
export const statusOfRaw = (base: string, method: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port, pathname } = new URL(base)
    const call = request({ hostname, port, method, path: pathname + path }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    call.on('error', reject)
    call.end()
  })
