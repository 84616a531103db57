import { lstat, realpath } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { FileRefusal, hasCode, toRefusal } from '../file-refusal.ts'

/** Where a path of a workspace really is. */
export interface Place {
  /** On disk, every link on the way followed. */
  real: string
  /** The same within the workspace: what edits, checkpoints and locks know the file by. */
  path: string
}

const LONGEST_PATH = 1000
const DEEPEST = 60
/** Version control and the state of agents: nothing of it is ever shown or changed here, however it is spelled. */
const RESTRICTED: ReadonlySet<string> = new Set(['.git', '.agentsmithy', '.bellwether'])
/** What edits write before they are moved into their place. Left over only by a crash. */
export const STAGED_START = '.bellwether-staged-'

export const isRestricted = (name: string): boolean =>
  RESTRICTED.has(name.toLowerCase()) || name.startsWith(STAGED_START)

/**
 * The only way from a path that was sent to a place on disk. `root` is the workspace's real folder. What does not exist yet is judged by
 * the deepest folder that does; links within the workspace are followed, links out of it refused.
 */
export async function findPlace(root: string, given: string): Promise<Place> {
  const wanted = join(root, ...toSteps(root, given))
  const real = await realPlaceOf(wanted)
  // With the separator: a neighbour's folder may begin with the same letters.
  if (real !== root && !real.startsWith(root + sep))
    throw new FileRefusal('path_outside', `${show(given)} leads out of the workspace.`)
  const path = relative(root, real)
  requireUnrestricted(path.split(sep), given)
  return { real, path: sep === '/' ? path : path.replaceAll(sep, '/') }
}

/** A file's place: anything but the workspace's own folder, and no link that leads nowhere. */
export async function findFilePlace(root: string, given: string): Promise<Place> {
  const place = await findPlace(root, given)
  if (place.path === '')
    throw new FileRefusal('not_a_file', 'This is the workspace’s own folder; name a file.')
  const stats = await lstat(place.real).catch(() => undefined)
  if (stats?.isSymbolicLink())
    throw new FileRefusal('not_found', `${show(given)} is a link to a file that is not there.`)
  return place
}

function toSteps(root: string, given: string): string[] {
  if (given.length > LONGEST_PATH) throw new FileRefusal('bad_path', 'The path is too long.')
  // Editors name files by where they are on disk.
  const path = given === root || given.startsWith(`${root}/`) ? given.slice(root.length + 1) : given
  if (path.startsWith('/'))
    throw new FileRefusal(
      'path_outside',
      `Name files within the workspace, such as src/main.py, not ${show(given)}.`,
    )
  // `\p{Cc}`: control characters.
  if (/[\\\p{Cc}]/u.test(path) || /\p{Surrogate}/u.test(path))
    throw new FileRefusal('bad_path', 'The path holds a character that can’t stand in a file name here.')
  const steps = path.split('/').filter((step) => step !== '' && step !== '.')
  if (steps.includes('..'))
    throw new FileRefusal(
      'path_outside',
      `“..” is not taken: name ${show(given)} from the workspace’s folder down.`,
    )
  if (steps.length > DEEPEST || steps.some((step) => Buffer.byteLength(step) > 255))
    throw new FileRefusal('bad_path', 'The path is too long.')
  requireUnrestricted(steps, given)
  return steps
}

function requireUnrestricted(steps: readonly string[], given: string): void {
  const step = steps.find(isRestricted)
  if (step !== undefined)
    throw new FileRefusal('restricted', `${show(given)} is not open to assistants: ${step} is kept out.`)
}

async function realPlaceOf(wanted: string): Promise<string> {
  for (let existing = wanted; ; existing = dirname(existing)) {
    try {
      return join(await realpath(existing), relative(existing, wanted))
    } catch (error) {
      // "No folder": something on the way is a file. Whoever opens the place is told that nothing is there.
      if (!hasCode(error, 'ENOENT', 'ENOTDIR') || existing === dirname(existing)) throw toRefusal(error)
      await refuseDanglingFolder(existing, wanted)
    }
  }
}

/** A link to a folder that is not there: judged by its own place, a file “in” it could end up anywhere once the folder is made. */
async function refuseDanglingFolder(existing: string, wanted: string): Promise<void> {
  if (existing === wanted) return
  const stats = await lstat(existing).catch(() => undefined)
  if (stats?.isSymbolicLink())
    throw new FileRefusal('path_outside', 'A link on the way leads to a folder that is not there.')
}

const show = (given: string): string => JSON.stringify(given.length > 200 ? `${given.slice(0, 200)}…` : given)
