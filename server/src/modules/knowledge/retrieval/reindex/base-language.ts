import type { Db } from '../../../../platform/db/db.ts'
import { LANGUAGES, type Language } from '../../../../platform/text/language.ts'
import { reindexRepository } from './reindex.repository.ts'

/**
 * Number of documents for which the cached language is used, because determining it reads all documents of the base.
 */
const REUSED = 50
const MAX_BASES = 1000

/** The main language of a knowledge base, if known. */
export function createBaseLanguage(db: Db): (base: number) => Promise<Language> {
  const cache = new Map<number, { language: Language; left: number }>()
  return async (base) => {
    const last = cache.get(base)
    if (last && last.left > 0) {
      last.left--
      return last.language
    }
    const language = toLanguage(await reindexRepository.languageOf(db, base))
    if (cache.size >= MAX_BASES) cache.clear()
    cache.set(base, { language, left: language === 'other' ? 0 : REUSED })
    return language
  }
}

export const toLanguage = (text: string | undefined): Language =>
  LANGUAGES.find((language) => language === text) ?? 'other'
