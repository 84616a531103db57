import { WORKSPACE_LIMITS } from '@bellwether/wire'

const MIB = 1024 * 1024

/** Limits for one command and everything it starts. */
export const COMMAND_LIMITS = {
  /** Memory of all its processes. */
  memoryBytes: 1024 * MIB,
  /** Processes and threads. */
  tasks: 256,
  openFiles: 512,
  fileBytes: WORKSPACE_LIMITS.fileBytes,
  /** Size of its temporary folders, which are deleted afterwards. */
  scratchBytes: 256 * MIB,
}

/** dash counts processes with -p, other shells with -u; all of them measure file sizes in blocks of 512 bytes. */
const SET_LIMITS = `set -e
ulimit -c 0
ulimit -d $1
ulimit -f $2
ulimit -n $3
ulimit -u $4 2>/dev/null || ulimit -p $4
shift 4
exec "$@"`

/** Sets the kernel's limits per process from inside. `watchProgram` enforces the limits for all processes together. */
export function withLimits(command: readonly string[]): string[] {
  const { memoryBytes, tasks, openFiles, fileBytes } = COMMAND_LIMITS
  const numbers = [memoryBytes / 1024, fileBytes / 512, openFiles, tasks].map(String)
  return ['/bin/sh', '-c', SET_LIMITS, 'sh', ...numbers, ...command]
}
