import { LANGUAGES, type Language } from '../../platform/text/language.ts'
import { ByteReader, ByteWriter } from './bytes.ts'
import type { PartFile } from './parts.ts'

/**
 * Some documents of a large knowledge base. Their terms are in the database (`knowledge_term_blocks`); only this is kept in memory.
 */
export interface StoredPart {
  id: number
  files: PartFile[]
  languages: ReadonlySet<Language>
  /** How many words and grams each passage has. */
  words: Uint32Array
  grams: Uint32Array
}

const FORMAT = 2

/** `words` and `grams`: how many each passage has. */
export function writeHeader(files: readonly PartFile[], words: Uint32Array, grams: Uint32Array): Uint8Array {
  const to = new ByteWriter()
  to.number(FORMAT)
  to.number(files.length)
  for (const [at, { segment, file, first, language }] of files.entries()) {
    to.number(segment)
    to.number(file)
    to.number(LANGUAGES.indexOf(language))
    to.number((files[at + 1]?.first ?? words.length) - first)
  }
  for (const length of words) to.number(length)
  for (const length of grams) to.number(length)
  return to.finish()
}

export function readPart(id: number, bytes: Uint8Array): StoredPart {
  const from = new ByteReader(bytes)
  const format = from.number()
  if (format !== FORMAT) throw new RangeError(`index part format ${format} is not known`)
  const files: PartFile[] = []
  let first = 0
  for (let remaining = from.number(); remaining > 0; remaining--) {
    const [segment, file, language, passages] = [from.number(), from.number(), from.number(), from.number()]
    files.push({ segment, file, first, language: LANGUAGES[language] ?? 'other' })
    first += passages
  }
  const lengths = (): Uint32Array => Uint32Array.from({ length: first }, () => from.number())
  return {
    id,
    files,
    languages: new Set(files.map(({ language }) => language)),
    words: lengths(),
    grams: lengths(),
  }
}

export const bytesOfPart = ({ files, words, grams }: StoredPart): number =>
  words.byteLength + grams.byteLength + files.length * 64
