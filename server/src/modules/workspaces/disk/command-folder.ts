import { createHash } from 'node:crypto'
import { lstat, mkdir, realpath } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { openFolder } from '../../../platform/disk/folder.ts'
import { removeEntry } from '../../../platform/disk/remove-tree.ts'
import { newUuid } from '../../../platform/ids.ts'
import { hasCode } from '../file-refusal.ts'
import { listRoots } from './roots.ts'

/** Below the data folder. */
const COMMANDS = 'commands'
/** No command runs this long. */
const LEFTOVER_MS = 30 * 60_000

/** Folders of this process that are in use. */
const inUse = new Set<string>()
const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 12)

/** An empty folder for one command, removed after it. */
export async function withCommandFolder<T>(dataDir: string, work: (root: string) => Promise<T>): Promise<T> {
  const name = `${host}-${process.pid}-${newUuid()}`
  inUse.add(name)
  try {
    const root = join(dataDir, COMMANDS, name, 'files')
    await mkdir(root, { recursive: true, mode: 0o700 })
    return await work(await realpath(root))
  } finally {
    await removeFolder(dataDir, name)
    inUse.delete(name)
  }
}

/** Folders that were left behind because a process ended during a command. */
export async function removeOldCommandFolders(dataDir: string): Promise<void> {
  for (const name of await listRoots(join(dataDir, COMMANDS)))
    if (!inUse.has(name) && (await isLeftOver(dataDir, name))) await removeFolder(dataDir, name)
}

async function isLeftOver(dataDir: string, name: string): Promise<boolean> {
  const [madeOn, pid] = name.split('-')
  // In a container, a new process often has the same id as the previous one.
  if (madeOn === host && (Number(pid) === process.pid || !isRunning(Number(pid)))) return true
  const stats = await lstat(join(dataDir, COMMANDS, name)).catch(() => undefined)
  return stats !== undefined && Date.now() - stats.mtimeMs > LEFTOVER_MS
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !hasCode(error, 'ESRCH')
  }
}

async function removeFolder(dataDir: string, name: string): Promise<void> {
  const all = await openFolder(await realpath(join(dataDir, COMMANDS)))
  try {
    await removeEntry(all, name)
  } finally {
    await all.close()
  }
}
