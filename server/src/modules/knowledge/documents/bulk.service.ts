import { KNOWLEDGE_LIMITS, say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest, isAppError } from '../../../platform/errors.ts'
import type { ZipFile } from '../../../platform/zip/write-zip.ts'
import { lockBase } from '../records/base.repository.ts'
import {
  type FileCondition,
  type FileStatus,
  fileRepository,
  type KnowledgeFileRow,
} from '../records/file.repository.ts'
import { queuedColumns } from '../records/queued-columns.ts'
import { replacementRepository } from '../records/replacement.repository.ts'
import type { DocumentDeps } from './document-deps.ts'
import { toFolderName } from './document-names.ts'
import { createGetFiles } from './get-files.ts'

const GB = 1024 ** 3
const MAX_ZIP_GB = 2
const ENDED: readonly FileStatus[] = ['completed', 'failed', 'cancelled']

/** Actions on many files at once. Except for deleting, either all files are in the base, or nothing happens. */
export function createBulk({ db, originals, getBase, wake, abandon, markChanged }: DocumentDeps) {
  const getFiles = createGetFiles({ db, getBase })

  return {
    async idsOf(caller: UserCaller, base: number, filter: FileCondition): Promise<number[]> {
      await getBase(caller, 'see', base)
      return fileRepository.idsOf(db, base, filter, KNOWLEDGE_LIMITS.filesPerUser)
    },

    /** Files that are already being processed stay as they are; `retried` has the others. */
    async retryAll(
      caller: UserCaller,
      base: number,
      ids: readonly number[],
    ): Promise<{ files: KnowledgeFileRow[]; retried: ReadonlySet<number> }> {
      const files = await getFiles(caller, 'edit', base, ids)
      const present = files.map(({ id }) => id)
      const retried = await fileRepository.changeAll(db, present, ENDED, queuedColumns())
      wake()
      return { files: await getFiles(caller, 'see', base, present), retried: new Set(retried) }
    },

    /** Files that are gone already, or were never here, are left out: repeating a request changes nothing. */
    async removeAll(caller: UserCaller, base: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
      await getBase(caller, 'edit', base)
      const files = await fileRepository.findAll(db, base, [...new Set(ids)])
      if (files.length === 0) return new Set()
      const present = files.map(({ id }) => id)
      const replacedPaths = await replacementRepository.pathsOf(db, present)
      await db.transaction().execute(async (tx) => {
        // In the same order as when a document is finished; otherwise the two could deadlock.
        await lockBase(tx, base)
        await fileRepository.deleteAll(tx, present)
      })
      await markChanged(base)
      for (const id of present) abandon(id)
      // The documents are gone. A file that can't be removed now is removed with other leftovers.
      for (const path of [...files.flatMap(({ stored_path }) => stored_path ?? []), ...replacedPaths])
        await originals.remove(path).catch(() => undefined)
      return new Set(present)
    },

    /** The originals of these files, each read piece by piece when it is written. */
    async originalsOf(
      caller: UserCaller,
      base: number,
      ids: readonly number[],
    ): Promise<AsyncGenerator<ZipFile>> {
      const files = (await getFiles(caller, 'see', base, ids)).filter(
        ({ stored_path, source_url }) => stored_path !== null && source_url === null,
      )
      if (files.length === 0) throw badRequest(say('knowledge.zip_no_originals'))
      if (files.reduce((sum, { size }) => sum + size, 0) > MAX_ZIP_GB * GB)
        throw badRequest(say('knowledge.zip_download_too_large', { limit: MAX_ZIP_GB }))
      return (async function* () {
        const names = new Set<string>()
        for (const { name, stored_path, created_at } of files)
          yield {
            // Names stored by earlier versions may point outside the folder.
            path: uniqueName(names, toFolderName(name)),
            mode: 0o644,
            modifiedAt: new Date(created_at * 1000),
            // A file that is deleted in the meantime is left out.
            read: async () => {
              try {
                return await (await originals.open(stored_path ?? '')).read()
              } catch (error) {
                if (isAppError(error) && error.code === 'not_found') return undefined
                throw error
              }
            },
          }
      })()
    },
  }
}

/** Two files of one name, such as a new version that is being processed, are both in the archive. */
function uniqueName(usedNames: Set<string>, name: string): string {
  const [, stem = name, extension = ''] = /^(.*?)(\.[^./]*)?$/s.exec(name) ?? []
  let unique = name
  // Windows and macOS treat `A.md` and `a.md` as the same name.
  for (let count = 2; usedNames.has(unique.toLowerCase()); count++) unique = `${stem} (${count})${extension}`
  usedNames.add(unique.toLowerCase())
  return unique
}
