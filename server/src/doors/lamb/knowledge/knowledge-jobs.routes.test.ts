import { lambJobSchema } from '@bellwether/wire'
import { beforeAll, expect, it } from 'vitest'
import { describeWithNightlyPostgres } from '../../../platform/db/testing.ts'
import { formOf, type ServedKnowledge, serveKnowledge } from './knowledge.testing.ts'

const BASE = '/creator/knowledgebases'
const HISTORY = 'The French Revolution began in 1789 with the storming of the Bastille.'

describeWithNightlyPostgres('adding files to LAMB’s knowledge bases', (open) => {
  let world: ServedKnowledge
  let call: ServedKnowledge['call']
  beforeAll(async () => {
    world = await serveKnowledge(await open())
    call = world.call
  })

  const make = async (name: string): Promise<string> => (await call('ana', 'POST', BASE, { name })).body.kb_id
  const formFor = (plugin_name: string, fields: { [name: string]: string | string[] }) => {
    const form = formOf({ plugin_name, ...fields })
    form.append('file', new File([HISTORY], 'plugin.txt'))
    return form
  }

  it('accepts a file for a plugin, with its settings as fields', async () => {
    const id = await make('Plugins')
    const path = `${BASE}/kb/${id}/plugin-ingest-file`
    const fields = { chunk_size: '500', ocr_languages: ['cat', 'eus'], password: 'sesame', unheard: '1' }
    const { status, body } = await call('ana', 'POST', path, formFor('markitdown_ingest', fields))
    expect({ status, body }).toEqual({
      status: 200,
      body: { status: 'processing', job_id: expect.any(Number), ignored_params: ['unheard'] },
    })
    const job = (await call('ana', 'GET', `${BASE}/kb/${id}/ingestion-jobs/${body.job_id}`)).body
    expect(job.plugin_params).toEqual({ chunk_size: 500, ocr_languages: ['cat', 'eus'] })
    expect(job).toMatchObject({ plugin_name: 'markitdown_ingest', content_type: 'text/plain' })

    const refused = async (form: FormData) => (await call('ana', 'POST', path, form)).body.detail
    expect(await refused(formFor('simple_ingest', { chunk_size: 'x', chunk_overlap: '-1' }))).toBe(
      'Invalid settings: chunk_size must be a whole number; chunk_overlap must be at least 0',
    )
    expect(await refused(formFor('url_ingest', {}))).toContain('reads a web page')
    expect((await call('ana', 'POST', path, formFor('magic', {}))).status).toBe(404)
    expect((await call('ana', 'POST', path, formOf({ plugin_name: 'simple_ingest' }))).status).toBe(422)
    expect((await call('eve', 'POST', path, formFor('simple_ingest', {}))).status).toBe(404)
    expect((await call('ana', 'GET', `${BASE}/kb/${id}`)).body.files).toHaveLength(1)
  })

  it('accepts web pages and videos, with either name for their settings', async () => {
    const id = await make('Remote')
    const ingest = (body: object) => call('ana', 'POST', `${BASE}/kb/${id}/plugin-ingest-base`, body)
    const page = await ingest({
      plugin_name: 'url_ingest',
      parameters: { url: ' https://example.org/Course/Unit-1?x=1 ', limit: 5, api_key: 'fc-secret' },
    })
    expect(page.body).toEqual({
      status: 'processing',
      job_id: expect.any(Number),
      ignored_params: ['api_key'],
    })
    const jobOf = async (job: number) =>
      (await call('ana', 'GET', `${BASE}/kb/${id}/ingestion-jobs/${job}`)).body
    expect(await jobOf(page.body.job_id)).toMatchObject({
      original_filename: expect.stringMatching(/^url:example-org-course-unit-1-[0-9a-f]{8}\.txt$/),
      file_url: 'https://example.org/Course/Unit-1?x=1',
      plugin_params: { url: 'https://example.org/Course/Unit-1?x=1', limit: 5 },
    })
    const video = await ingest({
      plugin_name: 'youtube_transcript_ingest',
      plugin_params: { youtube_url: 'https://youtu.be/dQw4w9WgXcQ?t=3', language: 'es' },
    })
    expect(await jobOf(video.body.job_id)).toMatchObject({
      original_filename: 'yt:dQw4w9WgXcQ.txt',
      file_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
      plugin_params: { language: 'es' },
    })
    for (const [plugin_name, parameters] of [
      ['url_ingest', {}],
      ['url_ingest', { url: 'file:///etc/passwd' }],
      ['url_ingest', { url: 'not an address' }],
      ['url_ingest', { url: 'https://ana:secret@example.org' }],
      ['youtube_transcript_ingest', { video_url: 'https://example.org/watch?v=dQw4w9WgXcQ' }],
      ['simple_ingest', { url: 'https://example.org' }],
    ] as const)
      expect((await ingest({ plugin_name, parameters })).status, JSON.stringify(parameters)).toBe(400)
    expect((await ingest({ plugin_name: 'magic' })).status).toBe(404)
    expect((await call('ana', 'GET', `${BASE}/kb/${id}`)).body.files).toHaveLength(2)
    // Nothing answers there: deleted, so that they are not retried while other tests run.
    await call('ana', 'DELETE', `${BASE}/kb/${id}`)
  })

  it('shows each file as a job, in LAMB’s format', async () => {
    const { id, file } = await world.makeFilled('Jobs', HISTORY)
    const jobs = `${BASE}/kb/${id}/ingestion-jobs`
    const { body: job } = await call('ana', 'GET', `${jobs}/${file}`)
    expect(lambJobSchema.strict().parse(job)).toEqual(job)
    expect(job).toMatchObject({
      id: Number(file),
      job_id: Number(file),
      collection_id: Number(id),
      collection_name: 'Jobs',
      original_filename: 'notes.txt',
      file_size: HISTORY.length,
      status: 'completed',
      document_count: 1,
      progress: { percentage: 100, message: 'Done' },
      error_message: null,
      error_details: null,
      owner: String(world.people.ana.userId),
      eta_seconds: null,
      retryable: false,
    })
    for (let at = 0; at < 3; at++)
      await call('ana', 'POST', `${BASE}/kb/${id}/files`, formOf([`more-${at}.txt`, `More, ${at}.`]))
    const page = (
      await call('ana', 'GET', `${jobs}?limit=2&offset=1&sort_by=original_filename&sort_order=asc`)
    ).body
    expect(page).toMatchObject({ total: 4, limit: 2, offset: 1, has_more: true })
    expect(page.items.map((one: { original_filename: string }) => one.original_filename)).toEqual([
      'more-1.txt',
      'more-2.txt',
    ])
    expect((await call('ana', 'GET', `${jobs}?status=deleted`)).body).toMatchObject({ total: 0, items: [] })
    expect((await call('ana', 'GET', `${jobs}?status=odd`)).status).toBe(422)
    expect((await call('ana', 'GET', `${jobs}/424242`)).status).toBe(404)
    expect((await call('ben', 'GET', `${jobs}/${file}`)).status).toBe(404)
    // A file can't be found through another knowledge base.
    const other = await make('Other jobs')
    expect((await call('ana', 'GET', `${BASE}/kb/${other}/ingestion-jobs/${file}`)).status).toBe(404)
  })

  it('retries only failed files and cancels only running ones', async () => {
    const { id, file } = await world.makeFilled('States', HISTORY)
    const job = `${BASE}/kb/${id}/ingestion-jobs/${file}`
    expect((await call('ana', 'POST', `${job}/retry`)).status).toBe(400)
    expect((await call('ana', 'POST', `${job}/cancel`)).status).toBe(400)

    const reading = { status: 'processing', stage: 'read', progress_current: 1, progress_total: 4 } as const
    await world.setState(file, reading)
    expect((await call('ana', 'GET', job)).body).toMatchObject({
      status: 'processing',
      stage: 'read',
      progress: { current: 1, total: 4, percentage: 17.5, message: 'Reading: 1 of 4' },
    })
    const status = `${BASE}/kb/${id}/ingestion-status`
    expect((await call('ana', 'GET', status)).body).toMatchObject({
      currently_processing: 1,
      oldest_processing_job: { id: Number(file) },
    })
    expect((await call('eve', 'POST', `${job}/cancel`)).status).toBe(404)
    expect((await call('ana', 'POST', `${job}/cancel`)).body).toMatchObject({ status: 'cancelled' })
    expect((await call('ana', 'POST', `${job}/cancel`)).status).toBe(400)

    const error = { error_code: 'needs_password', error_message: 'It is protected.' }
    await world.setState(file, { status: 'failed', ...error })
    expect((await call('ana', 'GET', status)).body).toEqual({
      collection_id: Number(id),
      collection_name: 'States',
      total_jobs: 1,
      by_status: { pending: 0, processing: 0, completed: 0, failed: 1, cancelled: 0, deleted: 0 },
      currently_processing: 0,
      recent_failures: [
        expect.objectContaining({
          id: Number(file),
          error_message: 'It is protected.',
          error_code: 'needs_password',
          error_details: { code: 'needs_password', attempts: 1 },
          retryable: true,
        }),
      ],
      oldest_processing_job: null,
    })
    expect(
      await call('ana', 'POST', `${job}/retry`, { override_params: { chunk_size: 'wide' } }),
    ).toMatchObject({ status: 400, body: { detail: 'Invalid settings: chunk_size must be a whole number' } })
    const again = await call('ana', 'POST', `${job}/retry`, {
      override_params: { password: 'sesame', chunk_size: 400 },
    })
    expect(again).toMatchObject({ status: 200, body: { plugin_params: { chunk_size: 400 } } })
    expect(again.text).not.toContain('sesame')
    await world.isRead(id, file)
  })
})
