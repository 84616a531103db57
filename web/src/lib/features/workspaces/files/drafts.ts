/** Unsaved text, and the content it is based on. */
export interface Draft {
  text: string
  hash: string
}

interface Content {
  text: string | undefined
  hash: string
}

/** Undefined if it equals the file. It may only be saved without asking over the content its author saw. Pure. */
export const typedOver = (
  file: Content | undefined,
  before: Draft | undefined,
  text: string,
): Draft | undefined =>
  text === toShown(file?.text ?? '') ? undefined : { text, hash: before?.hash ?? file?.hash ?? '' }

/** The unsaved part after `sent` was saved: text typed in the meantime. Pure. */
export const leftAfter = (sent: string, text: string, hash: string): Draft | undefined =>
  text === sent ? undefined : { text, hash }

/** Whether the file is no longer the one that the draft is based on. Pure. */
export const isOutdated = (draft: Draft | undefined, file: Content | undefined): boolean =>
  draft !== undefined && file !== undefined && draft.hash !== file.hash

/** The drafts stored in this browser, by path; invalid data is skipped. Pure. */
export function readDrafts(stored: unknown): [string, Draft][] {
  if (typeof stored !== 'object' || stored === null) return []
  return Object.entries(stored).flatMap(([path, draft]: [string, unknown]) =>
    isDraft(draft) ? [[path, { text: draft.text, hash: draft.hash }]] : [],
  )
}

const isDraft = (value: unknown): value is Draft =>
  typeof value === 'object' &&
  value !== null &&
  'text' in value &&
  typeof value.text === 'string' &&
  'hash' in value &&
  typeof value.hash === 'string'

/** Text fields only support one kind of line ending: all others would be rewritten with the first keystroke. */
export const toShown = (text: string): string => text.replaceAll('\r\n', '\n')

/**
 * The text with the line endings that most lines of the file had, so that editing one line does not change all of
 * them.
 */
export function withLineEndsOf(file: string, shown: string): string {
  const all = file.split('\n').length - 1
  const windows = file.split('\r\n').length - 1
  return windows * 2 > all ? toShown(shown).replaceAll('\n', '\r\n') : shown
}
