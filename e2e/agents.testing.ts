import { expect } from 'vitest'
import { chunkOf, type FakeUpstream, frameOf, type Script } from '../server/test/harness/fake-upstream.ts'
import { ADMIN, assistantOf, type Journey } from './browser.ts'

type Page = Awaited<ReturnType<Journey['openSignedIn']>>['page']

/** Waits longer, because the machine may be busy. */
export const eventually = <T>(look: () => T | Promise<T>) => expect.poll(look, { timeout: 90_000 })

/** The model calls these functions in one round. */
export const calls =
  (...wanted: [name: string, input: object][]): Script =>
  (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const tool_calls = wanted.map(([name, input], index) => ({
      index,
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: JSON.stringify(input) },
    }))
    response.write(frameOf(chunkOf({ role: 'assistant', content: null, tool_calls })))
    response.write(frameOf(chunkOf({}, 'tool_calls')))
    response.end(frameOf('[DONE]'))
  }

/** One script after the other; the last one is repeated. */
export const script = (upstream: FakeUpstream, ...steps: Script[]): void =>
  upstream.answer((response, seen) => {
    const next = steps.length > 1 ? steps.shift() : steps[0]
    return next?.(response, seen)
  })

export const agent = (name: string, type: string, tools: object[]) => {
  const assistant = assistantOf(name, type)
  Object.assign(assistant.metadata, { connector: 'openai', llm: 'fake-model', tools })
  return assistant
}

export const call = (type: string, config: object) => ({ type, use: 'call', enabled: true, config })

/** The tools of an agent for the files of a workspace. */
export const onFiles = (workspace_id: string) =>
  (['read_file', 'list_files', 'write_file', 'patch_file'] as const).map((type) =>
    call(type, { workspace_id }),
  )

export const askedBy = (upstream: FakeUpstream) => ({
  ADMIN_EMAIL: ADMIN.email,
  ADMIN_PASSWORD: ADMIN.password,
  OPENAI_BASE_URL: upstream.url,
  OPENAI_API_KEY: 'k',
})

export const ask = async (page: Page, question: string): Promise<void> => {
  await page.getByTestId('question').fill(question)
  await page.keyboard.press('Enter')
}

/** A unique name, so that a repeated journey finds nothing of the first run. */
export const fresh = (name: string): string => `${name}-${Math.random().toString(36).slice(2, 7)}`

export interface FilesOfWorkspace {
  put(path: string, text: string): Promise<void>
  read(path: string): Promise<string>
}

/** The files of a workspace, accessed without the page. */
export function filesOf(journey: Journey, workspace: () => string): FilesOfWorkspace {
  const at = (path: string) => `${journey.server.url}/workspaces/${workspace()}/files/${path}`
  const bearer = async () => ({ authorization: `Bearer ${await journey.token()}` })
  return {
    async put(path, text) {
      const answer = await fetch(at(path), { method: 'PUT', headers: await bearer(), body: text })
      // A repeated journey writes the same content, which is refused.
      expect([200, 400]).toContain(answer.status)
    },
    async read(path) {
      return (await fetch(at(path), { headers: { ...(await bearer()), accept: 'application/json' } })).text()
    },
  }
}
