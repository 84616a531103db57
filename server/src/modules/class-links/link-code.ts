import { randomInt } from 'node:crypto'

/** Without characters that look alike: 0/o, 1/i/l. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
/** 31^10 codes, 49 bits. Unknown codes are counted per address, so they can't be guessed. */
const LENGTH = 10

export const newLinkCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

/** Codes are typed from slides: case, spaces and hyphens don't matter. */
export const toStoredCode = (typed: string): string => typed.toLowerCase().replace(/[\s-]/g, '')
