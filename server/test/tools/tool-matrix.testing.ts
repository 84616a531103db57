import { expect, vi } from 'vitest'
import { expectOk, FOREIGN_MARK, type Person, type ToolWorld } from '../harness/tool-world.ts'

/** The state of the object that Ana's assistant names, when someone uses the assistant. */
export type State =
  | 'own'
  /** A colleague's, shared with Ana by name. */
  | 'shared'
  /** Ana's, shared with Cas by name. */
  | 'shared on'
  /** A colleague's, shared with the organization. */
  | 'published'
  | 'private'
  /** Accessible when the assistant was saved, but revoked since. */
  | 'revoked'
  /** Ana's own when the assistant was saved, but deleted since. */
  | 'deleted'
  /** Another organization's, shared within it. */
  | 'foreign'
  | 'never there'
  | 'orchestrator'

/** One kind of object that a tool can name. Its content contains `mark`, so that reads can be detected. */
export interface Kind {
  make(owner: Person, mark: string): Promise<string>
  /** Shares with one person. */
  share?(id: string, owner: Person, to: readonly Person[]): Promise<unknown>
  /** Shares with the organization. */
  publish?(id: string, owner: Person, isOpen: boolean): Promise<unknown>
  remove(id: string, owner: Person): Promise<unknown>
  /** An id that does not exist. */
  never: string
  config(id: string): object
}

export type KindName = 'assistant' | 'knowledge' | 'rubric' | 'file' | 'workspace' | 'mcp'

/** A line in every file and document. */
const lineWith = (mark: string): string => `The sheep pasture is behind the ${mark}.`
export const FILE = 'pasture.md'

/** A patch by someone who knows the content of the file. */
export const patchOf = (mark: string): object => ({
  file_path: FILE,
  changes: [
    { line_start: 1, line_end: 1, old_content: lineWith(mark), new_content: 'Eaten.', reason: 'hunger' },
  ],
})

export function createKinds(world: ToolWorld): Record<KindName, Kind> {
  const { app, admin, foreign, people } = world
  const adminOf = (person: Person) => (person.id === people.vic.id ? person.token : admin)
  const uploaded = (field: string, mark: string) => {
    const form = new FormData()
    form.set(field, new File([lineWith(mark)], FILE))
    return form
  }
  return {
    assistant: {
      never: '987654',
      config: (id) => ({ assistant_id: Number(id) }),
      make: async ({ token }, mark) =>
        String(
          await app.makeAssistant(token, {
            name: `${mark} ${Math.random()}`,
            system_prompt: lineWith(mark),
            metadata: { connector: 'openai', llm: 'sub' },
          }),
        ),
      share: (id, { token }, to) =>
        expectOk(
          app.call('PUT', `/assistants/${id}/shares`, token, { user_emails: to.map(({ email }) => email) }),
        ),
      publish: (id, { token }, publish_status) =>
        expectOk(app.call('POST', `/assistants/${id}/publish`, token, { publish_status })),
      remove: (id, { token }) => expectOk(app.call('DELETE', `/assistants/${id}`, token)),
    },
    knowledge: {
      never: '987654',
      config: (id) => ({ collections: [id] }),
      async make({ token }, mark) {
        const { id } = (await expectOk(app.call('POST', '/knowledge-bases', token, { name: mark }))).body
        const sent = await expectOk(
          app.call('POST', `/knowledge-bases/${id}/files`, token, uploaded('files', mark)),
        )
        const path = `/knowledge-bases/${id}/files/${sent.body.files[0].id}`
        await vi.waitFor(
          async () => expect((await app.call('GET', path, token)).body.status).toBe('completed'),
          { timeout: 20_000 },
        )
        return String(id)
      },
      async publish(id, { token }, is_shared) {
        if (is_shared) return expectOk(app.call('PATCH', `/knowledge-bases/${id}`, token, { is_shared }))
        // Refused while colleagues use it; deleted directly, as after a restored backup.
        const { db } = app.app.services
        return db.updateTable('knowledge_bases').set({ is_shared: 0 }).where('id', '=', Number(id)).execute()
      },
      remove: (id, { token }) => expectOk(app.call('DELETE', `/knowledge-bases/${id}`, token)),
    },
    rubric: {
      never: 'no-rubric-has-this-id',
      config: (id) => ({ rubric_id: id }),
      async make({ token }, mark) {
        const levels = ['Good', 'Poor'].map((label, at) => ({ label, description: mark, score: 2 - at }))
        const criteria = [{ name: mark, description: mark, weight: 100, levels }]
        const sheet = { title: mark, description: mark, scoringType: 'points', maxScore: 10, criteria }
        return (await expectOk(app.call('POST', '/creator/rubrics', token, sheet))).body.rubric.rubric_id
      },
      publish: (id, { token }, is_public) =>
        expectOk(app.call('PUT', `/creator/rubrics/${id}/visibility`, token, { is_public })),
      remove: (id, { token }) => expectOk(app.call('DELETE', `/creator/rubrics/${id}`, token)),
    },
    file: {
      never: '987654/nothing.md',
      config: (id) => ({ file_path: id }),
      make: async ({ token }, mark) =>
        (await expectOk(app.call('POST', '/creator/files/upload', token, uploaded('file', mark)))).body.path,
      remove: (id, { token }) => expectOk(app.call('DELETE', `/creator/files/delete/${id}`, token)),
    },
    workspace: {
      never: '01890000-0000-7000-8000-000000000000',
      config: (id) => ({ workspace_id: id }),
      async make({ token }, mark) {
        const { id } = (await expectOk(app.call('POST', '/workspaces', token, { name: mark }))).body
        const written = await fetch(`${app.url}/workspaces/${id}/files/${FILE}`, {
          method: 'PUT',
          headers: { authorization: `Bearer ${token}` },
          body: `${lineWith(mark)}\n`,
        })
        expect(written.status).toBeLessThan(300)
        return id
      },
      share: (id, { token }, to) => {
        const shares = to.map(({ email }) => ({ user_email: email, role: 'write' }))
        return expectOk(app.call('PUT', `/workspaces/${id}/shares`, token, { shares }))
      },
      remove: (id, { token }) => expectOk(app.call('DELETE', `/workspaces/${id}`, token)),
    },
    mcp: {
      never: '987654',
      config: (id) => ({ server_id: Number(id) }),
      async make(owner) {
        const token = adminOf(owner)
        const draft = {
          name: `${FOREIGN_MARK} ${Math.random()}`,
          url: foreign.url,
          secret: 'secret of the library',
        }
        const { id } = (await expectOk(app.call('POST', '/mcp-servers', token, draft))).body
        await expectOk(app.call('POST', `/mcp-servers/${id}/refresh`, token))
        const { tools } = (await expectOk(app.call('GET', `/mcp-servers/${id}`, token))).body
        for (const tool of tools as { id: number; name: string; fingerprint: string }[])
          await expectOk(
            app.call('PUT', `/mcp-servers/${id}/tools/${tool.id}`, token, {
              enabled: true,
              fingerprint: tool.fingerprint,
              only_reads: tool.name === 'peek',
              function_name: `${tool.name}_${id}`,
            }),
          )
        return String(id)
      },
      publish: (id, owner, enabled) =>
        expectOk(app.call('PUT', `/mcp-servers/${id}`, adminOf(owner), { enabled })),
      remove: (id, owner) => expectOk(app.call('DELETE', `/mcp-servers/${id}`, adminOf(owner))),
    },
  }
}

/** Creates an object in the state it has when the assistant is saved; `change` then moves it to its final state. */
export async function makeTarget(
  kind: Kind,
  state: State,
  mark: string,
  { app, people }: ToolWorld,
): Promise<{ id: string; change(): Promise<unknown> }> {
  const { ana, ben, cas, vic } = people
  const done = async () => undefined
  const open = (id: string, owner: Person, isOpen: boolean) =>
    kind.share ? kind.share(id, owner, isOpen ? [ana] : []) : kind.publish?.(id, owner, isOpen)
  if (state === 'never there') return { id: kind.never, change: done }
  const id = await kind.make(ownerIn(state, people), mark)
  switch (state) {
    case 'shared':
      await kind.share?.(id, ben, [ana])
      return { id, change: done }
    case 'shared on':
      await kind.share?.(id, ana, [cas])
      return { id, change: done }
    case 'published':
      await kind.publish?.(id, ben, true)
      return { id, change: done }
    case 'revoked':
      await open(id, ben, true)
      return { id, change: async () => open(id, ben, false) }
    case 'foreign':
      await kind.publish?.(id, vic, true)
      return { id, change: done }
    case 'deleted':
      return { id, change: () => kind.remove(id, ana) }
    case 'orchestrator': {
      const other = await app.makeAssistant(ana.token)
      const metadata = JSON.stringify({
        connector: 'openai',
        llm: 'sub',
        tools: [{ type: 'assistant', assistant_id: other }],
      })
      return { id, change: () => expectOk(app.call('PUT', `/assistants/${id}`, ana.token, { metadata })) }
    }
    default:
      return { id, change: done }
  }
}

function ownerIn(state: State, { ana, ben, vic }: ToolWorld['people']): Person {
  if (state === 'foreign') return vic
  return ['shared', 'published', 'private', 'revoked'].includes(state) ? ben : ana
}
