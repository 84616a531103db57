import { toShown } from './line-ends.ts'

/** What is typed and not saved, and the content over which it was typed. */
export interface Draft {
  text: string
  hash: string
}

interface Content {
  text: string | undefined
  hash: string
}

/** Pure. Undefined: the same as the file. Only over what its writer saw may it be saved unasked. */
export const typedOver = (
  file: Content | undefined,
  before: Draft | undefined,
  text: string,
): Draft | undefined =>
  text === toShown(file?.text ?? '') ? undefined : { text, hash: before?.hash ?? file?.hash ?? '' }

/** Pure. What is left to be saved when `sent` is on the disk: letters that were typed in the meantime. */
export const leftAfter = (sent: string, text: string, hash: string): Draft | undefined =>
  text === sent ? undefined : { text, hash }

/** Pure. Whether the file is no longer the one over which it was typed. */
export const isOutdated = (draft: Draft | undefined, file: Content | undefined): boolean =>
  draft !== undefined && file !== undefined && draft.hash !== file.hash

/** Pure. What this browser kept, by path; anything else is passed over. */
export function readDrafts(kept: unknown): [string, Draft][] {
  if (typeof kept !== 'object' || kept === null) return []
  return Object.entries(kept).flatMap(([path, draft]: [string, unknown]) =>
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
