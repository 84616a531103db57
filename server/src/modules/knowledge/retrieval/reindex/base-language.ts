import type { Db } from '../../../../platform/db/db.ts'
import { LANGUAGES, type Language } from '../../../../platform/text/language.ts'
import { reindexRepository } from './reindex.repository.ts'

/**
 * Number of documents for which the cached language is used, because determining it reads all documents of the base.
 * While it is not known, the number doubles: the first documents may tell it soon, but those of a base in another
 * language never do.
 */
const REUSED = 50
const MAX_BASES = 1000

/** The main language of a knowledge base, if known. */
export function createBaseLanguage(db: Db): (base: number) => Promise<Language> {
  const cache = new Map<number, { language: Promise<Language>; left: number; reused: number }>()

  async function find(base: number): Promise<Language> {
    try {
      const language = toLanguage(await reindexRepository.languageOf(db, base))
      const found = cache.get(base)
      if (found && language !== 'other') found.left = REUSED
      return language
    } catch (error) {
      cache.delete(base)
      throw error
    }
  }

  return (base) => {
    const last = cache.get(base)
    if (last && last.left > 0) {
      last.left--
      return last.language
    }
    if (cache.size >= MAX_BASES) cache.clear()
    const reused = last ? Math.min(REUSED, last.reused * 2 + 1) : 0
    const next = { language: find(base), left: reused, reused }
    cache.set(base, next)
    return next.language
  }
}

export const toLanguage = (text: string | undefined): Language =>
  LANGUAGES.find((language) => language === text) ?? 'other'
