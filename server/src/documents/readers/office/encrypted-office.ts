import { say } from '@bellwether/wire'
import type { Budget } from '../limits.ts'
import {
  corrupt,
  needsPassword,
  type UnreadableDocument,
  unsupported,
  wrongPassword,
} from '../unreadable-document.ts'
import { readStream } from './compound-file.ts'
import { openStandard, readProtection } from './standard-encryption.ts'

/** The password with which Excel encrypts read-only files, which it opens without asking. */
const OF_READ_ONLY_FILES = 'VelvetSweatshop'
/** Office hashes the password 100,000 times; the standard allows this many. A hostile file may ask for billions. */
const MAX_TURNS = 10_000_000

/** Decrypts a protected Office file (ECMA-376, “agile” and “standard”). Slow by design. */
export async function openEncryptedOffice(
  file: Buffer,
  password: string | undefined,
  budget: Budget,
): Promise<Uint8Array> {
  const standard = openIfStandard(file, password)
  if (standard) return standard
  requireFewTurns(file)
  const { default: office } = await import('officecrypto-tool')
  try {
    return await office.decrypt(file, { password: password ?? OF_READ_ONLY_FILES })
  } catch (error) {
    throw password === undefined ? needsPassword() : toReason(error)
  } finally {
    budget.checkTime()
  }
}

/** The library supports this scheme with 128-bit keys only. Undefined if the file uses the other scheme. */
function openIfStandard(file: Buffer, password: string | undefined): Buffer | undefined {
  try {
    const protection = readProtection(readStream(file, 'EncryptionInfo') ?? Buffer.alloc(0))
    const pack = protection && readStream(file, 'EncryptedPackage')
    if (!pack) return undefined
    const opened = openStandard(protection, pack, password ?? OF_READ_ONLY_FILES)
    if (!opened) throw password === undefined ? needsPassword() : wrongPassword()
    return opened
  } catch (error) {
    // The file is truncated, or its references are invalid.
    if (error instanceof RangeError) throw corrupt(error)
    throw error
  }
}

function requireFewTurns(file: Buffer): void {
  const at = file.indexOf('spinCount="')
  const turns = at === -1 ? 0 : Number(/^spinCount="(\d+)"/.exec(file.toString('latin1', at, at + 40))?.[1])
  if (!(turns <= MAX_TURNS)) throw corrupt()
}

/** The library's errors can only be told apart by their messages. */
function toReason(error: unknown): UnreadableDocument {
  const message = error instanceof Error ? error.message : ''
  if (/password is incorrect/i.test(message)) return wrongPassword()
  if (/unsupported|invalid key length/i.test(message)) return unsupported(say('documents.office_protection'))
  return corrupt(error)
}
