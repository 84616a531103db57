import { afterAll, expect, vi } from 'vitest'
import { unexpectedStatus } from '../../../documents/crawler/unreachable-page.ts'
import { usageFor } from '../../../modules/assistants/lists/knowledge-use.repository.ts'
import { createWorld } from '../../../modules/assistants/testing.ts'
import { createKnowledgeBaseRoutes } from '../../../modules/knowledge/api/knowledge-base.routes.ts'
import { createKnowledge, type KnowledgeFileRow } from '../../../modules/knowledge/index.ts'
import type { OpenDatabase } from '../../../platform/db/open-database.ts'
import { serve } from '../../../platform/http/loopback.testing.ts'
import { createLog } from '../../../platform/log.ts'
import { createDiskStorage } from '../../../platform/storage/disk/disk-storage.ts'
import { createKbServerRoutes } from '../kb-server/collections.routes.ts'
import { createLibraryRoutes } from '../libraries/libraries.routes.ts'
import { createKnowledgeRoutes } from './knowledge.routes.ts'

export const PUBLIC_URL = 'https://campus.example'

/**
 * Serves all endpoints for knowledge bases, with people in two organizations. Ben may not share; the south
 * has its own knowledge server.
 */
export async function serveKnowledge(database: Pick<OpenDatabase, 'db' | 'kind'> & { dataDir: string }) {
  const { db } = database
  const { ana, ben, nora, root, eve } = await createWorld(db)
  let others = 0
  let fetches = 0
  /** No site is fetched in these tests: requests fail as without a network. */
  const unreachable = async () => {
    fetches++
    throw unexpectedStatus('site.test', 404)
  }
  const knowledge = createKnowledge({
    db,
    isPostgres: database.kind === 'postgres',
    runLong: undefined,
    dataDir: database.dataDir,
    storage: createDiskStorage(database.dataDir),
    log: createLog('silent'),
    webFetcher: { crawl: unreachable, fetchTranscript: unreachable },
    maySharePeople: async (caller) => caller.userId !== ben.userId,
    usedByOthers: async () =>
      Array.from({ length: others }, () => ({ name: 'tutor', owner: 'ben@example.edu' })),
  })
  await knowledge.start()
  afterAll(() => knowledge.stop())
  const hasExternalServer = async (caller: { organizationId: number }) =>
    caller.organizationId === eve.organizationId
  const served = await serve(
    [
      ...createKnowledgeRoutes({ knowledge, publicUrl: PUBLIC_URL, hasExternalServer }),
      ...createKnowledgeBaseRoutes({
        knowledge,
        hasExternalServer,
        usageFor: (caller, base) => usageFor(db, caller.userId, base),
      }),
      ...createLibraryRoutes({ knowledge, publicUrl: PUBLIC_URL }),
      ...createKbServerRoutes({
        knowledge,
        publicUrl: PUBLIC_URL,
        version: '9.9',
      }),
    ],
    { ana, ben, nora, root, eve },
  )
  const { call } = served

  return {
    ...served,
    db,
    people: { ana, ben, nora, root, eve },
    /** How often pages and transcripts were asked for. */
    countFetches: () => fetches,
    setUsedByOthers(count: number) {
      others = count
    },
    /** Creates a knowledge base of Ana's with one processed file; returns their ids. */
    async makeFilled(name: string, text: string, filename = 'notes.txt') {
      const { id } = (await call('ana', 'POST', '/knowledge-bases', { name })).body
      const added = await call('ana', 'POST', `/knowledge-bases/${id}/files`, formOf([filename, text]))
      const file: string = added.body.files[0].id
      await isRead(id, file)
      return { id: id as string, file }
    },
    isRead,
    /** Sets the processing state of a file, as if it had stopped there. */
    async setState(file: string, state: Partial<KnowledgeFileRow>) {
      const leased = { leased_by: 'a worker elsewhere', leased_until: 9_999_999_999 }
      await db
        .updateTable('knowledge_files')
        .set({ ...leased, ...state })
        .where('id', '=', Number(file))
        .execute()
    },
  }

  async function isRead(id: string, file: string): Promise<void> {
    const read = async () => (await call('ana', 'GET', `/knowledge-bases/${id}/files/${file}`)).body
    await vi.waitFor(async () => expect((await read()).status).toBe('completed'), {
      timeout: 15_000,
    })
  }
}

export type ServedKnowledge = Awaited<ReturnType<typeof serveKnowledge>>

export function formOf(
  ...entries: ([name: string, text: string] | { [field: string]: string | string[] })[]
) {
  const form = new FormData()
  for (const entry of entries) {
    if (Array.isArray(entry)) form.append('files', new File([entry[1]], entry[0], { type: 'text/plain' }))
    else
      for (const [field, values] of Object.entries(entry))
        for (const value of [values].flat()) form.append(field, value)
  }
  return form
}
