import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'

const HISTORY = 'The French Revolution began in 1789 with the storming of the Bastille.'

let library: TestApp
let school: TestApp | undefined
let key: string
beforeAll(async () => {
  library = await startTestApp()
  key = (await library.call('POST', '/api-keys', await library.signIn(), { name: 'the school' })).body.key
})
afterAll(async () => {
  await school?.stop()
  await library.stop()
})

it('an assistant of one server searches the knowledge base of another', async () => {
  const made = await library.call('POST', '/kb-server/collections', key, { name: 'history', owner: '1' })
  expect(made.status).toBe(201)
  const collection = `/kb-server/collections/${made.body.id}`
  await library.call('POST', `${collection}/documents`, key, {
    documents: [{ text: HISTORY, metadata: { filename: 'history.txt' } }],
  })
  const jobs = async () => (await library.call('GET', `${collection}/ingestion-jobs`, key)).body.items
  await vi.waitFor(async () => expect(await jobs()).toMatchObject([{ status: 'completed' }]), 20_000)

  school = await startTestApp({
    LAMB_KB_SERVER: `${library.url}/kb-server`,
    LAMB_KB_SERVER_TOKEN: key,
  })
  const admin = await school.signIn()
  const { body } = await school.call('GET', '/creator/knowledgebases/user', admin)
  expect(body).toEqual({ knowledge_bases: [], external_server: true })

  const assistant = await school.makeAssistant(admin, {
    prompt_template: '{context}\n{user_input}',
    RAG_collections: String(made.body.id),
    metadata: { rag_processor: 'simple_rag', llm: 'debug-bypass' },
  })
  const answer = await school.call('POST', '/v1/chat/completions', admin, {
    model: `lamb_assistant.${assistant}`,
    messages: [{ role: 'user', content: 'When did the French Revolution begin?' }],
  })
  expect(answer.status).toBe(200)
  expect(JSON.stringify(answer.body.choices)).toContain('storming of the Bastille')
  expect(answer.body.sources).toMatchObject([{ source: { name: 'history.txt' } }])
})

it('a revoked key is refused', async () => {
  const admin = await library.signIn()
  const { keys } = (await library.call('GET', '/api-keys', admin)).body
  await library.call('DELETE', `/api-keys/${keys[0].id}`, admin)
  expect((await library.call('GET', '/kb-server/collections', key)).status).toBe(401)
})
