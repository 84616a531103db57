import { userRepository } from '../../../modules/users/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type ServerTexts, serverTexts } from '../../../platform/texts/server-texts.ts'

export type AacTexts = ServerTexts['creation']

/** In the language of the account: LAMB's clients don't translate. */
export async function textsFor(db: Db, { userId }: Pick<UserCaller, 'userId'>): Promise<AacTexts> {
  const user = await userRepository.findAccount(db, userId)
  return serverTexts(user?.language ?? 'en').creation
}
