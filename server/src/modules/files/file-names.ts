import { isUtf8 } from 'node:buffer'
import { FILE_LIMITS, say } from '@bellwether/wire'
import { badRequest } from '../../platform/errors.ts'

const CONTENT_TYPES: Readonly<Record<(typeof FILE_LIMITS.extensions)[number], string>> = {
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

/** Most file systems count bytes, not characters. */
const MAX_NAME_BYTES = 240

// Control characters, and those that turn the direction of writing round: `gnp.exe` shown as `exe.png`.
const UNSEEN = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

/**
 * A name that is one step of a path: folders that a client sent along, unseen characters and dots in front are left off. Other
 * scripts and dots within (`notes..v2.md`) stay. Too long is refused, not cut: two long names could become one file. Pure.
 */
export function toFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? ''
  const name = last
    .replace(UNSEEN, '')
    .normalize('NFC')
    .trim()
    .replace(/^[.\s]+/, '')
  if (name === '') throw badRequest(say('files.name_required'))
  if ([...name].length > FILE_LIMITS.nameChars || Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw badRequest(say('files.name_too_long', { limit: FILE_LIMITS.nameChars }))
  }
  return name
}

/** By the name's ending, which is also what decides whether the file is taken at all. */
export function requireTextType(name: string): string {
  const extension = FILE_LIMITS.extensions.find(
    (ending) => name.toLowerCase().endsWith(ending) && name.length > ending.length,
  )
  if (extension) return CONTENT_TYPES[extension]
  throw badRequest(say('files.extension', { extensions: FILE_LIMITS.extensions.join(', ') }))
}

export function requireText(bytes: Buffer): void {
  if (isUtf8(bytes) && !bytes.includes(0)) return
  throw badRequest(say('files.not_utf8'))
}

/** The text that a prompt gets: without the mark that some editors put before it. */
export const toText = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\ufeff/, '')
