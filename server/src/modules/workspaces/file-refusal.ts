import { type Message, say } from '@bellwether/wire'
import { AppError, type ErrorCode } from '../../platform/errors.ts'

/** All reasons to refuse reading or changing a file of a workspace. Models and clients react to them. */
export type RefusalCode =
  | 'bad_path'
  | 'path_outside'
  | 'restricted'
  | 'not_found'
  | 'not_a_file'
  | 'not_a_folder'
  | 'hard_link'
  | 'already_exists'
  | 'binary'
  | 'not_utf8'
  | 'too_large'
  | 'no_room'
  | 'disk_full'
  | 'permission_denied'
  | 'no_changes'
  | 'invalid_range'
  | 'overlap'
  | 'content_mismatch'
  | 'ambiguous'
  | 'bad_content'
  | 'no_op'
  | 'stale_read'
  | 'changed_meanwhile'
  | 'busy'
  | 'timeout'
  | 'bad_pattern'
  | 'not_allowed'

const STATUS: Record<RefusalCode, ErrorCode> = {
  bad_path: 'bad_request',
  path_outside: 'bad_request',
  restricted: 'forbidden',
  not_found: 'not_found',
  not_a_file: 'bad_request',
  not_a_folder: 'bad_request',
  hard_link: 'forbidden',
  already_exists: 'conflict',
  binary: 'bad_request',
  not_utf8: 'bad_request',
  too_large: 'too_large',
  no_room: 'bad_request',
  disk_full: 'unavailable',
  permission_denied: 'forbidden',
  no_changes: 'bad_request',
  invalid_range: 'bad_request',
  overlap: 'bad_request',
  content_mismatch: 'conflict',
  ambiguous: 'bad_request',
  bad_content: 'bad_request',
  no_op: 'bad_request',
  stale_read: 'conflict',
  changed_meanwhile: 'conflict',
  busy: 'unavailable',
  timeout: 'bad_request',
  bad_pattern: 'bad_request',
  not_allowed: 'forbidden',
}

/** A refused read or edit; nothing was changed. `facts` helps with the next attempt. */
export class FileRefusal extends AppError {
  readonly refusal: RefusalCode
  readonly facts: Readonly<Record<string, unknown>>
  readonly reason: Message

  constructor(refusal: RefusalCode, message: Message, facts: Readonly<Record<string, unknown>> = {}) {
    super(STATUS[refusal], message)
    this.name = 'FileRefusal'
    this.refusal = refusal
    this.facts = facts
    this.reason = message
  }
}

/**
 * A message with more details in English: models read them, and people whose language is English. Others read the
 * translation. Pure.
 */
export const withDetails = (message: Message, text: string): Message => ({ ...message, text })

export const isFileRefusal = (error: unknown): error is FileRefusal => error instanceof FileRefusal

const OF_DISK: Record<string, () => FileRefusal> = {
  ENOENT: () => new FileRefusal('not_found', say('workspace_files.not_found')),
  ENOTDIR: () => new FileRefusal('not_found', say('workspace_files.not_found')),
  ELOOP: () => new FileRefusal('path_outside', say('workspace_files.links_outside')),
  ENAMETOOLONG: () => new FileRefusal('bad_path', say('workspace_files.path_too_long')),
  EISDIR: () => new FileRefusal('not_a_file', say('workspace_files.is_a_folder')),
  EEXIST: () => new FileRefusal('already_exists', say('workspace_files.already_exists')),
  EACCES: () => new FileRefusal('permission_denied', say('workspace_files.permission_denied')),
  EPERM: () => new FileRefusal('permission_denied', say('workspace_files.permission_denied')),
  EROFS: () => new FileRefusal('permission_denied', say('workspace_files.disk_read_only')),
  ENOSPC: () => new FileRefusal('disk_full', say('workspace_files.disk_full')),
  EDQUOT: () => new FileRefusal('disk_full', say('workspace_files.disk_full')),
  ENXIO: () => new FileRefusal('not_a_file', say('workspace_files.not_regular')),
}

/** Converts an error of the operating system to a refusal; others stay unchanged. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  return OF_DISK[String(error.code)]?.() ?? error
}

export const hasCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))
