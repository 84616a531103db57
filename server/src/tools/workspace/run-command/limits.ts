import { WORKSPACE_LIMITS } from '@bellwether/wire'

const MIB = 1024 * 1024

/** What one command may use, with everything that it starts. */
export const COMMAND_LIMITS = {
  /** Memory of all its processes together. */
  memoryBytes: 1024 * MIB,
  /** Processes and threads. */
  tasks: 256,
  openFiles: 512,
  fileBytes: WORKSPACE_LIMITS.fileBytes,
  /** What it leaves in its own temporary folders, which are thrown away. */
  scratchBytes: 256 * MIB,
}

/** dash counts processes by -p, others by -u; file sizes are in blocks of 512 bytes for all of them. */
const SET_LIMITS = `set -e
ulimit -c 0
ulimit -d $1
ulimit -f $2
ulimit -n $3
ulimit -u $4 2>/dev/null || ulimit -p $4
shift 4
exec "$@"`

/** Limits that the kernel keeps for each process, set from inside. Those of all together are kept by `watchProgram`. */
export function withLimits(command: readonly string[]): string[] {
  const { memoryBytes, tasks, openFiles, fileBytes } = COMMAND_LIMITS
  const numbers = [memoryBytes / 1024, fileBytes / 512, openFiles, tasks].map(String)
  return ['/bin/sh', '-c', SET_LIMITS, 'sh', ...numbers, ...command]
}
