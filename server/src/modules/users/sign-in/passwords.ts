import { say } from '@bellwether/wire'
import { hash, verify } from '@node-rs/argon2'
import { badRequest } from '../../../platform/errors.ts'
import { newToken } from '../../../platform/ids.ts'
import { createTaskThread } from '../../../platform/threads/task-thread.ts'
import { startWorker } from '../../../platform/threads/worker.ts'

// 2 = argon2id: the package exports the name only as an ambient const enum, which isolated modules can't read.
const ARGON2ID = 2
const settings = { algorithm: ARGON2ID, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** For tests, which create many users and attack none of them. */
export function useCheapPasswordHashes(): void {
  settings.memoryCost = 8
  settings.timeCost = 1
}

export interface BcryptTask {
  password: string
  hash: string
}

// bcryptjs is plain JavaScript and takes hundreds of milliseconds for a hash of LAMB's, so it runs in a thread.
const verifyBcrypt = createTaskThread<BcryptTask, boolean>({
  start: () => startWorker('bcrypt', new URL('./bcrypt.worker.ts', import.meta.url)),
  timeoutMs: 10_000,
})

/** Takes tens of milliseconds: never inside a transaction, which on SQLite holds the only writer. */
export const hashPassword = (password: string): Promise<string> => hash(password, settings)

/**
 * Hash of a random password. Checked when the user does not exist, so that the response takes the same time.
 */
let decoy: Promise<string> | undefined

export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  if (stored === null) {
    decoy ??= hashPassword(newToken())
    await verify(await decoy, password)
    return false
  }
  const check = stored.startsWith('$2') ? verifyBcrypt({ password, hash: stored }) : verify(stored, password)
  // A damaged imported hash matches no password and is not an error of this request.
  return check.catch(() => false)
}

/** Imported LAMB users have bcrypt hashes, which are replaced by Argon2id at the next sign-in. */
export const needsRehash = (stored: string): boolean => !stored.startsWith('$argon2id$')

export function requireValidPassword(password: string): void {
  if (password.length < 8) throw badRequest(say('users.password_too_short', { limit: 8 }))
  if (password.length > 200) throw badRequest(say('users.password_too_long', { limit: 200 }))
}

/** For accounts that an admin creates for other people. */
export const newOneTimePassword = (): string => newToken().slice(0, 16)
