import { readdir, readFile } from 'node:fs/promises'
import { hasCode } from '../../../modules/workspaces/index.ts'
import { type Folder, openFolder } from '../../../platform/disk/folder.ts'

export interface Watched {
  /** Includes everything it has started. */
  pid: number
  memoryBytes: number
  tasks: number
  /** Limits for each of these folders. */
  folders: readonly { path: string; bytes: number; files: number }[]
}

const EVERY_MS = 200
/** Folders are checked once in this many rounds. */
const FOLDERS_EVERY = 5

/**
 * Polls the resources that a program uses and reports once if a limit is exceeded. The kernel only limits
 * each process, and does not limit the number of root's processes. Limiting all of them together needs a
 * control group, which a server may not have.
 */
export function watchProgram(watched: Watched, tooMuch: (reason: string) => void): () => void {
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  async function look(count: number): Promise<void> {
    const reason =
      (await processFault(watched)) ??
      (count % FOLDERS_EVERY === 0 ? await folderFault(watched.folders) : undefined)
    if (isOver) return
    if (reason !== undefined) return tooMuch(reason)
    timer = setTimeout(() => void look(count + 1), EVERY_MS)
  }
  timer = setTimeout(() => void look(1), EVERY_MS)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

async function processFault({ pid, memoryBytes, tasks }: Watched): Promise<string | undefined> {
  const used = await useOf(pid)
  if (used.tasks > tasks) return `it started more than ${tasks} processes and threads`
  if (used.memoryBytes > memoryBytes) return `it used more than ${toMib(memoryBytes)} MiB of memory`
  return undefined
}

/** Stops at the first folder over its limit: it may contain millions of files. */
export async function folderFault(folders: Watched['folders']): Promise<string | undefined> {
  for (const { path, bytes, files } of folders) {
    const room = { bytes, files }
    if (await fits(() => openFolder(path), room)) continue
    if (room.bytes < 0) return `there are more than ${toMib(bytes)} MiB of files`
    return room.files < 0 ? `there are more than ${files} files` : 'a folder can’t be looked into'
  }
  return undefined
}

const toMib = (bytes: number): number => Math.floor(bytes / (1024 * 1024))

/** Each level keeps a folder open. */
const MAX_DEPTH = 200

async function fits(
  open: () => Promise<Folder>,
  room: { bytes: number; files: number },
  depth = 0,
): Promise<boolean> {
  if (depth > MAX_DEPTH) return false
  try {
    const folder = await open()
    try {
      for await (const name of folder.names()) {
        const stats = await folder.stat(name)
        // Counts blocks on disk: sparse files claim to be larger than they are.
        room.bytes -= Number(stats?.blocks ?? 0) * 512
        room.files--
        if (room.bytes < 0 || room.files < 0) return false
        if (stats?.isDirectory() && !(await fits(() => folder.openFolder(name), room, depth + 1)))
          return false
      }
      return true
    } finally {
      await folder.close()
    }
  } catch (error) {
    // It may be removed or become a link during the check; nothing can be hidden in it then.
    return hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP')
  }
}

interface Process {
  parent: number
  tasks: number
  memoryBytes: number
}

const PAGE_BYTES = 4096

/** Returns zeros on systems without /proc. */
async function useOf(root: number): Promise<{ tasks: number; memoryBytes: number }> {
  const names = await readdir('/proc').catch(() => [])
  const processes = new Map<number, Process>()
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue
    const stat = await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '')
    // The program's name is in parentheses and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    processes.set(Number(name), {
      parent: Number(fields[1]),
      tasks: Number(fields[17]) || 0,
      memoryBytes: (Number(fields[21]) || 0) * PAGE_BYTES,
    })
  }
  const sum = { tasks: 0, memoryBytes: 0 }
  for (const [pid, processUse] of processes) {
    if (!descends(processes, pid, root)) continue
    sum.tasks += processUse.tasks
    sum.memoryBytes += processUse.memoryBytes
  }
  return sum
}

function descends(processes: ReadonlyMap<number, Process>, pid: number, root: number): boolean {
  let at: number | undefined = pid
  for (let steps = 0; at !== undefined && at > 0 && steps < 1000; steps++) {
    if (at === root) return true
    at = processes.get(at)?.parent
  }
  return false
}
