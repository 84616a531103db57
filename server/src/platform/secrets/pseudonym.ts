/** Signs a text with the installation's key. */
export type Sign = (text: string) => string

/** Without letters and digits that look alike. */
const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 6

/** A pseudonym for the text. Without the installation's key, it can't be traced back. */
export function toPseudonym(sign: Sign, text: string): string {
  const bytes = Buffer.from(sign(text), 'base64url')
  return Array.from(bytes.subarray(0, LENGTH), (byte) => SYMBOLS[byte % SYMBOLS.length]).join('')
}
