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

/** Excel protects a file that may be read but not changed with this one, and opens it without asking. */
const OF_READ_ONLY_FILES = 'VelvetSweatshop'
/** Office turns the password round 100,000 times; the standard allows this many. A hostile file may ask for billions. */
const MAX_TURNS = 10_000_000

/** The zip-based file inside a protected one (ECMA-376, “agile” and “standard”). Takes the thread for a while, as the standard wants it. */
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

/** The library knows this way with keys of 128 bits only. Undefined when the file is protected in the other way. */
function openIfStandard(file: Buffer, password: string | undefined): Buffer | undefined {
  try {
    const protection = readProtection(readStream(file, 'EncryptionInfo') ?? Buffer.alloc(0))
    const pack = protection && readStream(file, 'EncryptedPackage')
    if (!pack) return undefined
    const opened = openStandard(protection, pack, password ?? OF_READ_ONLY_FILES)
    if (!opened) throw password === undefined ? needsPassword() : wrongPassword()
    return opened
  } catch (error) {
    // The file ends early, or its parts lead nowhere.
    if (error instanceof RangeError) throw corrupt(error)
    throw error
  }
}

function requireFewTurns(file: Buffer): void {
  const at = file.indexOf('spinCount="')
  const turns = at === -1 ? 0 : Number(/^spinCount="(\d+)"/.exec(file.toString('latin1', at, at + 40))?.[1])
  if (!(turns <= MAX_TURNS)) throw corrupt()
}

/** The library tells its reasons apart by their words only. */
function toReason(error: unknown): UnreadableDocument {
  const words = error instanceof Error ? error.message : ''
  if (/password is incorrect/i.test(words)) return wrongPassword()
  if (/unsupported|invalid key length/i.test(words)) return unsupported(say('documents.office_protection'))
  return corrupt(error)
}
