import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { wavOf } from '../../src/documents/recordings/parts/media.testing.ts'
import { writeZip } from '../../src/modules/knowledge/documents/zip/zip.testing.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import {
  recordingOf,
  startTranscriptionProvider,
  type TranscriptionAsked,
  wellTranscribed,
} from '../harness/transcription-provider.ts'

const MODELS = '/organizations/current/search-models'
const DAY_MS = 86_400_000
/** From yesterday to tomorrow: a test may run at midnight. */
const [from, to] = [-DAY_MS, DAY_MS].map((off) => new Date(Date.now() + off).toISOString().slice(0, 10))
const USAGE = `/usage?scope=organization&from=${from}&to=${to}`
const MB = 1024 * 1024

onEachDatabase('recordings in a knowledge base ($name)', ({ env }) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-recordings-'))
  let settings: Record<string, string>
  let app: TestApp
  let provider: Awaited<ReturnType<typeof startTranscriptionProvider>>
  let token: string
  let files: string
  const start = async () => {
    app = await startTestApp(settings)
    token = await app.signIn()
  }
  beforeAll(async () => {
    provider = await startTranscriptionProvider()
    settings = {
      ...(await env()),
      DATA_DIR: dataDir,
      OPENAI_BASE_URL: `${provider.url}/v1`,
      OPENAI_API_KEY: 'sk-env',
      TRANSCRIPTION_MAX_MB: '2',
    }
    await start()
  })
  beforeEach(async () => {
    provider.asked.length = 0
    provider.answer(() => wellTranscribed)
    const base = (await app.call('POST', '/knowledge-bases', token, { name: `b${Math.random()}` })).body.id
    files = `/knowledge-bases/${base}/files`
    await choose({ provider: 'openai', model: 'whisper-1' })
  })
  afterAll(async () => {
    await app.stop()
    await provider.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const choose = (transcription: unknown) => app.call('PATCH', MODELS, token, { transcription })
  const upload = (content: Uint8Array, name = 'Lecture 1.mp3') => {
    const form = new FormData()
    form.append('files', new File([Buffer.from(content)], name))
    return app.call('POST', files, token, form)
  }
  const ended = (id: string) =>
    vi.waitFor(
      async () => {
        const { body } = await app.call('GET', `${files}/${id}`, token)
        expect(['completed', 'failed', 'cancelled']).toContain(body.status)
        return body
      },
      { timeout: 20_000 },
    )
  const added = async (content = recordingOf(100_000), name?: string) =>
    (await upload(content, name)).body.files[0].id as string
  const reached = () =>
    vi.waitFor(
      () => {
        const one = provider.asked.at(-1)
        expect(one).toBeDefined()
        return one as TranscriptionAsked
      },
      { timeout: 20_000 },
    )

  it('are transcribed, and their passages carry the time', async () => {
    const before = (await app.call('GET', USAGE, token)).body.units.audio_seconds
    const id = await added()
    expect(await ended(id)).toMatchObject({ status: 'completed', name: 'Lecture 1.mp3' })
    const { passages } = (await app.call('GET', `${files}/${id}/passages`, token)).body
    expect(passages[0]).toMatchObject({ time: '00:00:00' })
    expect(passages.map(({ text }: { text: string }) => text).join('\n')).toContain(
      'Neap tides are weak & <short>.',
    )
    const results = await app.call('POST', files.replace(/files$/, 'query'), token, {
      question: 'Which tides are weak?',
    })
    expect(results.body.passages[0]).toMatchObject({ filename: 'Lecture 1.mp3' })
    expect(provider.asked[0]).toMatchObject({
      fields: { model: 'whisper-1', response_format: 'verbose_json' },
      filename: 'recording.mp3',
    })
    await vi.waitFor(async () => {
      const { body } = await app.call('GET', USAGE, token)
      expect(body.units.audio_seconds - before).toBe(3730)
    })
    const again = await app.call('POST', `${files}/${id}/retry`, token, { params: { chunk_size: 200 } })
    expect(again.status).toBe(200)
    expect(await ended(id)).toMatchObject({ status: 'completed' })
    expect(provider.asked).toHaveLength(1)
    // Another model may hear more.
    await choose({ provider: 'openai', model: 'whisper-2' })
    await app.call('POST', `${files}/${id}/retry`, token, {})
    await vi.waitFor(() => expect(provider.asked).toHaveLength(2))
    expect(await ended(id)).toMatchObject({ status: 'completed' })
  })

  it('are charged to the person who uploaded or replaced them', async () => {
    const person = { email: `ana${Math.random()}@example.edu`, name: 'Ana', password: 'a good password' }
    await app.call('POST', '/creator/admin/users/create', token, person)
    const ana = await app.signIn(person.email, person.password)
    const base = (await app.call('POST', '/knowledge-bases', ana, { name: 'Tides' })).body.id
    files = `/knowledge-bases/${base}/files`
    const form = (field: string, bytes: number) => {
      const data = new FormData()
      data.append(field, new File([Buffer.from(recordingOf(bytes))], 'Lecture 1.mp3'))
      return data
    }
    const id = (await app.call('POST', files, ana, form('files', 50_000))).body.files[0].id
    expect(await ended(id)).toMatchObject({ status: 'completed' })
    const replaced = await app.call('PUT', `${files}/${id}/original`, token, form('file', 60_000))
    expect(replaced.status, JSON.stringify(replaced.body)).toBe(200)
    await vi.waitFor(() => expect(provider.asked).toHaveLength(2))
    expect(await ended(id)).toMatchObject({ status: 'completed' })
    const { db, usage, users } = app.app.services
    const ids = [person.email, 'admin@example.edu'].map(async (email) => (await users.findByEmail(email))?.id)
    await usage.flush()
    const charged = await db
      .selectFrom('usage_records')
      .select('user_id')
      .where('model', '=', 'whisper-1')
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(charged.map(({ user_id }) => user_id).reverse()).toEqual(await Promise.all(ids))
  })

  it('are text without times where the model has no segments', async () => {
    provider.answer(() => ({ status: 200, body: { text: 'The moon pulls at the sea.' } }))
    const id = await added()
    expect(await ended(id)).toMatchObject({ status: 'completed' })
    const { passages } = (await app.call('GET', `${files}/${id}/passages`, token)).body
    expect(passages).toMatchObject([{ time: null, text: 'The moon pulls at the sea.' }])
  })

  it('are refused without a model, with what to do instead', async () => {
    await choose(null)
    const refused = await upload(recordingOf(1000))
    expect(refused).toMatchObject({
      status: 400,
      body: { detail: expect.stringContaining('Ask an organization admin to choose one') },
    })
    const zip = writeZip([
      { name: 'a.txt', content: 'Words.' },
      { name: 'talk.mp3', content: recordingOf(1000) },
    ])
    const { body } = await upload(zip, 'course.zip')
    expect(body.files.map(({ name }: { name: string }) => name)).toEqual(['course/a.txt'])
    expect(body.skipped).toMatchObject([
      { name: 'course/talk.mp3', message_code: 'knowledge.no_transcription_model' },
    ])
    expect(provider.asked).toHaveLength(0)
  })

  it('are sent in parts where they are larger than the provider accepts', async () => {
    provider.answer(({ filename }) => {
      const number = provider.asked.length
      const segments = [
        { start: 0, text: ` Part ${number}.` },
        { start: 6.5, text: ' Neap tides are weak.' },
      ]
      expect(filename).toBe('recording.wav')
      return { status: 200, body: { text: segments.map(({ text }) => text).join(''), segments } }
    })
    const heardSeconds = async (): Promise<number> => {
      await app.app.services.usage.flush()
      return (await app.call('GET', USAGE, token)).body.units.audio_seconds
    }
    const before = await heardSeconds()
    // 16 kB per second: a part has at most 2 MB and room for its header.
    const id = await added(wavOf(300), 'Lecture.wav')
    expect(await ended(id)).toMatchObject({ status: 'completed' })
    expect(provider.asked).toHaveLength(3)
    for (const { bytes } of provider.asked) {
      expect(bytes.length).toBeLessThanOrEqual(2 * MB)
      expect(bytes.subarray(0, 4).toString()).toBe('RIFF')
    }
    const { passages } = (await app.call('GET', `${files}/${id}/passages`, token)).body
    const text = passages.map((passage: { text: string }) => passage.text).join(' ')
    for (const part of ['Part 1.', 'Part 2.', 'Neap tides are weak.', 'Part 3.']) expect(text).toContain(part)
    expect(Math.abs((await heardSeconds()) - before - 300)).toBeLessThan(5)
  })

  it('continue after the parts that are done', async () => {
    const partsDone = () => provider.asked.length
    provider.answer(() => (partsDone() === 1 ? { status: 200, body: { text: 'The first part.' } } : 'wait'))
    const id = await added(wavOf(300), 'Lecture.wav')
    await vi.waitFor(() => expect(provider.asked).toHaveLength(2), { timeout: 20_000 })
    await vi.waitFor(async () =>
      expect((await app.call('GET', `${files}/${id}`, token)).body.progress).toMatchObject({
        current: 1,
        total: 3,
      }),
    )
    await app.stop()
    provider.answer(() => ({ status: 200, body: { text: `Request ${partsDone()}.` } }))
    await start()
    expect(await ended(id)).toMatchObject({ status: 'completed' })
    const { passages } = (await app.call('GET', `${files}/${id}/passages`, token)).body
    expect(passages).toMatchObject([{ time: null, text: 'The first part.\nRequest 3.\nRequest 4.' }])
  })

  it('are refused when they are too large and can’t be split, or no recordings', async () => {
    const large = await upload(recordingOf(2 * MB + 1), 'lecture.mpeg')
    expect(large).toMatchObject({
      status: 413,
      body: { detail: expect.stringContaining('up to 2 MB') },
    })
    expect(await ended(await added(recordingOf(2 * MB + 1)))).toMatchObject({
      status: 'failed',
      error_code: 'too_large',
      retryable: false,
    })
    const id = await added(Buffer.from('Only a text.'), 'talk.wav')
    expect(await ended(id)).toMatchObject({ status: 'failed', error_code: 'corrupt', retryable: false })
    expect(provider.asked).toHaveLength(0)
  })

  it.each([401, 413, 500])('can be processed again after the provider answered %i', async (status) => {
    provider.answer(() => ({ status, body: { error: { message: 'No' } }, headers: { 'retry-after': '60' } }))
    const id = await added()
    const failed = await ended(id)
    expect(failed).toMatchObject({ status: 'failed', retryable: true })
    expect(JSON.stringify(failed)).not.toContain('sk-env')
    provider.answer(() => wellTranscribed)
    await app.call('POST', `${files}/${id}/retry`, token)
    expect(await ended(id)).toMatchObject({ status: 'completed' })
  })

  it('are not sent when a budget is used up', async () => {
    const budget = { scope: 'organization', period: 'month', max_cost: 0 }
    const { status, body } = await app.call('POST', '/organizations/current/budgets', token, budget)
    expect(status).toBe(201)
    const id = await added()
    expect(await ended(id)).toMatchObject({
      status: 'failed',
      error_code: 'quota_exceeded',
      retryable: true,
    })
    expect(provider.asked).toHaveLength(0)
    await app.call('DELETE', `/budgets/${body.id}`, token)
    await app.call('POST', `${files}/${id}/retry`, token)
    expect(await ended(id)).toMatchObject({ status: 'completed' })
  })

  it('are reported when they contain no speech', async () => {
    provider.answer(() => ({ status: 200, body: { text: ' ', segments: [] } }))
    expect(await ended(await added())).toMatchObject({ status: 'failed', error_code: 'empty' })
  })

  it.each(['cancel', 'delete'])('are no longer transcribed after %s', async (what) => {
    provider.answer(() => 'wait')
    const id = await added()
    const one = await reached()
    if (what === 'delete') await app.call('DELETE', `${files}/${id}`, token)
    else await app.call('POST', `${files}/${id}/cancel`, token)
    await one.gone
  })

  it('are taken up again by the next process', async () => {
    provider.answer(() => 'wait')
    const id = await added()
    await reached()
    await app.stop()
    provider.answer(() => wellTranscribed)
    await start()
    expect(await ended(id)).toMatchObject({ status: 'completed' })
  })

  it('need a model of a provider that has some', async () => {
    expect(await choose({ provider: 'anthropic', model: 'm' })).toMatchObject({ status: 400 })
    expect((await choose({ provider: 'openai', model: ' ' })).status).toBe(422)
    expect((await app.call('GET', MODELS, token)).body).toMatchObject({
      transcription: { provider: 'openai', model: 'whisper-1' },
      providers: { transcription: ['openai'] },
    })
    const tested = await app.call('POST', `${MODELS}/test`, token, { model: 'transcription' })
    expect(tested.body).toMatchObject({ success: true, message_code: 'org_settings.model_works' })
    expect(provider.asked.at(-1)).toMatchObject({ filename: 'recording.wav', contentType: 'audio/wav' })
    await choose(null)
    expect((await app.call('POST', `${MODELS}/test`, token, { model: 'transcription' })).body).toMatchObject({
      success: false,
      message_code: 'org_settings.transcription_required',
    })
  })
})
