import { createHash } from 'node:crypto'

/** A short hash of the content. */
export const toMark = (listed: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(listed)).digest('base64url').slice(0, 12)
