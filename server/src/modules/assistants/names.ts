/** The name rules of LAMB's contract. Pure. */

const LONGEST = 50
/** Room for `_999` when the name is taken. */
const ROOM_FOR_NUMBER = 4
const DELETED = /_deleted_\d+$/

export function sanitiseName(given: string): string {
  const clean = given
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '_')
    .replace(/[^a-z0-9_]/g, '')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '')
  return clean || 'untitled'
}

/** `History Tutor!` of user 7 → `7_history_tutor`. */
export function toStoredName(userId: number, given: string): string {
  const prefix = `${userId}_`
  return prefix + sanitiseName(given).slice(0, LONGEST - prefix.length - ROOM_FOR_NUMBER)
}

/** The name itself, or with the first number that makes it free: `_2`, `_3`, … */
export function toFreeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted
  let number = 2
  while (taken.has(`${wanted}_${number}`)) number++
  return `${wanted}_${number}`
}

/** Without the number of the user who made it: what a person typed, nearly. */
export const withoutOwner = (stored: string): string => stored.replace(/^\d+_(?=.)/, '')

export const toDeletedName = (stored: string, now: number): string => `${stored}_deleted_${now}`
export const toUndeletedName = (deleted: string): string => deleted.replace(DELETED, '')

/** Only characters that need no quoting in a header or a file system. */
export const toFileName = (stored: string): string => `${sanitiseName(withoutOwner(stored))}.json`
