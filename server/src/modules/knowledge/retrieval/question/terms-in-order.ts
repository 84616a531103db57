import { LRUCache } from 'lru-cache'
import type { Language } from '../../../../platform/text/language.ts'
import { termsOf } from '../../../../platform/text/terms.ts'
import { toWords } from '../../../../platform/text/words.ts'

const MAX_BYTES = 4 * 1024 * 1024

const read = new LRUCache<string, Uint32Array>({
  maxSize: MAX_BYTES,
  sizeCalculation: (terms, key) => 100 + 2 * key.length + terms.byteLength,
})

/**
 * The term of each word of a passage; 0 for a stop word. Kept for a while: a class asks about the same pages, and reading
 * the words of ten passages costs more than finding them.
 */
export function termsInOrder(text: string, language: Language): Uint32Array {
  const key = `${language}\n${text}`
  let terms = read.get(key)
  if (!terms) {
    terms = Uint32Array.from(toWords(text), (word) => termsOf(word, language)?.word ?? 0)
    read.set(key, terms)
  }
  return terms
}
