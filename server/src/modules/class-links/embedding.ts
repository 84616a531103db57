import type { Db } from '../../platform/db/db.ts'
import { classLinkRepository } from './class-link.repository.ts'
import { toStoredCode } from './link-code.ts'
import { sitesOf } from './link-records.ts'

const PAGE = /^\/l\/([\w-]{1,100})$/

/** The sites that may show a page in a frame: those of a class link for its own page, none for all other pages. */
export const createEmbedding =
  (db: Db) =>
  async (path: string): Promise<string[]> => {
    const code = PAGE.exec(path)?.[1]
    const link = code === undefined ? undefined : await classLinkRepository.findByCode(db, toStoredCode(code))
    return link && link.deleted_at === null ? sitesOf(link) : []
  }

export type Embedding = ReturnType<typeof createEmbedding>
