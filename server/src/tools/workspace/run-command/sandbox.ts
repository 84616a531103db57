import { existsSync } from 'node:fs'
import { WORKSPACE_LIMITS } from '@bellwether/wire'

/** The folders of a sandbox: the files of the workspace and a scratch folder that is deleted afterwards. */
export interface Box {
  files: string
  /** Contains the folders of `SCRATCH`. */
  scratch: string
}

/** On disk rather than in memory, so that what a program writes can be measured and counts. */
export const SCRATCH = ['tmp', 'shm', 'root'] as const

/** Starts a program so that it sees only its workspace and the system's programs, without a network. */
export interface Sandbox {
  name: string
  wrap(box: Box, command: readonly string[]): string[]
}

const PROGRAM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin']

/** The sandboxes that this machine has programs for, strictest first. `createSandboxFinder` tests whether they work. */
export function listSandboxes(): Sandbox[] {
  if (process.platform !== 'linux') return []
  const find = (name: string) =>
    PROGRAM_FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path))
  const bubblewrap = find('bwrap')
  const [unshare, pivot, setpriv] = ['unshare', 'pivot_root', 'setpriv'].map(find)
  return [
    // Older versions can't forbid further namespaces, in which a program could mount a file system in memory.
    ...(bubblewrap
      ? [withBubblewrap(bubblewrap, ['--unshare-user', '--disable-userns']), withBubblewrap(bubblewrap, [])]
      : []),
    ...(unshare && pivot && setpriv ? [withUnshare(unshare)] : []),
  ]
}

export const PATH = '/usr/local/bin:/usr/bin:/bin'
export const ENVIRONMENT = { PATH, HOME: '/tmp', LANG: 'C.UTF-8' }

const withBubblewrap = (program: string, strict: readonly string[]): Sandbox => ({
  name: strict.length > 0 ? 'bubblewrap' : 'older bubblewrap',
  wrap: ({ files, scratch }, command) => [
    program,
    ...strict,
    // Started by root, it would keep all capabilities, enough to make /usr writable again.
    ...['--unshare-all', '--die-with-parent', '--new-session', '--clearenv', '--cap-drop', 'ALL'],
    ...['--ro-bind', '/usr', '/usr', '--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ...['--ro-bind-try', '/etc/alternatives', '/etc/alternatives'],
    ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'].flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...['--proc', '/proc', '--dev', '/dev', '--bind', `${scratch}/shm`, '/dev/shm'],
    ...['--bind', `${scratch}/tmp`, '/tmp', '--bind', files, '/workspace'],
    // The rest of / and /dev is in memory and would be storage without a limit.
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/workspace'],
    ...Object.entries(ENVIRONMENT).flatMap(([name, value]) => ['--setenv', name, value]),
    '--',
    ...withLimits(command),
  ],
})

/**
 * Does the same by hand: a separate root with the system's programs read-only, the old root unmounted, no
 * capabilities and no further namespaces. Any failure aborts before the program starts.
 */
const SET_UP = `set -eu
PATH=/usr/sbin:/sbin:/usr/bin:/bin
new=$1/root scratch=$1 files=$2
shift 2
mount --make-rprivate /
mount -t tmpfs -o size=1m,mode=755 tmpfs "$new"
for folder in bin sbin lib lib32 lib64; do
  if [ -L "/$folder" ]; then cp -P "/$folder" "$new/$folder"
  elif [ -d "/$folder" ]; then
    mkdir "$new/$folder"; mount --bind "/$folder" "$new/$folder"; mount -o remount,bind,ro "$new/$folder"
  fi
done
mkdir "$new/usr" "$new/etc" "$new/workspace" "$new/tmp" "$new/proc" "$new/dev" "$new/dev/shm" "$new/old"
mount --bind /usr "$new/usr"
mount -o remount,bind,ro "$new/usr"
if [ -f /etc/ld.so.cache ]; then cp /etc/ld.so.cache "$new/etc/"; fi
if [ -d /etc/alternatives ]; then cp -RP /etc/alternatives "$new/etc/"; fi
mount --bind "$files" "$new/workspace"
mount --bind "$scratch/tmp" "$new/tmp"
mount --bind "$scratch/shm" "$new/dev/shm"
mount -t proc proc "$new/proc"
for device in null zero random urandom; do : > "$new/dev/$device"; mount --bind "/dev/$device" "$new/dev/$device"; done
cd "$new"
pivot_root . old
umount -l /old
rmdir /old
mount -o remount,bind,ro /
if [ -e /proc/sys/user/max_user_namespaces ]; then echo 0 > /proc/sys/user/max_user_namespaces; fi
cd /workspace
unset OLDPWD
PATH=${PATH}
exec /usr/bin/setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"`

const withUnshare = (program: string): Sandbox => ({
  name: 'unshare',
  wrap: ({ files, scratch }, command) => [
    program,
    ...['--user', '--map-root-user', '--mount', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child'],
    ...['/bin/sh', '-c', SET_UP, 'sh', scratch, files],
    ...withLimits(command),
  ],
})

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
function withLimits(command: readonly string[]): string[] {
  const { memoryBytes, tasks, openFiles, fileBytes } = COMMAND_LIMITS
  const numbers = [memoryBytes / 1024, fileBytes / 512, openFiles, tasks].map(String)
  return ['/bin/sh', '-c', SET_LIMITS, 'sh', ...numbers, ...command]
}
