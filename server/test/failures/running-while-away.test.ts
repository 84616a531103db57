import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { createLog } from '../../src/platform/log.ts'
import { enter, makeLink, makePublished, QUESTION } from '../class-links/class-links.testing.ts'
import { startDatabaseProxy } from '../harness/database-proxy.ts'
import {
  calls,
  chunkOf,
  type FakeUpstream,
  frameOf,
  says,
  startFakeUpstream,
} from '../harness/fake-upstream.ts'
import { eachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const postgres = eachDatabase().find(({ name }) => name === 'PostgreSQL')

describe.skipIf(!postgres)(`answers that run while PostgreSQL is away${postgres ? '' : ' SKIPPED'}`, () => {
  let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
  let upstream: FakeUpstream
  let app: TestApp
  let admin: string
  const logged: string[] = []

  beforeAll(async () => {
    proxy = await startDatabaseProxy(new URL((await postgres?.env())?.['DATABASE_URL'] ?? ''))
    upstream = await startFakeUpstream()
    const log = createLog('warn', { write: (line) => void logged.push(line) })
    const provider = { OPENAI_BASE_URL: upstream.url, OPENAI_API_KEY: 'k' }
    app = await startTestApp({ DATABASE_URL: proxy.url, ...provider }, log)
    admin = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
    proxy.close()
  })

  const stream = (path: string, token: string, more: object = {}) =>
    fetch(app.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...QUESTION, ...more, stream: true }),
    })
  const metadata = { connector: 'openai', llm: 'fake-model' }

  it('go on for guests, whose link can’t be checked meanwhile', async () => {
    const assistant = await makePublished(app, admin, { metadata })
    const { id, code } = await makeLink(app, admin, assistant)
    const guest = await enter(app, code)
    let model: ServerResponse | undefined
    upstream.answer((response) => {
      model = response.writeHead(200, { 'content-type': 'text/event-stream' })
      model.write(frameOf(chunkOf({ content: 'Water' })))
    })
    const running = await stream('/v1/chat/completions', guest, { model: `lamb_assistant.${assistant}` })
    await expect.poll(() => model).toBeDefined()
    proxy.cut()
    const accessChanged = { name: 'access-changed', schema: z.object({ link: z.number() }) }
    app.app.services.notifications.hint(accessChanged, { link: id })
    await expect.poll(() => logged.join('')).toContain('failed to check whether a person still has access')
    model?.write(frameOf(chunkOf({ content: ' moves.' }, 'stop')))
    model?.end(frameOf('[DONE]'))
    expect(await running.text()).toContain('moves.')
    proxy.mend()
    await expect.poll(async () => (await fetch(`${app.url}/ready`)).status).toBe(200)
  })

  it('go on waiting for a person’s approval', { tags: ['nightly'] }, async () => {
    const expert = await app.makeAssistant(admin, { name: 'expert', metadata: { ...metadata, llm: 'sub' } })
    const tools = [{ type: 'assistant', assistant_id: expert, approval: 'ask' }]
    const lead = { ...metadata, llm: 'lead', prompt_processor: 'tool_augment', rag_processor: '', tools }
    const leader = await app.makeAssistant(admin, { name: 'leader', metadata: lead })
    upstream.answer((response, seen) => {
      const messages = seen.body['messages'] as { role: string }[]
      const isDone = seen.body['model'] !== 'lead' || messages.some(({ role }) => role === 'tool')
      return (isDone ? says('Approved and done.') : calls(`call_assistant_${expert}`, { query: 'x' }))(
        response,
        seen,
      )
    })
    const answer = await stream(`/creator/assistant/${leader}/chat/completions`, admin)
    const waiting = async () => (await app.call('GET', '/approvals', admin)).body.approvals
    await expect.poll(async () => (await waiting()).length).toBe(1)
    const [{ id }] = await waiting()
    proxy.cut()
    const decided = { name: 'approval-decided', schema: z.object({ id: z.string() }) }
    app.app.services.notifications.hint(decided, { id })
    await expect.poll(async () => (await fetch(`${app.url}/ready`)).status).toBe(503)
    proxy.mend()
    await expect.poll(async () => (await fetch(`${app.url}/ready`)).status).toBe(200)
    expect((await app.call('POST', `/approvals/${id}`, admin, { decision: 'approve' })).status).toBe(200)
    expect(await answer.text()).toContain('Approved and done.')
  })
})
