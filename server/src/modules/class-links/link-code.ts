import { randomInt } from 'node:crypto'
import type { Db } from '../../platform/db/db.ts'
import { classLinkRepository } from './class-link.repository.ts'
import { sitesOf } from './link-records.ts'

/** Without characters that look alike: 0/o, 1/i/l. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
/** 31^10 codes, 49 bits. Unknown codes are counted per address, so they can't be guessed. */
const LENGTH = 10

export const newLinkCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Codes are typed from slides: case, spaces and hyphens don't matter. */
export const toStoredCode = (typed: string): string => typed.toLowerCase().replace(/[\s-]/g, '')

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
