import { randomBytes } from 'node:crypto'
import { createSecretBox, type SecretBox } from '../../../platform/secrets/secret-box.ts'
import { parseOrEmpty } from '../records.ts'

type Params = Readonly<Record<string, unknown>>
export type PasswordBox = Pick<SecretBox, 'seal' | 'open' | 'isSealed'>

/** For a server without a key of its own: a password is then good until the process ends, and is asked for again after that. */
export const createPassingBox = (): PasswordBox => createSecretBox(randomBytes(32), randomBytes(32))

/** A file's settings as they may be stored: the password can't be read from the database. */
export function sealPassword(box: PasswordBox, { password, ...params }: Params): Record<string, unknown> {
  return typeof password === 'string' && password !== ''
    ? { ...params, password: box.seal(password) }
    : params
}

/** A file's settings as the reading thread needs them. */
export function openParams(box: PasswordBox, stored: string): Record<string, unknown> {
  const params = parseOrEmpty(stored)
  const { password } = params
  return typeof password === 'string' && box.isSealed(password)
    ? { ...params, password: box.open(password) }
    : params
}

/** A password that opened the file, or did not, is not needed any more. */
export function withoutPassword(params: Params): Record<string, unknown> {
  const { password: _password, ...kept } = params
  return kept
}
