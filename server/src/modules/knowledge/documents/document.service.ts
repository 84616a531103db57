import { type Message, say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { badRequest, conflict, notFound } from '../../../platform/errors.ts'
import type { Verb } from '../../access/index.ts'
import { readSnapshot, type SnapshotPage } from '../ingestion/site-snapshot.ts'
import type { OpenOriginal } from '../originals/originals.ts'
import { documentTextRepository } from '../passages/document-text.repository.ts'
import { type Stretch, textOfStretch } from '../passages/document-text.ts'
import { type ChunkRow, passageRepository } from '../passages/passage.repository.ts'
import {
  type FileFilter,
  type FileStatus,
  fileRepository,
  type KnowledgeFileRow,
} from '../records/file.repository.ts'
import { sealPassword } from '../records/file-password.ts'
import { queuedColumns } from '../records/queued-columns.ts'
import { parseOrEmpty } from '../records/records.ts'
import { replacementRepository } from '../records/replacement.repository.ts'
import { createBulk } from './bulk.service.ts'
import type { DocumentDeps } from './document-deps.ts'
import { createDocumentQueue } from './document-queue.ts'
import { createReplacing } from './replace-file.ts'
import { createTagging } from './tag.service.ts'

const THING = 'File'
const TEXT_PORTION = 100_000

export function createDocumentService(deps: DocumentDeps) {
  const { db, originals, box, getBase, wake } = deps
  const lookup = createLookup(deps)

  const { requireRoom, ...queue } = createDocumentQueue({ db, originals, box, getBase, wake })

  return {
    ...queue,
    ...createBulk(deps),
    ...createTagging(deps),
    ...createReplacing({ db, originals, getBase, wake, requireRoom, findRefusal: deps.findRefusal }),

    requireDescriber: deps.requireDescriber,
    findRefusal: deps.findRefusal,
    ...readMethods(deps, lookup),
    ...changeMethods(deps, lookup),

    /** For files that the caller has read. */
    pageCounts: (files: readonly KnowledgeFileRow[]): Promise<Map<number, number>> =>
      fileRepository.pageCounts(
        db,
        files.map(({ id }) => id),
      ),

    /** The base that a file is in. Says nothing of who may see it. */
    findBaseOf: (id: number): Promise<number | undefined> => fileRepository.findBase(db, id),
  }
}

function createLookup({ db, getBase }: DocumentDeps) {
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

  return { getFile }
}

type Lookup = ReturnType<typeof createLookup>

const readMethods = ({ db, originals, getBase }: DocumentDeps, { getFile }: Lookup) => ({
  get: (caller: UserCaller, base: number, id: number) => getFile(caller, 'see', base, id),

  async getAll(caller: UserCaller, base: number, ids: readonly number[]): Promise<KnowledgeFileRow[]> {
    await getBase(caller, 'see', base)
    return fileRepository.findAll(db, base, ids)
  },

  async list(
    caller: UserCaller,
    base: number,
    filter: FileFilter,
  ): Promise<{ files: KnowledgeFileRow[]; total: number }> {
    await getBase(caller, 'see', base)
    const files = await fileRepository.list(db, base, filter)
    return { files, total: await fileRepository.count(db, base, filter) }
  },

  /** All uploaded files, in any state. */
  async listUploaded(caller: UserCaller, base: number): Promise<Pick<KnowledgeFileRow, 'id' | 'name'>[]> {
    await getBase(caller, 'see', base)
    return fileRepository.listUploaded(db, base)
  },

  async countByStatus(caller: UserCaller, base: number) {
    await getBase(caller, 'see', base)
    return fileRepository.countByStatus(db, base)
  },

  /** The pages of a document from the web, in order. */
  async pages(caller: UserCaller, base: number, id: number): Promise<SnapshotPage[]> {
    const file = await getFile(caller, 'see', base, id)
    if (file.source_url === null || file.stored_path === null) return []
    return readSnapshot(await originals.read(file.stored_path))?.pages ?? []
  },

  /** The passages, in order. */
  async passages(
    caller: UserCaller,
    base: number,
    id: number,
    page: { limit: number; offset: number },
  ): Promise<ChunkRow[]> {
    await getFile(caller, 'see', base, id)
    return passageRepository.listOf(db, id, page)
  },

  /** The passages that overlap this range of the text. */
  async between(caller: UserCaller, base: number, id: number, stretch: Stretch): Promise<ChunkRow[]> {
    await getFile(caller, 'see', base, id)
    return documentTextRepository.between(db, id, stretch)
  },

  /** A range of the text, read in portions: a document may be very long. */
  async text(caller: UserCaller, base: number, id: number, { start, end }: Stretch): Promise<string> {
    await getFile(caller, 'see', base, id)
    const parts: string[] = []
    for (let at = start; at < end; at += TEXT_PORTION) {
      const portion = { start: at, end: Math.min(at + TEXT_PORTION, end) }
      parts.push(textOfStretch(await documentTextRepository.between(db, id, portion), portion))
    }
    return parts.join('')
  },

  /** The file as it was uploaded. */
  async original(
    caller: UserCaller,
    base: number,
    id: number,
  ): Promise<{ file: KnowledgeFileRow; original: OpenOriginal }> {
    const file = await getFile(caller, 'see', base, id)
    // For a site, only the result of the crawl is stored, not an original.
    if (!file.stored_path || file.source_url !== null) throw notFound('Original')
    return { file, original: await originals.open(file.stored_path) }
  },
})

const changeMethods = (
  { db, originals, removeSoon, box, wake, abandon, markChanged }: DocumentDeps,
  { getFile }: Lookup,
) => ({
  /**
   * Processes the file again, optionally with other settings (a password, OCR). Its old passages are found until
   * then.
   */
  async retry(
    caller: UserCaller,
    base: number,
    id: number,
    params?: Readonly<Record<string, unknown>>,
    from: readonly FileStatus[] = ['failed', 'cancelled'],
  ): Promise<KnowledgeFileRow> {
    const file = await getFile(caller, 'edit', base, id)
    const isChanged = await fileRepository.change(db, id, from, {
      ...queuedColumns(),
      ...(params
        ? {
            plugin_params: JSON.stringify({
              ...parseOrEmpty(file.plugin_params),
              ...sealPassword(box, params),
            }),
          }
        : {}),
    })
    if (!isChanged) throw badRequest(notAgain(from))
    wake()
    return getFile(caller, 'see', base, id)
  },

  /** Fetches a web document again. Its old passages are found until then, and unchanged pages are kept. */
  async sync(caller: UserCaller, base: number, id: number): Promise<KnowledgeFileRow> {
    const file = await getFile(caller, 'edit', base, id)
    if (file.source_url === null) throw badRequest(say('knowledge.not_from_web'))
    if (!(await fileRepository.change(db, id, ['completed', 'failed', 'cancelled'], queuedColumns())))
      throw conflict(say('knowledge.already_processing'))
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
    if (!isChanged) throw badRequest(say('knowledge.cancel_not_running'))
    abandon(id)
    return getFile(caller, 'see', base, id)
  },

  async remove(caller: UserCaller, base: number, id: number): Promise<KnowledgeFileRow> {
    const file = await getFile(caller, 'edit', base, id)
    const replacedPaths = await replacementRepository.pathsOf(db, [id])
    await fileRepository.delete(db, id)
    await markChanged(base)
    abandon(id)
    await removeSoon(async () => {
      for (const path of [file.stored_path, ...replacedPaths]) if (path) await originals.remove(path)
    })
    return file
  },
})

const notAgain = (from: readonly FileStatus[]): Message =>
  from.includes('completed') ? say('knowledge.already_processing') : say('knowledge.retry_not_allowed')
