import { STOP_WORDS } from '../../../platform/text/stop-words.ts'
import { toPlainWords, withoutAccents } from '../../../platform/text/words.ts'

export interface Masking {
  /** Parts of the names of the class, in plain letters. */
  names: ReadonlySet<string>
  /** Plain words that several people use. With it, other capitalized words are masked, too. */
  common?: ReadonlySet<string>
  /** Words that several people write with a small letter. Alone, they are no names: “rosa”, “mark”. */
  ordinary?: ReadonlySet<string>
}

const MAX_CHARACTERS = 240
const MASK = '…'
const CONTACT =
  /\b(?:https?:\/\/|www\.)\S+|\S+@\S+\.\S+|(?<!\w)@[\p{L}\d_.]{2,}|\b\p{L}?\d{5,}\p{L}?\b|\+?\d[\d\s().-]{5,}\d/giu
/** "My name is …" in the languages of the web app. */
const INTRODUCTION =
  /(?<=\b(?:[Mm]y name is|I am called|[Mm]e llamo|[Mm]i nombre es|[Ee]m dic|[Ee]l meu nom és|[Nn]ire izena)\s+)[\p{L}'’-]+(?:\s+\p{Lu}[\p{L}'’-]*)*/gu
const CAPITALISED = /(?<start>^|[.!?¿¡:\n]\s*)?(?<word>\p{Lu}[\p{L}\p{M}'’-]+)/gu

/** One or more words with small letters, or of a script without capital letters. */
const UNCAPITALISED = /(?<![\p{L}\p{M}\p{N}])(?!\p{Lu})[\p{L}\p{M}]+(?![\p{L}\p{M}\p{N}])/gu

/** A question as an example, without contacts, numbers and names that could identify its author. Pure. */
export function toExample(text: string, { names, common, ordinary }: Masking): string {
  const shortened = text
    .slice(0, 2 * MAX_CHARACTERS)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(CONTACT, MASK)
    .replace(INTRODUCTION, MASK)
  const plain = maskUncapitalised(shortened, names, ordinary).replace(
    CAPITALISED,
    (match: string, start: string | undefined, word: string) =>
      isPrivate(word, start !== undefined, names, common) ? `${start ?? ''}${MASK}` : match,
  )
  return plain.length > MAX_CHARACTERS ? `${plain.slice(0, MAX_CHARACTERS - 1).trimEnd()}${MASK}` : plain
}

/** Names are typed without capital letters, too. Two in a row are a name, whatever each means alone. */
function maskUncapitalised(
  text: string,
  names: ReadonlySet<string>,
  ordinary: ReadonlySet<string> = new Set(),
): string {
  if (names.size === 0) return text
  const isPart = (word: string | undefined) => word !== undefined && names.has(toPlain(word))
  return text.replace(UNCAPITALISED, (word: string, at: number) => {
    if (!isPart(word)) return word
    const before = /([\p{L}\p{M}]+) $/u.exec(text.slice(0, at))?.[1]
    const after = /^ ([\p{L}\p{M}]+)/u.exec(text.slice(at + word.length))?.[1]
    const plain = toPlain(word)
    const isWord = ordinary.has(plain) || isStopWord(plain)
    return isWord && !isPart(before) && !isPart(after) ? word : MASK
  })
}

const toPlain = (word: string): string => withoutAccents(word.normalize('NFC').toLowerCase())

const isStopWord = (plain: string): boolean => Object.values(STOP_WORDS).some((words) => words.has(plain))

function isPrivate(
  word: string,
  isFirst: boolean,
  names: ReadonlySet<string>,
  common: ReadonlySet<string> | undefined,
): boolean {
  const parts = toPlainWords(word)
  if (parts.some((part) => names.has(part))) return true
  // Every sentence starts with a capital letter.
  return common !== undefined && !isFirst && !parts.every((part) => common.has(part))
}

const MIN_NAME_LETTERS = 3

/** The parts of people's names that identify them in a text. */
export const namePartsOf = (names: readonly string[]): Set<string> =>
  new Set(
    names
      .flatMap((name) => toPlainWords(name))
      .map(withoutAccents)
      .filter((part) => part.length >= MIN_NAME_LETTERS),
  )
