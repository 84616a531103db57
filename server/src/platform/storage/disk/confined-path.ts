import { realpath } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/**
 * The only way from a path that was sent or stored to a place on disk. `path` is `<owner>/…`; the place lies within that owner's
 * folder of `root`, with every link on the way followed first. Undefined when it would lie anywhere else. What does not exist yet
 * is judged by the deepest folder that does.
 */
export async function findConfinedPath(root: string, path: string): Promise<string | undefined> {
  if (!isPlainPath(path)) return undefined
  const steps = path.split('/')
  const [owner = ''] = steps
  // The folder for all files may itself be a link, to a larger disk perhaps: that is the operator's choice.
  const base = await realpath(root)
  const place = await realPlaceOf(join(base, ...steps))
  // With the separator: `7-private` begins with `7` too.
  return place?.startsWith(join(base, owner) + sep) ? place : undefined
}

/** Whether a path could be one of ours at all: `<owner>/<name>`, no step of which leads anywhere but down. Pure. */
function isPlainPath(path: string): boolean {
  const steps = path.split('/')
  return steps.length >= 2 && steps.every(isPlainStep)
}

// `\p{Cc}`: control characters.
const isPlainStep = (step: string): boolean =>
  step !== '' && step !== '.' && step !== '..' && !/[/\\\p{Cc}]/u.test(step)

/** Undefined if links form a loop. */
async function realPlaceOf(wanted: string): Promise<string | undefined> {
  for (let existing = wanted; ; existing = dirname(existing)) {
    try {
      return join(await realpath(existing), relative(existing, wanted))
    } catch (error) {
      if (hasCode(error, 'ELOOP', 'ENAMETOOLONG')) return undefined
      // ENOTDIR: a part of the path is a file. Opening it then reports that the file does not exist.
      if (!hasCode(error, 'ENOENT', 'ENOTDIR') || existing === dirname(existing)) throw error
    }
  }
}

export const hasCode = (error: unknown, ...codes: string[]): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
