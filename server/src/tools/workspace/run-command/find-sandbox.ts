import { mkdir, mkdtemp, realpath, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openFolder } from '../../../platform/disk/folder.ts'
import { emptyFolder } from '../../../platform/disk/remove-tree.ts'
import { runProgram } from './run-program.ts'
import { type Box, listSandboxes, type Sandbox, SCRATCH } from './sandbox.ts'

const PROBE_MS = 10_000

export type FindSandbox = () => Promise<Sandbox | { missing: string }>

/**
 * Finds the first sandbox that works on this machine: containers and some systems forbid the necessary calls.
 * Without one, nothing is run. Each call tries again, because an operator may have fixed it.
 */
export function createSandboxFinder(candidates: readonly Sandbox[] = listSandboxes()): FindSandbox {
  let cached: Sandbox | undefined
  return async () => {
    if (cached) return cached
    const faults: string[] = []
    for (const sandbox of candidates) {
      const fault = await probe(sandbox)
      if (fault === undefined) {
        cached = sandbox
        return sandbox
      }
      faults.push(`${sandbox.name}: ${fault}`)
    }
    return { missing: faults.length === 0 ? 'bubblewrap is not installed' : faults.join('; ') }
  }
}

async function probe(sandbox: Sandbox): Promise<string | undefined> {
  try {
    return await withScratch(async (scratch) => {
      const files = join(scratch, 'files')
      await mkdir(files)
      const { exit_code, stderr, timed_out } = await runProgram({
        command: sandbox.wrap({ files, scratch }, ['pwd']),
        limitMs: PROBE_MS,
        signal: new AbortController().signal,
      })
      if (exit_code === 0) return undefined
      return timed_out ? 'it does not answer' : stderr.trim().split('\n').at(0)?.slice(0, 200) || 'it fails'
    })
  } catch (error) {
    return error instanceof Error ? error.message : 'it fails'
  }
}

/** Creates writable folders for one program and removes them afterwards. */
export async function withScratch<T>(work: (scratch: Box['scratch']) => Promise<T>): Promise<T> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'bellwether-box-')))
  try {
    for (const name of SCRATCH) await mkdir(join(scratch, name))
    return await work(scratch)
  } finally {
    // The operating system cleans up temporary files that can't be removed here.
    await removeScratch(scratch).catch(() => undefined)
  }
}

async function removeScratch(scratch: string): Promise<void> {
  const folder = await openFolder(scratch)
  try {
    await emptyFolder(folder)
  } finally {
    await folder.close()
  }
  await rmdir(scratch)
}
