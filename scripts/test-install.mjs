// What the tests need and this machine lacks is installed, where that is possible: as root, with apt-get.
import { spawnSync } from 'node:child_process'

const LIMIT_MS = 600_000

export const isRoot = process.getuid?.() === 0

/**
 * Whether the package is there now.
 * @param {string} name
 */
export function installPackage(name) {
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.warn(`${name} is not installed: installing it for the tests (apt-get install ${name}).`)
  const options = {
    timeout: LIMIT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: /** @type {const} */ (['ignore', 'ignore', 'inherit']),
  }
  const updated = spawnSync('apt-get', ['update', '-q'], options)
  return updated.status === 0 && spawnSync('apt-get', ['install', '-yq', name], options).status === 0
}
