import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '../config.ts'

/**
 * The two secrets of an installation. Generated on the first start, kept in files that only the server's user can read; an
 * operator who runs several instances gives the same ones to each by environment instead.
 */
export interface Secrets {
  /** Signs sessions and addresses of generated images. */
  signing: Buffer
  /** Encrypts provider keys at rest. */
  encryption: Buffer
}

export function loadSecrets(
  dataDir: string,
  given: { LAMB_JWT_SECRET?: string | undefined; ENCRYPTION_KEY?: string | undefined },
): Secrets {
  const folder = join(dataDir, 'secrets')
  const fromFile = (name: string): Buffer => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const path = join(folder, name)
    try {
      // wx: two processes that start together must not each write a secret of their own.
      writeFileSync(path, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const text = readFileSync(path, 'utf8').trim()
    if (text.length < 32) throw new SettingsError(`${path} is damaged: it must hold at least 32 characters`)
    return Buffer.from(text)
  }
  return {
    signing: given.LAMB_JWT_SECRET ? Buffer.from(given.LAMB_JWT_SECRET) : fromFile('signing.key'),
    encryption: given.ENCRYPTION_KEY ? Buffer.from(given.ENCRYPTION_KEY) : fromFile('encryption.key'),
  }
}
