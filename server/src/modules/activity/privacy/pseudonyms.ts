/** Signs a text with the installation's key. */
export type Sign = (text: string) => string

/** Without letters and digits that look alike. */
const SYMBOLS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const LENGTH = 6

/**
 * A person's pseudonym: the same in all conversations with one assistant, another one with each other assistant, and
 * without the installation's key of no use for finding the account. People who withdraw their consent get another one
 * than the one that was shown beside their name.
 */
export function pseudonymOf(
  sign: Sign,
  assistantId: number,
  { userId, isNamed }: { userId: number; isNamed: boolean },
): string {
  const kind = isNamed ? 'named person' : 'person'
  const bytes = Buffer.from(sign(`activity ${kind} ${assistantId} ${userId}`), 'base64url')
  return Array.from(bytes.subarray(0, LENGTH), (byte) => SYMBOLS[byte % SYMBOLS.length]).join('')
}
