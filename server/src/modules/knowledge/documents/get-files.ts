import type { UserCaller } from '../../../platform/caller.ts'
import { notFound } from '../../../platform/errors.ts'
import { fileRepository, type KnowledgeFileRow } from '../records/file.repository.ts'
import type { DocumentDeps } from './document-deps.ts'

/** All of these files, or none: one that is not in the base is not found. */
export const createGetFiles =
  ({ db, getBase }: Pick<DocumentDeps, 'db' | 'getBase'>) =>
  async (
    caller: UserCaller,
    verb: 'see' | 'edit',
    base: number,
    ids: readonly number[],
  ): Promise<KnowledgeFileRow[]> => {
    await getBase(caller, verb, base)
    const uniqueIds = [...new Set(ids)]
    const filesById = new Map(
      (await fileRepository.findAll(db, base, uniqueIds)).map((file) => [file.id, file]),
    )
    return uniqueIds.map((id) => {
      const file = filesById.get(id)
      if (!file) throw notFound('File')
      return file
    })
  }
