import { expect, it, vi } from 'vitest'
import { docxOf, paragraph } from '../../../documents/readers/documents.testing.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { createLog } from '../../../platform/log.ts'
import { createSecretBox } from '../../../platform/secrets/secret-box.ts'
import { createDiskStorage } from '../../../platform/storage/disk/disk-storage.ts'
import { createWorld } from '../../assistants/testing.ts'
import { toOwnFile } from '../api/shown-records.ts'
import { createKnowledge } from '../knowledge.ts'

const unused = async () => {
  throw new Error('nothing is fetched here')
}

describeOnEachDatabase('the password of a file', (open) => {
  it('is encrypted while it waits, never returned, and deleted once the file is read', async () => {
    const { default: office } = await import('officecrypto-tool')
    const database = await open()
    const { ana } = await createWorld(database.db)
    const knowledge = createKnowledge({
      db: database.db,
      isPostgres: database.kind === 'postgres',
      runLong: undefined,
      dataDir: database.dataDir,
      storage: createDiskStorage(database.dataDir),
      log: createLog('silent'),
      box: createSecretBox(Buffer.from('key'), Buffer.from('other')),
      webFetcher: { crawl: unused, fetchTranscript: unused },
      maySharePeople: async () => true,
      usedByOthers: async () => [],
    })
    const base = (await knowledge.bases.create(ana, { name: 'Course', description: '' })).id
    const plain = Buffer.from(await docxOf(paragraph('Chlorophyll is green.')))
    const bytes = office.encrypt(plain, { password: 'open sesame', type: 'standard' })
    const about = { name: 'unit.docx', contentType: '', pluginName: 'simple_ingest' }
    const stored = async (id: number) =>
      database.db.selectFrom('knowledge_files').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const ends = (id: number, status: string) =>
      vi.waitFor(async () => expect((await stored(id)).status).toBe(status), { timeout: 20_000 })
    const secret = (text: string) => expect(text).not.toContain('sesame')

    // Nothing reads yet.
    const { id } = await knowledge.documents.add(ana, base, {
      ...about,
      bytes,
      pluginParams: { password: 'wrong sesame' },
    })
    expect((await stored(id)).plugin_params).toContain('enc:v1:')
    secret(JSON.stringify(await stored(id)))
    expect(toOwnFile(await stored(id), [], undefined).plugin_params).toEqual({})

    await knowledge.start()
    try {
      await ends(id, 'failed')
      expect(await stored(id)).toMatchObject({ error_code: 'wrong_password', plugin_params: '{}' })
      await knowledge.documents.retry(ana, base, id, { password: 'open sesame' })
      secret((await stored(id)).plugin_params)
      await ends(id, 'completed')
      expect((await stored(id)).plugin_params).toBe('{}')

      const again = await knowledge.documents.add(ana, base, {
        ...about,
        bytes,
        pluginParams: { password: 'open sesame' },
      })
      expect(again.id).toBe(id)
    } finally {
      await knowledge.stop()
    }
  })
})
