// Installs what the tests need and this machine lacks, if possible: as root, with apt-get.
import { spawnSync } from 'node:child_process'

const LIMIT_MS = 600_000
const LOCK_WAIT_S = 300
const POLL_MS = 3000

export const isRoot = process.getuid?.() === 0

let isUpdated = false

/**
 * Whether the package is there now.
 * @param {string} name
 */
export function installPackage(name) {
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.warn(`${name} is not installed: installing it for the tests (apt-get install ${name}).`)
  if (!isUpdated) isUpdated = aptGet('update', '-q')
  return aptGet('install', '-yq', '--no-install-recommends', name)
}

/**
 * Waits while another apt runs, as on a machine that has just started. Its own option does so for the package lock but
 * not for the lock of the package lists.
 * @param {string[]} args
 */
function aptGet(...args) {
  const deadline = Date.now() + LOCK_WAIT_S * 1000
  for (;;) {
    const { status, stderr } = spawnSync('apt-get', ['-o', `DPkg::Lock::Timeout=${LOCK_WAIT_S}`, ...args], {
      timeout: LIMIT_MS,
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    })
    if (status === 0) return true
    if (!/could not get lock/i.test(stderr ?? '') || Date.now() > deadline) {
      console.warn(stderr)
      return false
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS)
  }
}
