import { say } from '@bellwether/wire'
import { badRequest } from '../errors.ts'

/** On disk, each is a folder of DATA_DIR. */
export const STORAGE_AREAS = ['files', 'knowledge', 'workspaces'] as const
export type StorageArea = (typeof STORAGE_AREAS)[number]

/** Names of unfinished uploads on disk start with this; keys never do. */
export const STAGED_START = '.staged-'

/** S3 allows 1024 with the prefix; most file systems 255 for one step. */
const MAX_KEY_BYTES = 900
const MAX_STEP_BYTES = 255

/** Pure. Whether a text can be the key of an object: `<area>/<owner>/<name>[/…]`. */
export function isStorageKey(key: string): boolean {
  const steps = key.split('/')
  return steps.length >= 3 && areValidSteps(steps) && Buffer.byteLength(key) <= MAX_KEY_BYTES
}

export function requireStorageKey(key: string): void {
  if (!isStorageKey(key)) throw badRequest(say('files.path_invalid'))
}

/** Pure. Folders of `workspaces/<id>/` on disk that belong to the workspace itself: people's files may have any names. */
export const isWorkspaceFolder = (steps: readonly string[]): boolean =>
  steps[0] === 'workspaces' && (steps[2] === 'files' || steps[2] === 'state')

/** `''`, or one or more whole steps with a slash at the end. */
export function requireStoragePrefix(prefix: string, minSteps = 0): void {
  const steps = prefix.split('/').slice(0, -1)
  const isValid = prefix === '' || (prefix.endsWith('/') && areValidSteps(steps))
  if (!isValid || steps.length < minSteps) throw new Error(`not a prefix of storage keys: ${prefix}`)
}

const areValidSteps = (steps: readonly string[]): boolean =>
  STORAGE_AREAS.some((area) => area === steps[0]) && steps.every(isValidStep) && !isWorkspaceFolder(steps)

// `\p{Cc}`: control characters. `\p{Cs}`: half characters, which no storage can keep as they are.
const isValidStep = (step: string): boolean =>
  step !== '' &&
  step !== '.' &&
  step !== '..' &&
  !/[/\\\p{Cc}\p{Cs}]/u.test(step) &&
  !step.startsWith(STAGED_START) &&
  Buffer.byteLength(step) <= MAX_STEP_BYTES
