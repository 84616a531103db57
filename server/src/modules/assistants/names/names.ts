/** Names of assistants: the display name and LAMB's form of it. Pure. */
import { ASSISTANT_LIMITS } from '@bellwether/wire'

const MAX_LAMB_NAME = 50
/** Leaves room for `_999` when the name is taken. */
const ROOM_FOR_NUMBER = 4
const DELETED = /_deleted_\d+$/

export interface AssistantNames {
  /** As its author typed it. */
  name: string
  lambName: string
}

/** LAMB's rule: lower case, `_` between words, ASCII letters and digits only. */
export function sanitizeName(name: string): string {
  const clean = name
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '_')
    .replace(/[^a-z0-9_]/g, '')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '')
  return clean || 'untitled'
}

/** `History Tutor!` of user 7 → `7_history_tutor`. */
export function toLambName(userId: number, name: string): string {
  const prefix = `${userId}_`
  return prefix + sanitizeName(name).slice(0, MAX_LAMB_NAME - prefix.length - ROOM_FOR_NUMBER)
}

/** The name in LAMB's routes. */
export const lambNameOf = (row: { name: string; lamb_name: string | null; owner_id: number }): string =>
  row.lamb_name ?? toLambName(row.owner_id, row.name)

/** The name itself, or with the first free number: `_2`, `_3`, … */
export function toFreeLambName(requested: string, taken: ReadonlySet<string>): string {
  if (!taken.has(requested)) return requested
  let number = 2
  while (taken.has(`${requested}_${number}`)) number++
  return `${requested}_${number}`
}

/** The same for display names: `History 2`. */
export function toFreeName(requested: string, taken: ReadonlySet<string>): string {
  if (!taken.has(requested)) return requested
  for (let number = 2; ; number++) {
    const end = ` ${number}`
    const name = cutName(requested, ASSISTANT_LIMITS.name - end.length) + end
    if (!taken.has(name)) return name
  }
}

/** Cut to a maximum length without splitting a surrogate pair. */
export function cutName(name: string, max: number = ASSISTANT_LIMITS.name): string {
  const characters = [...name]
  return characters.length <= max ? name : characters.slice(0, max).join('').trim()
}

export const toDeletedName = (lambName: string, now: number): string => `${lambName}_deleted_${now}`
export const toUndeletedName = (deleted: string): string => deleted.replace(DELETED, '')

/** Only characters that need no quoting in a header or a file name. */
export const toFileName = (name: string): string => `${sanitizeName(name.replace(/^\d+_(?=.)/, ''))}.json`
