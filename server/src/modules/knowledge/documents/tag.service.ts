import { say, TAG_LIMITS } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest } from '../../../platform/errors.ts'
import { lockBase } from '../records/base.repository.ts'
import type { KnowledgeFileRow } from '../records/file.repository.ts'
import { replacementRepository } from '../records/replacement.repository.ts'
import { tagRepository, toTagKey } from '../records/tag.repository.ts'
import type { DocumentDeps } from './document-deps.ts'
import { createGetFiles } from './get-files.ts'

const MAX_TAGS_LISTED = 1000

/** Tags of files. */
export function createTagging({ db, getBase }: Pick<DocumentDeps, 'db' | 'getBase'>) {
  const getFiles = createGetFiles({ db, getBase })

  return {
    /** Tags and changes of these files. Does not check access. */
    async factsOf(files: readonly number[]) {
      const tags = await tagRepository.ofFiles(db, files)
      return { tags, changes: await replacementRepository.ofFiles(db, files) }
    },

    async tagsOf(caller: UserCaller, base: number): Promise<{ tag: string; files: number }[]> {
      await getBase(caller, 'see', base)
      return tagRepository.ofBase(db, base, MAX_TAGS_LISTED)
    },

    async changeTags(
      caller: UserCaller,
      base: number,
      ids: readonly number[],
      change: { add: readonly string[]; remove: readonly string[] },
    ): Promise<KnowledgeFileRow[]> {
      const files = await getFiles(caller, 'edit', base, ids)
      const present = files.map(({ id }) => id)
      const added = new Map(change.add.map((tag) => [toTagKey(tag), tag]))
      const removed = change.remove.map(toTagKey).filter((key) => !added.has(key))
      await db.transaction().execute(async (tx) => {
        // Two people who add tags at the same time must not exceed the limit together.
        await lockBase(tx, base)
        await tagRepository.remove(tx, present, removed)
        if (added.size > 0) {
          const spellings = await tagRepository.spellings(tx, base, [...added.keys()])
          // A tag that is both removed and added gets the new spelling, so its case can be changed.
          const respelled = new Set(change.remove.map(toTagKey))
          const tags = [...added].map(([key, tag]) => ({
            key,
            tag: respelled.has(key) ? tag : (spellings.get(key) ?? tag),
          }))
          await tagRepository.add(tx, base, present, tags)
        }
        const full = await tagRepository.findOverfull(tx, present, TAG_LIMITS.tagsPerFile)
        const name = files.find(({ id }) => id === full)?.name
        if (name !== undefined)
          throw badRequest(say('knowledge.too_many_tags', { name, limit: TAG_LIMITS.tagsPerFile }))
      })
      return files
    },
  }
}
