/**
 * Letters (with the marks that belong to them) and digits that stand together. An apostrophe or a middle dot divides, which gives
 * Catalan and French articles a word of their own.
 */
const WORD = /[\p{L}\p{M}\p{N}]+/gu
const MARKS = /\p{M}+/gu
const BEYOND_ASCII = /[^ -~]/

/** Words in small letters, accents kept: endings are told by them. */
export function toWords(text: string): string[] {
  return text.normalize('NFC').toLowerCase().match(WORD) ?? []
}

export const toPlainWords = (text: string): string[] => toWords(text).map(withoutAccents)

export const withoutAccents = (word: string): string =>
  BEYOND_ASCII.test(word) ? word.normalize('NFKD').replace(MARKS, '') : word
