/** Signs a text with the installation's key. */
export type Sign = (text: string) => string

/** Without letters and digits that look alike. */
const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 6

/**
 * A person's pseudonym: the same in all conversations with one assistant, another one with each other assistant, and
 * without the installation's key of no use for finding the account.
 */
export function pseudonymOf(sign: Sign, assistantId: number, userId: number): string {
  const bytes = Buffer.from(sign(`activity person ${assistantId} ${userId}`), 'base64url')
  return Array.from(bytes.subarray(0, LENGTH), (byte) => SYMBOLS[byte % SYMBOLS.length]).join('')
}
