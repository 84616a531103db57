// Vitest's global setup: Debian's Chromium for the journeys in e2e/web-*.test.ts. Tests read its path from TEST_CHROMIUM.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const INSTALL_LIMIT_MS = 600_000
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const isRoot = process.getuid?.() === 0

export default function setup() {
  if (process.env.TEST_CHROMIUM) return
  const program = find() ?? (install() ? find() : undefined)
  if (program) process.env.TEST_CHROMIUM = program
  else
    console.warn(
      '\n!!! NO CHROMIUM: it was not found and could not be installed. Every journey in a browser is SKIPPED.\n',
    )
}

function find() {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path))
}

function install() {
  if (!isRoot || spawnSync('apt-get', ['--version']).status !== 0) return false
  console.warn('Chromium is not installed: installing it for the tests (apt-get install chromium).')
  const options = {
    timeout: INSTALL_LIMIT_MS,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: /** @type {const} */ (['ignore', 'ignore', 'inherit']),
  }
  const updated = spawnSync('apt-get', ['update', '-q'], options)
  return updated.status === 0 && spawnSync('apt-get', ['install', '-yq', 'chromium'], options).status === 0
}
