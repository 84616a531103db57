/**
 * Sequences of letters (with combining marks) and digits. An apostrophe or a middle dot separates, so that Catalan
 * and French articles become separate words.
 */
const WORD = /[\p{L}\p{M}\p{N}]+/gu
const MARKS = /\p{M}+/gu
const BEYOND_ASCII = /[^ -~]/

/** Words in lower case. Accents are kept, because stemming needs them. */
export function toWords(text: string): string[] {
  return text.normalize('NFC').toLowerCase().match(WORD) ?? []
}

export const toPlainWords = (text: string): string[] => toWords(text).map(withoutAccents)

export const withoutAccents = (word: string): string =>
  BEYOND_ASCII.test(word) ? word.normalize('NFKD').replace(MARKS, '') : word
