import { userRepository } from '../../modules/users/index.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import { newToken } from '../../platform/ids.ts'
import { isSameSecret } from '../../platform/secrets/secret-box.ts'

/** Proves that the person who creates the first admin in a browser can see the server's output. */
export interface SetupCode {
  /** For the operator; undefined once it was used. */
  show(): string | undefined
  /** False if it is wrong or was used. A correct code is used up immediately, so that only one of two people succeeds. */
  spend(code: string): boolean
  /** Creating the admin failed, so the code can be used again. */
  giveBack(): void
}

/** Undefined if the operator set an admin in another way, or one already exists. */
export async function createSetupCode(db: Db, config: Config): Promise<SetupCode | undefined> {
  if (config.ADMIN_SETUP !== 'browser' || config.ADMIN_PASSWORD !== undefined) return undefined
  if (await userRepository.hasSystemAdmin(db)) return undefined
  const code = newCode()
  let isSpent = false
  return {
    show: () => (isSpent ? undefined : code),
    spend(attempt) {
      if (isSpent || !isSameSecret(code, attempt.trim().toUpperCase())) return false
      isSpent = true
      return true
    },
    giveBack() {
      isSpent = false
    },
  }
}

/** Three groups of four characters, easy to read from one screen and type on another. */
const newCode = (): string => {
  const letters = newToken()
    .replace(/[^A-HJ-NP-Za-hj-km-np-z2-9]/g, '')
    .toUpperCase()
  return [letters.slice(0, 4), letters.slice(4, 8), letters.slice(8, 12)].join('-')
}
