/** @module-tag nightly */
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../src/platform/log.ts'
import { startDatabaseProxy } from '../harness/database-proxy.ts'
import { eachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import {
  recordingOf,
  startTranscriptionProvider,
  wellTranscribed,
} from '../harness/transcription-provider.ts'

const postgres = eachDatabase().find(({ name }) => name === 'PostgreSQL')
const MODELS = '/organizations/current/search-models'
const EMBEDDED = {
  status: 200,
  body: { data: [{ index: 0, embedding: [1, 0, 0] }], usage: { prompt_tokens: 3, total_tokens: 3 } },
}

/** With files in PostgreSQL, so that transcripts can't be kept either. */
describe.skipIf(!postgres)(`documents while PostgreSQL is away${postgres ? '' : ' SKIPPED'}`, () => {
  let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>
  let provider: Awaited<ReturnType<typeof startTranscriptionProvider>>
  let app: TestApp
  let token: string
  let files: string
  const logged: string[] = []

  beforeAll(async () => {
    proxy = await startDatabaseProxy(new URL((await postgres?.env())?.['DATABASE_URL'] ?? ''))
    provider = await startTranscriptionProvider()
    const settings = { OPENAI_BASE_URL: `${provider.url}/v1`, OPENAI_API_KEY: 'sk-env' }
    const log = createLog('warn', { write: (line) => void logged.push(line) })
    app = await startTestApp({ DATABASE_URL: proxy.url, ...settings }, log)
    token = await app.signIn()
  })
  beforeEach(async () => {
    provider.asked.length = 0
    const base = (await app.call('POST', '/knowledge-bases', token, { name: `b${Math.random()}` })).body.id
    files = `/knowledge-bases/${base}/files`
  })
  afterAll(async () => {
    await app.stop()
    await provider.stop()
    proxy.close()
  })

  const upload = async (content: Uint8Array | string, name: string): Promise<string> => {
    const form = new FormData()
    form.append('files', new File([content], name))
    const { status, body } = await app.call('POST', files, token, form)
    expect(status, JSON.stringify(body)).toBe(201)
    return body.files[0].id
  }
  /** The database goes away while the provider answers, and comes back once the lease was not renewed so often. */
  async function outage(failure: string, times: number): Promise<void> {
    await expect.poll(() => logged.filter((line) => line.includes(failure)).length >= times).toBe(true)
    proxy.mend()
    await expect.poll(async () => (await fetch(`${app.url}/ready`)).status).toBe(200)
  }
  const statusOf = async (id: string) => (await app.call('GET', `${files}/${id}`, token)).body.status

  it('a document is embedded and paid once', async () => {
    const { db } = app.app.services
    await app.call('PATCH', MODELS, token, { embeddings: { provider: 'openai', model: 'embed-1' } })
    onTestFinished(() => app.call('PATCH', MODELS, token, { embeddings: null }).then(() => undefined))
    provider.answer(() => {
      proxy.cut()
      return EMBEDDED
    })
    const id = await upload('Leaves make sugar of light.', 'leaves.txt')
    await outage('failed to renew a lease', 1)
    provider.answer(() => EMBEDDED)
    const vectors = () =>
      db.selectFrom('knowledge_vectors').select('status').where('file_id', '=', Number(id)).execute()
    await expect.poll(vectors).toEqual([{ status: 'ready' }])
    expect(provider.asked).toHaveLength(1)
  })

  it('a recording is transcribed and paid once', async () => {
    await app.call('PATCH', MODELS, token, { transcription: { provider: 'openai', model: 'whisper-1' } })
    provider.answer(() => {
      proxy.cut()
      return wellTranscribed
    })
    const id = await upload(recordingOf(10_000), 'Lecture.mp3')
    await outage('failed to save progress', 3)
    provider.answer(() => wellTranscribed)
    await expect.poll(() => statusOf(id)).toBe('completed')
    expect(provider.asked).toHaveLength(1)
  })
})
