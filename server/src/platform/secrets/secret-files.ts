import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SettingsError } from '../config.ts'

/**
 * The two secrets of an installation. Generated on the first start and stored in files that only the server's user
 * can read; with several instances, the operator sets the same ones for each in the environment.
 */
export interface Secrets {
  /** Signs sessions and URLs of generated images. */
  signing: Buffer
  /** Encrypts provider keys at rest. */
  encryption: Buffer
}

/** Undefined if one is neither set nor in its file and may not be created. */
export function loadSecrets(
  dataDir: string,
  settings: { LAMB_JWT_SECRET?: string | undefined; ENCRYPTION_KEY?: string | undefined },
  mayCreate: Readonly<Record<keyof Secrets, boolean>>,
): Secrets | undefined {
  const folder = join(dataDir, 'secrets')
  const fromFile = (name: keyof Secrets): Buffer | undefined => {
    const path = join(folder, `${name}.key`)
    if (mayCreate[name]) createSecret(folder, path)
    const text = readIfPresent(path)?.trim()
    if (text === undefined) return undefined
    if (text.length < 32) throw new SettingsError(`${path} is damaged: it must hold at least 32 characters`)
    return Buffer.from(text)
  }
  const signing = settings.LAMB_JWT_SECRET ? Buffer.from(settings.LAMB_JWT_SECRET) : fromFile('signing')
  const encryption = settings.ENCRYPTION_KEY ? Buffer.from(settings.ENCRYPTION_KEY) : fromFile('encryption')
  return signing && encryption && { signing, encryption }
}

/** Written to another file and then linked, so that processes that start together all find one complete secret. */
function createSecret(folder: string, path: string): void {
  if (existsSync(path)) return
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const staged = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(staged, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(staged, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(staged)
  }
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
