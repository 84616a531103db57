import { existsSync } from 'node:fs'

/** How a program is started so that it sees nothing but its workspace and the system's programs, and no network. */
export type Sandbox = (files: string, emptyFolder: string, command: readonly string[]) => string[]

const PROGRAM_FOLDERS = ['/usr/bin', '/bin', '/usr/sbin', '/sbin', '/usr/local/bin']

/** Undefined when this machine has nothing to build one with. */
export function findSandbox(): Sandbox | undefined {
  const find = (name: string) =>
    PROGRAM_FOLDERS.map((folder) => `${folder}/${name}`).find((path) => existsSync(path))
  const bubblewrap = find('bwrap')
  if (bubblewrap) return withBubblewrap(bubblewrap)
  const [unshare, pivot, setpriv] = ['unshare', 'pivot_root', 'setpriv'].map(find)
  return unshare && pivot && setpriv ? withUnshare(unshare) : undefined
}

const withBubblewrap =
  (program: string): Sandbox =>
  (files, _emptyFolder, command) => [
    program,
    ...['--unshare-all', '--die-with-parent', '--new-session', '--clearenv'],
    ...['--ro-bind', '/usr', '/usr', '--ro-bind-try', '/etc/ld.so.cache', '/etc/ld.so.cache'],
    ...['--ro-bind-try', '/etc/alternatives', '/etc/alternatives'],
    ...['/bin', '/sbin', '/lib', '/lib32', '/lib64'].flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...[
      '--proc',
      '/proc',
      '--dev',
      '/dev',
      '--tmpfs',
      '/tmp',
      '--bind',
      files,
      '/workspace',
      '--chdir',
      '/workspace',
    ],
    ...['--setenv', 'PATH', PATH, '--setenv', 'HOME', '/tmp', '--setenv', 'LANG', 'C.UTF-8', '--'],
    ...command,
  ]

export const PATH = '/usr/local/bin:/usr/bin:/bin'

/**
 * The same by hand: a root of its own with the system's programs read-only, the old one let go of, no capabilities left. Whatever fails ends
 * it before the program is started.
 */
const SET_UP = `set -eu
PATH=/usr/sbin:/sbin:/usr/bin:/bin
new=$1 files=$2
shift 2
mount --make-rprivate /
mount -t tmpfs -o size=64m,mode=755 tmpfs "$new"
for folder in bin sbin lib lib32 lib64; do
  if [ -L "/$folder" ]; then cp -P "/$folder" "$new/$folder"
  elif [ -d "/$folder" ]; then
    mkdir "$new/$folder"; mount --bind "/$folder" "$new/$folder"; mount -o remount,bind,ro "$new/$folder"
  fi
done
mkdir "$new/usr" "$new/etc" "$new/workspace" "$new/tmp" "$new/proc" "$new/dev" "$new/old"
mount --bind /usr "$new/usr"
mount -o remount,bind,ro "$new/usr"
if [ -f /etc/ld.so.cache ]; then cp /etc/ld.so.cache "$new/etc/"; fi
if [ -d /etc/alternatives ]; then cp -RP /etc/alternatives "$new/etc/"; fi
mount --bind "$files" "$new/workspace"
mount -t proc proc "$new/proc"
for device in null zero random urandom; do : > "$new/dev/$device"; mount --bind "/dev/$device" "$new/dev/$device"; done
chmod 1777 "$new/tmp"
cd "$new"
pivot_root . old
umount -l /old
rmdir /old
cd /workspace
PATH=${PATH}
exec /usr/bin/setpriv --no-new-privs --bounding-set=-all --inh-caps=-all -- "$@"`

const withUnshare =
  (program: string): Sandbox =>
  (files, emptyFolder, command) => [
    program,
    ...['--user', '--map-root-user', '--mount', '--net', '--pid', '--ipc', '--uts', '--fork', '--kill-child'],
    ...['/bin/sh', '-c', SET_UP, 'sh', emptyFolder, files],
    ...command,
  ]
