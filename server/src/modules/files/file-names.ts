import { isUtf8 } from 'node:buffer'
import { FILE_LIMITS, say, toSafeFileName } from '@bellwether/wire'
import { badRequest } from '../../platform/errors.ts'

const CONTENT_TYPES: Readonly<Record<(typeof FILE_LIMITS.extensions)[number], string>> = {
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
}

/** Most file systems count bytes, not characters. */
const MAX_NAME_BYTES = 240

/**
 * A file name without folders, invisible characters and leading dots. Other scripts and inner dots (`notes..v2.md`)
 * stay. A name that is too long is refused, not cut: two long names could become the same. Pure.
 */
export function toFileName(original: string): string {
  const last = original.split(/[/\\]/).at(-1) ?? ''
  const name = toSafeFileName(last)
    .normalize('NFC')
    .trim()
    .replace(/^[.\s]+/, '')
  if (name === '') throw badRequest(say('files.name_required'))
  if ([...name].length > FILE_LIMITS.nameChars || Buffer.byteLength(name) > MAX_NAME_BYTES) {
    throw badRequest(say('files.name_too_long', { limit: FILE_LIMITS.nameChars }))
  }
  return name
}

/** By the extension, which also decides whether the file is accepted. */
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

/** The text for a prompt, without a byte order mark. */
export const toText = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\ufeff/, '')
