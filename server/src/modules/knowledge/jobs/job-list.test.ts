import { beforeAll, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { createWorld } from '../../assistants/testing.ts'
import { baseRepository } from '../records/base.repository.ts'
import { fileRepository, type KnowledgeFileRow } from '../records/file.repository.ts'
import { createJobList } from './job-list.ts'

describeOnEachDatabase('the jobs of all organizations', (open) => {
  let listJobs: ReturnType<typeof createJobList>
  const ids: Record<string, { file: number; base: number }> = {}

  beforeAll(async () => {
    const { db } = await open()
    listJobs = createJobList(db)
    expect(await listJobs({ limit: 50, status: 'all' })).toEqual({
      counts: { waiting: 0, running: 0, failed: 0, completed: 0, cancelled: 0 },
      jobs: [],
    })
    const { north, south, ana, ben, eve } = await createWorld(db)
    const addBase = (organization_id: number, owner_id: number, name: string) =>
      baseRepository.insert(db, { organization_id, owner_id, name, created_at: 1, updated_at: 1 })
    const history = await addBase(north, ana.userId, 'History')
    const biology = await addBase(south, eve.userId, 'Biology')
    const add = async (name: string, base: number, owner: number, over: Partial<KnowledgeFileRow>) => {
      const row = { knowledge_base_id: base, owner_id: owner, name, plugin_name: 'simple_ingest' }
      const [file] = await fileRepository.insertAll(db, [{ ...row, created_at: 10, updated_at: 20, ...over }])
      ids[name] = { file: file?.id ?? 0, base }
    }
    await add('done.txt', history, ana.userId, { status: 'completed', stage: 'done' })
    await add('bad.pdf', biology, eve.userId, {
      status: 'failed',
      stage: 'read',
      error_code: 'corrupt',
      error_message: 'The file is damaged',
      attempts: 3,
    })
    await add('stopped.txt', history, ana.userId, { status: 'cancelled' })
    await add('book.pdf', history, ben.userId, {
      status: 'processing',
      stage: 'read',
      progress_current: 7,
      progress_total: 300,
      attempts: 1,
      created_at: 30,
      updated_at: 40,
    })
    await add('next-1.txt', biology, eve.userId, {})
    await add('next-2.txt', history, ana.userId, {})
  })

  const names = async (status: 'waiting' | 'running' | 'failed' | 'all', limit = 50) =>
    (await listJobs({ limit, status })).jobs.map(({ document }) => document)

  it('are counted by status, whatever the filter', async () => {
    const counts = { waiting: 2, running: 1, failed: 1, completed: 1, cancelled: 1 }
    for (const status of ['all', 'failed', 'waiting'] as const)
      expect((await listJobs({ limit: 1, status })).counts).toEqual(counts)
  })

  it('are listed newest first, up to the limit', async () => {
    expect(await names('all')).toEqual([
      'next-2.txt',
      'next-1.txt',
      'book.pdf',
      'stopped.txt',
      'bad.pdf',
      'done.txt',
    ])
    expect(await names('all', 2)).toEqual(['next-2.txt', 'next-1.txt'])
  })

  it('can be filtered', async () => {
    expect(await names('waiting')).toEqual(['next-2.txt', 'next-1.txt'])
    expect(await names('running')).toEqual(['book.pdf'])
    expect(await names('failed')).toEqual(['bad.pdf'])
  })

  it('show owner, organization, progress and errors', async () => {
    const [running] = (await listJobs({ limit: 50, status: 'running' })).jobs
    // Who brought the document, and not who owns the base.
    expect(running).toEqual({
      file_id: String(ids['book.pdf']?.file),
      document: 'book.pdf',
      knowledge_base: { id: String(ids['book.pdf']?.base), name: 'History' },
      organization: 'north',
      owner_email: 'ben@example.edu',
      status: 'running',
      stage: 'read',
      progress: { current: 7, total: 300 },
      error_code: null,
      error_message: null,
      attempts: 1,
      created_at: 30,
      updated_at: 40,
    })
    const [failed] = (await listJobs({ limit: 50, status: 'failed' })).jobs
    expect(failed).toMatchObject({
      organization: 'south',
      owner_email: 'eve@example.edu',
      status: 'failed',
      error_code: 'corrupt',
      error_message: 'The file is damaged',
      attempts: 3,
    })
  })
})
