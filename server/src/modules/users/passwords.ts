import { hash, verify } from '@node-rs/argon2'
import { verify as verifyBcrypt } from '@node-rs/bcrypt'
import { badRequest } from '../../platform/errors.ts'
import { newToken } from '../../platform/ids.ts'

// 2 = argon2id: the package exports the name only as an ambient const enum, which isolated modules can't read.
const ARGON2ID = 2
const SETTINGS = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Takes tens of milliseconds: never inside a transaction, which on SQLite holds the only writer. */
export const hashPassword = (password: string): Promise<string> => hash(password, SETTINGS)

/** A hash of nothing anybody knows: checked when there is no such user, so that the answer takes as long. */
let decoy: Promise<string> | undefined

export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored === null) {
    decoy ??= hashPassword(newToken())
    await verify(await decoy, password)
    return false
  }
  const check = stored.startsWith('$2') ? verifyBcrypt(password, stored) : verify(stored, password)
  // An imported hash that is damaged opens nothing; it is no fault of this request.
  return check.catch(() => false)
}

/** Imported LAMB users bring bcrypt; they are moved to Argon2id when they next sign in. */
export const needsRehash = (stored: string): boolean => !stored.startsWith('$argon2id$')

export function requireGoodPassword(password: string): void {
  if (password.length < 8) throw badRequest('The password must have at least 8 characters')
  if (password.length > 200) throw badRequest('The password may have at most 200 characters')
}

/** For accounts that an admin makes for others and hands out. */
export const newOneTimePassword = (): string => newToken().slice(0, 16)
