import { userRepository } from '../../../../modules/users/index.ts'
import type { UserCaller } from '../../../../platform/caller.ts'
import type { Db } from '../../../../platform/db/db.ts'
import type { Language } from '../../../../platform/languages.ts'
import { ca } from './ca.ts'
import { type AacTexts, en } from './en.ts'
import { es } from './es.ts'
import { eu } from './eu.ts'

export type { AacTexts } from './en.ts'

const TEXTS: Record<Language, AacTexts> = { en, es, ca, eu }

/** In the language of the account: LAMB's clients don't translate. */
export async function textsFor(db: Db, { userId }: Pick<UserCaller, 'userId'>): Promise<AacTexts> {
  const user = await userRepository.findAccount(db, userId)
  return TEXTS[user?.language ?? 'en']
}
