import { join } from 'node:path'
import { say, toSafeFileName } from '@bellwether/wire'
import { FileRefusal, hasCode, toRefusal } from '../file-refusal.ts'
import type { Files, FolderView } from './folder-view.ts'

/** A path of a workspace with its links resolved. */
export interface Place {
  /**
   * Within the workspace: identifies the file in edits, checkpoints and reads. If a part of it has become a link by
   * then, it is not followed.
   */
  path: string
  /** The same for the whole server, for locks. Never opened. */
  key: string
}

const MAX_PATH_LENGTH = 1000
const MAX_DEPTH = 60
const MAX_LINKS = 40
/** With the steps of links. */
const MAX_STEPS = 300
/** Version control data and the state of agents: never shown or changed here, however it is spelled. */
const RESTRICTED: ReadonlySet<string> = new Set(['.git', '.agentsmithy', '.bellwether'])
/** Temporary files of edits, before they are renamed. Only a crash leaves them behind. */
export const STAGED_START = '.bellwether-staged-'

export const isRestricted = (name: string): boolean =>
  RESTRICTED.has(name.toLowerCase()) || name.startsWith(STAGED_START)

/**
 * The only way to resolve a path from a request. Links within the workspace are resolved step by step; links that
 * leave it are refused. A path that does not exist yet stays as it is.
 */
export async function findPlace(files: Files, path: string): Promise<Place> {
  const steps = toSteps(files.root, path)
  try {
    const place = await resolve(files, steps, path)
    requireUnrestricted(place, path)
    return { path: place.join('/'), key: join(files.key, ...place) }
  } catch (error) {
    throw toRefusal(error)
  }
}

/** A file's place: anything but the workspace's own folder. */
export async function findFilePlace(files: Files, path: string): Promise<Place> {
  const place = await findPlace(files, path)
  if (place.path === '') throw new FileRefusal('not_a_file', say('workspace_files.path_is_workspace'))
  return place
}

function toSteps(root: string, relativePath: string): string[] {
  if (relativePath.length > MAX_PATH_LENGTH)
    throw new FileRefusal('bad_path', say('workspace_files.path_too_long'))
  // Editors name files by where they are on disk.
  const path =
    relativePath === root || relativePath.startsWith(`${root}/`)
      ? relativePath.slice(root.length + 1)
      : relativePath
  if (path.startsWith('/'))
    throw new FileRefusal('path_outside', say('workspace_files.path_absolute', { path: show(relativePath) }))
  // `\p{Cc}`: control characters.
  if (/[\\\p{Cc}]/u.test(path) || /\p{Surrogate}/u.test(path))
    throw new FileRefusal('bad_path', say('workspace_files.path_characters'))
  const steps = path.split('/').filter((step) => step !== '' && step !== '.')
  if (steps.includes('..'))
    throw new FileRefusal('path_outside', say('workspace_files.dot_dot', { path: show(relativePath) }))
  if (steps.length > MAX_DEPTH || steps.some((step) => Buffer.byteLength(step) > 255))
    throw new FileRefusal('bad_path', say('workspace_files.path_too_long'))
  requireUnrestricted(steps, relativePath)
  return steps
}

function requireUnrestricted(steps: readonly string[], path: string): void {
  const step = steps.find(isRestricted)
  if (step !== undefined)
    throw new FileRefusal('restricted', say('workspace_files.restricted', { path: show(path), part: step }))
}

/**
 * The resolved names. Each folder is opened from the previous one, so that “..” in a link means the same as for the
 * kernel.
 */
async function resolve(files: Files, steps: readonly string[], path: string): Promise<string[]> {
  const outside = () => new FileRefusal('path_outside', say('workspace_files.outside', { path: show(path) }))
  const open: FolderView[] = [await files.open()]
  const names: string[] = []
  const rest = [...steps]
  /** How many of the next steps come from a link. */
  let ofLink = 0
  let links = 0
  const closeTo = async (count: number) => {
    while (open.length > count) await open.pop()?.close()
  }
  try {
    for (let step = rest.shift(); step !== undefined; step = rest.shift()) {
      const isOfLink = ofLink > 0
      if (isOfLink) ofLink--
      if (step === '' || step === '.') continue
      if (step === '..') {
        if (names.length === 0) throw outside()
        names.pop()
        await closeTo(names.length + 1)
        continue
      }
      const folder = open.at(-1)
      // Below something that is not a folder or does not exist.
      if (!folder || open.length <= names.length) {
        names.push(isOfLink ? step : toNewStep(step))
        continue
      }
      const stats = await folder.stat(step)
      if (!stats && isOfLink) throw danglingLink(path, rest.length > ofLink)
      // What a program has put there is found by its name, but a new name gets no direction marks.
      if (!stats && toNewStep(step) !== step) {
        rest.unshift(toNewStep(step))
        continue
      }
      if (stats?.isSymbolicLink()) {
        if (++links > MAX_LINKS) throw new FileRefusal('path_outside', say('workspace_files.too_many_links'))
        const target = toTarget(files.root, await folder.readLink(step))
        if (!target) throw outside()
        if (target.isFromRoot) {
          names.length = 0
          await closeTo(1)
        }
        rest.unshift(...target.steps)
        ofLink += target.steps.length
        if (rest.length + names.length > MAX_STEPS)
          throw new FileRefusal('bad_path', say('workspace_files.path_too_long'))
        continue
      }
      names.push(step)
      if (stats?.isDirectory() && rest.length > 0) open.push(await folder.openFolder(step))
    }
    return names
  } catch (error) {
    // It has just become a link, or stopped being one.
    if (hasCode(error, 'ENOTDIR', 'EINVAL'))
      throw new FileRefusal(
        'changed_meanwhile',
        say('workspace_files.changed_while_opening', { path: show(path) }),
      )
    throw error
  } finally {
    await closeTo(0)
  }
}

function toNewStep(step: string): string {
  const plain = toSafeFileName(step)
  if (plain === '' || plain === '.' || plain === '..')
    throw new FileRefusal('bad_path', say('workspace_files.path_characters'))
  return plain
}

/** Undefined if it leads outside. */
function toTarget(root: string, target: string): { steps: string[]; isFromRoot: boolean } | undefined {
  if (!target.startsWith('/')) return { steps: target.split('/'), isFromRoot: false }
  if (target !== root && !target.startsWith(`${root}/`)) return undefined
  return { steps: target.slice(root.length + 1).split('/'), isFromRoot: true }
}

const danglingLink = (path: string, isOnTheWay: boolean): FileRefusal =>
  isOnTheWay
    ? new FileRefusal('path_outside', say('workspace_files.link_to_missing_folder'))
    : new FileRefusal('not_found', say('workspace_files.link_broken', { path: show(path) }))

const show = (path: string): string => JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path)
