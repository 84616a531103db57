import { randomBytes } from 'node:crypto'
import { createSecretBox, type SecretBox } from '../../../platform/secrets/secret-box.ts'
import { parseOrEmpty } from './records.ts'

type Params = Readonly<Record<string, unknown>>
export type PasswordBox = Pick<SecretBox, 'seal' | 'open' | 'isSealed'>

/**
 * For a server without an encryption key: passwords are forgotten when the process ends, and have to be entered
 * again.
 */
export const createPassingBox = (): PasswordBox => createSecretBox(randomBytes(32), randomBytes(32))

/** A file's settings for the database, with the password encrypted. */
export function sealPassword(box: PasswordBox, { password, ...params }: Params): Record<string, unknown> {
  return typeof password === 'string' && password !== ''
    ? { ...params, password: box.seal(password) }
    : params
}

/** A file's settings for the reading process, with the password decrypted. */
export function openParams(box: PasswordBox, stored: string): Record<string, unknown> {
  const params = parseOrEmpty(stored)
  const { password } = params
  return typeof password === 'string' && box.isSealed(password)
    ? { ...params, password: box.open(password) }
    : params
}

/** The password is no longer needed, whether it worked or not. */
export function withoutPassword(params: Params): Record<string, unknown> {
  const { password: _password, ...rest } = params
  return rest
}
