import { type Sign, toPseudonym } from '../../../platform/secrets/pseudonym.ts'

/**
 * A person's pseudonym: the same in all conversations with one assistant, and a different one for each assistant.
 * People who withdraw their consent get a new one, because the old one was shown beside their name.
 */
export const pseudonymOf = (
  sign: Sign,
  assistantId: number,
  { userId, isNamed }: { userId: number; isNamed: boolean },
): string => toPseudonym(sign, `activity ${isNamed ? 'named person' : 'person'} ${assistantId} ${userId}`)
