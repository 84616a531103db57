import { createHash } from 'node:crypto'

/** A short text that differs whenever the content does. */
export const toMark = (listed: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(listed)).digest('base64url').slice(0, 12)
