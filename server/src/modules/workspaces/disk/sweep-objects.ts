import { lstat, mkdir, readdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hasCode } from '../file-refusal.ts'
import type { Sweep } from '../objects/objects.ts'
import { ASIDE } from './object-store.ts'

/** See `WorkspaceObjects.sweep`. */
export async function sweepObjects(folder: string, sweep: Sweep): Promise<void> {
  await emptyAside(folder, sweep)
  for (const prefix of await namesIn(folder)) {
    if (sweep.signal.aborted) return
    if (/^[0-9a-f]{2}$/.test(prefix)) await sweepPrefix(folder, prefix, sweep)
  }
}

async function emptyAside(folder: string, { isNeeded, ageMs, signal }: Sweep): Promise<void> {
  for (const hash of await namesIn(join(folder, ASIDE))) {
    if (signal.aborted) return
    const place = join(folder, ASIDE, hash)
    if (isNeeded(hash)) await moveIfThere(place, join(folder, hash.slice(0, 2), hash.slice(2)))
    else if (await isOlder(place, ageMs)) await rm(place, { force: true })
  }
}

async function sweepPrefix(folder: string, prefix: string, sweep: Sweep): Promise<void> {
  for (const name of await namesIn(join(folder, prefix))) {
    if (sweep.signal.aborted) return
    const place = join(folder, prefix, name)
    const isObject = /^[0-9a-f]{62}$/.test(name)
    if (isObject && sweep.isNeeded(prefix + name)) continue
    if (!(await isOlder(place, sweep.ageMs))) continue
    if (isObject) await setAside(folder, prefix + name, place)
    // Left by an interrupted writer.
    else await rm(place, { force: true })
  }
}

/** Sets the time before the move, so that it counts from now even if the process ends in between. */
async function setAside(folder: string, hash: string, place: string): Promise<void> {
  await mkdir(join(folder, ASIDE), { recursive: true, mode: 0o700 })
  const now = new Date()
  try {
    await utimes(place, now, now)
  } catch (error) {
    // Another instance sweeps too.
    if (hasCode(error, 'ENOENT')) return
    throw error
  }
  await moveIfThere(place, join(folder, ASIDE, hash))
}

async function moveIfThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

async function isOlder(place: string, ageMs: number): Promise<boolean> {
  const age = await ageOf(place)
  return age !== undefined && age >= ageMs
}

/** In milliseconds; undefined if it does not exist. */
export async function ageOf(place: string): Promise<number | undefined> {
  try {
    return Date.now() - (await lstat(place)).mtimeMs
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
}

/** Its age is the time since the last sweep. */
export async function markSwept(file: string): Promise<void> {
  try {
    await writeFile(file, '', { mode: 0o600 })
  } catch (error) {
    // The workspace was deleted in the meantime.
    if (!hasCode(error, 'ENOENT')) throw error
  }
}

/** Unfinished files in a folder. */
export async function removeLeftovers(folder: string, ageMs: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    const place = join(folder, name)
    if (await isOlder(place, ageMs)) await rm(place, { recursive: true, force: true })
  }
}

/** Empty if the folder does not exist. */
async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return []
    throw error
  }
}
