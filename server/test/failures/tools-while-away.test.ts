import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectTo } from '../../src/doors/mcp/mcp-door.testing.ts'
import { dataChanged } from '../../src/doors/mcp/protocol/changes.ts'
import { startDatabaseProxy } from '../harness/database-proxy.ts'
import { calls, type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { eachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const postgres = eachDatabase().find(({ name }) => name === 'PostgreSQL')

interface Message {
  role: string
  content: string
}

describe.skipIf(!postgres)(
  `tools and subscriptions while PostgreSQL is away${postgres ? '' : ' SKIPPED'}`,
  () => {
    let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
    let upstream: FakeUpstream
    let app: TestApp
    let admin: string

    beforeAll(async () => {
      proxy = await startDatabaseProxy(new URL((await postgres?.env())?.['DATABASE_URL'] ?? ''))
      upstream = await startFakeUpstream()
      app = await startTestApp({
        DATABASE_URL: proxy.url,
        OPENAI_BASE_URL: upstream.url,
        OPENAI_API_KEY: 'k',
      })
      admin = await app.signIn()
    })
    afterAll(async () => {
      await app.stop()
      await upstream.stop()
      proxy.close()
    })
    const statusOf = async () => (await fetch(`${app.url}/ready`)).status
    const mend = async () => {
      proxy.mend()
      await expect.poll(statusOf).toBe(200)
    }

    it('a workspace tool fails for now, which is neither a refusal nor an entry in the audit log', async () => {
      const { id: workspace_id } = (await app.call('POST', '/workspaces', admin, { name: 'Lab' })).body
      await fetch(`${app.url}/workspaces/${workspace_id}/files/notes.md`, {
        method: 'PUT',
        headers: { authorization: `Bearer ${admin}` },
        body: 'Water moves.',
      })
      const tools = [{ type: 'read_file', use: 'call', config: { workspace_id }, needs_approval: false }]
      const id = await app.makeAssistant(admin, {
        metadata: {
          assistant_type: 'multi_tool',
          prompt_processor: 'multi_augment',
          connector: 'openai',
          llm: 'fake-model',
          tools,
        },
      })
      const ask = () =>
        app.call('POST', `/completions?assistant_id=${id}`, admin, {
          messages: [{ role: 'user', content: 'Read my notes' }],
        })
      const answerWith = (before: () => void) =>
        upstream.answer((response, seen) => {
          const messages = seen.body['messages'] as Message[]
          if (messages.some(({ role }) => role === 'tool')) return says('Done.')(response, seen)
          before()
          return calls('read_file', { path: 'notes.md' })(response, seen)
        })
      const resultOf = () => {
        const messages = (upstream.seen.at(-1)?.body['messages'] ?? []) as Message[]
        return messages.find(({ role }) => role === 'tool')?.content ?? ''
      }
      answerWith(proxy.cut)
      const answer = await ask()
      expect(answer.body.choices?.[0].message.content, JSON.stringify(answer.body)).toBe('Done.')
      expect(resultOf()).not.toMatch(/not_allowed|not found|denied|Water/i)
      expect(resultOf()).toContain('failed')
      await mend()
      answerWith(() => undefined)
      await ask()
      expect(resultOf()).toContain('Water moves.')
      const { entries } = (await app.call('GET', '/audit?limit=100', admin)).body
      expect(entries.filter(({ outcome }: { outcome: string }) => outcome === 'denied')).toEqual([])
    })

    it('an MCP subscription survives, and the client is told only what has changed', {
      tags: ['nightly'],
    }, async () => {
      const { id: base } = (await app.call('POST', '/knowledge-bases', admin, { name: 'Tides' })).body
      const uri = `bellwether://knowledge-bases/${base}`
      const { client, session } = await connectTo(app.url, admin)
      await client.subscribeResource({ uri })
      await client.close()
      const open = () =>
        fetch(`${app.url}/mcp`, {
          headers: {
            accept: 'text/event-stream',
            authorization: `Bearer ${admin}`,
            'mcp-session-id': session,
            'mcp-protocol-version': '2025-11-25',
          },
        })
      /** Everything on a stream until it ends, or `text` arrives. */
      async function readUntil(stream: Response, text: string): Promise<string> {
        const reader = stream.body?.getReader()
        let heard = ''
        while (!heard.includes(text)) {
          const { done, value } = (await reader?.read()) ?? { done: true }
          if (done) return heard
          heard += new TextDecoder().decode(value)
        }
        await reader?.cancel()
        return heard
      }
      const changed = 'notifications/resources/updated'

      const first = await open()
      proxy.cut()
      // Woken while the database is away, it can't find out what has changed.
      app.app.services.notifications.hint(dataChanged, { table: 'knowledge_bases' })
      expect(await readUntil(first, changed)).not.toContain(changed)
      // Neither signed out nor without a session: the client comes back.
      expect((await open()).status).toBe(503)
      await mend()
      const second = await open()
      expect(second.status).toBe(200)
      await app.call('PATCH', `/knowledge-bases/${base}`, admin, { name: 'Seas' })
      expect(await readUntil(second, changed)).toContain(uri)
    })
  },
)
