import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { KNOWLEDGE_LIMITS } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError, badRequest, notFound } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import type { Verb } from '../access/policy.ts'
import { createFileStore } from '../files/index.ts'
import type { BaseWithOwner } from './base.repository.ts'
import { type FileFilter, fileRepository, type KnowledgeFileRow } from './file.repository.ts'
import { type ChunkRow, passageRepository } from './passage.repository.ts'
import { UnreadableDocument } from './reading/unreadable-document.ts'

export interface DocumentDeps {
  db: Db
  dataDir: string
  getBase(caller: UserCaller, verb: Verb, id: number): Promise<BaseWithOwner>
  /** There is something to read. */
  wake(): void
  abandon(file: number): void
  markChanged(base: number): Promise<void>
}

export interface NewDocument {
  name: string
  contentType: string
  bytes: Buffer
  pluginName: string
  pluginParams: Readonly<Record<string, unknown>>
}

/** Something to be fetched, not uploaded. */
export interface NewRemoteDocument {
  name: string
  url: string
  pluginName: string
  pluginParams: Readonly<Record<string, unknown>>
}

const THING = 'File'

export function createDocumentService({ db, dataDir, getBase, wake, abandon, markChanged }: DocumentDeps) {
  const store = createFileStore(join(dataDir, 'knowledge'))

  async function getFile(
    caller: UserCaller,
    verb: Verb,
    base: number,
    id: number,
  ): Promise<KnowledgeFileRow> {
    await getBase(caller, verb, base)
    const file = await fileRepository.find(db, base, id)
    if (!file) throw notFound(THING)
    return file
  }

  async function requireRoom(userId: number, bytes: number): Promise<void> {
    const kept = await fileRepository.sizeOwnedBy(db, userId)
    if (kept.files >= KNOWLEDGE_LIMITS.filesPerUser)
      throw badRequest(
        `There is room for ${KNOWLEDGE_LIMITS.filesPerUser} files per person; delete some first`,
      )
    if (kept.bytes + bytes > KNOWLEDGE_LIMITS.bytesPerUser)
      throw badRequest('There is no room for more files in your knowledge bases; delete some first')
  }

  async function addRow(
    caller: UserCaller,
    base: BaseWithOwner,
    file: Pick<
      KnowledgeFileRow,
      | 'name'
      | 'content_type'
      | 'size'
      | 'checksum'
      | 'stored_path'
      | 'source_url'
      | 'plugin_name'
      | 'plugin_params'
    >,
  ): Promise<KnowledgeFileRow> {
    const now = nowSeconds()
    const id = await fileRepository.insert(db, {
      ...file,
      knowledge_base_id: base.id,
      owner_id: caller.userId,
      error_code: null,
      error_message: null,
      leased_by: null,
      started_at: null,
      finished_at: null,
      created_at: now,
      updated_at: now,
    })
    wake()
    const row = await fileRepository.find(db, base.id, id)
    if (!row) throw notFound(THING)
    return row
  }

  return {
    /** Takes the place of a file of the same name once it is read. The very same content again changes nothing. */
    async add(caller: UserCaller, baseId: number, document: NewDocument): Promise<KnowledgeFileRow> {
      const base = await getBase(caller, 'edit', baseId)
      const name = toPlainName(document.name)
      if (document.bytes.length === 0) throw badRequest(`The file “${name}” is empty`)
      if (document.bytes.length > KNOWLEDGE_LIMITS.fileBytes)
        throw new AppError(
          'too_large',
          `The file “${name}” is larger than 200 MiB; split it and upload the parts`,
        )
      await requireRoom(base.owner_id, document.bytes.length)
      const about = {
        name,
        checksum: createHash('sha256').update(document.bytes).digest('hex'),
        plugin_name: document.pluginName,
        plugin_params: JSON.stringify(document.pluginParams),
      }
      const same = await fileRepository.findSame(db, base.id, about)
      if (same) return same
      const path = `${base.id}/${newUuid()}`
      const staged = await store.stage(path, document.bytes)
      try {
        await staged.moveIn()
      } finally {
        await staged.discard()
      }
      return addRow(caller, base, {
        ...about,
        content_type: document.contentType,
        size: document.bytes.length,
        stored_path: path,
        source_url: null,
      })
    },

    async addRemote(
      caller: UserCaller,
      baseId: number,
      remote: NewRemoteDocument,
    ): Promise<KnowledgeFileRow> {
      const base = await getBase(caller, 'edit', baseId)
      await requireRoom(base.owner_id, 0)
      return addRow(caller, base, {
        name: toPlainName(remote.name),
        content_type: 'text/html',
        size: 0,
        checksum: '',
        stored_path: null,
        source_url: remote.url,
        plugin_name: remote.pluginName,
        plugin_params: JSON.stringify(remote.pluginParams),
      })
    },

    get: (caller: UserCaller, base: number, id: number) => getFile(caller, 'see', base, id),

    async list(
      caller: UserCaller,
      base: number,
      filter: FileFilter,
    ): Promise<{ files: KnowledgeFileRow[]; total: number }> {
      await getBase(caller, 'see', base)
      const files = await fileRepository.list(db, base, filter)
      return { files, total: await fileRepository.count(db, base, filter.status) }
    },

    async countByStatus(caller: UserCaller, base: number) {
      await getBase(caller, 'see', base)
      return fileRepository.countByStatus(db, base)
    },

    /** From the beginning, perhaps with other settings (a password, OCR). */
    async retry(
      caller: UserCaller,
      base: number,
      id: number,
      params?: Readonly<Record<string, unknown>>,
    ): Promise<KnowledgeFileRow> {
      const file = await getFile(caller, 'edit', base, id)
      const isChanged = await fileRepository.change(db, id, ['failed', 'cancelled'], {
        status: 'pending',
        stage: 'waiting',
        attempts: 0,
        run_after: 0,
        error_code: null,
        error_message: null,
        updated_at: nowSeconds(),
        ...(params
          ? { plugin_params: JSON.stringify({ ...JSON.parse(file.plugin_params), ...params }) }
          : {}),
      })
      if (!isChanged) throw badRequest('Only a file that failed or was cancelled can be tried again')
      wake()
      return getFile(caller, 'see', base, id)
    },

    async cancel(caller: UserCaller, base: number, id: number): Promise<KnowledgeFileRow> {
      await getFile(caller, 'edit', base, id)
      const now = nowSeconds()
      const isChanged = await fileRepository.change(db, id, ['pending', 'processing'], {
        status: 'cancelled',
        stage: 'cancelled',
        leased_by: null,
        leased_until: 0,
        finished_at: now,
        updated_at: now,
      })
      if (!isChanged) throw badRequest('Only a file that waits or is being read can be cancelled')
      abandon(id)
      return getFile(caller, 'see', base, id)
    },

    async remove(caller: UserCaller, base: number, id: number): Promise<KnowledgeFileRow> {
      const file = await getFile(caller, 'edit', base, id)
      await fileRepository.delete(db, id)
      await markChanged(base)
      abandon(id)
      if (file.stored_path) await store.remove(file.stored_path)
      return file
    },

    /** The passages as they were cut, in order. */
    async passages(
      caller: UserCaller,
      base: number,
      id: number,
      page: { limit: number; offset: number },
    ): Promise<ChunkRow[]> {
      await getFile(caller, 'see', base, id)
      return passageRepository.listOf(db, id, page)
    },

    async original(
      caller: UserCaller,
      base: number,
      id: number,
    ): Promise<{ file: KnowledgeFileRow; bytes: Buffer }> {
      const file = await getFile(caller, 'see', base, id)
      if (!file.stored_path) throw notFound('Original')
      return { file, bytes: (await store.read(file.stored_path, KNOWLEDGE_LIMITS.fileBytes)).bytes }
    },

    /** Where on disk it is, for the thread that reads it. */
    async originalAt(path: string): Promise<string> {
      const place = await store.locate(path)
      if (place === undefined) throw new UnreadableDocument('empty', ORIGINAL_GONE)
      return place
    },
    removeOriginal: (path: string): Promise<void> => store.remove(path),
    removeOriginalsOf: (base: number): Promise<void> => store.removeFolder(base),
  }
}

const ORIGINAL_GONE = 'The original of this file is no longer on the server. Upload it again.'

export type DocumentService = ReturnType<typeof createDocumentService>

/** The last part of a path, without what a text in a database or a header can't hold. */
function toPlainName(given: string): string {
  const name = (given.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '').trim()
  return name.slice(0, KNOWLEDGE_LIMITS.fileName) || 'document'
}
