// Vitest's global setup: a browser for the journeys in e2e/web-*.test.ts. Tests read its path from TEST_CHROMIUM.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from './test-install.mjs'

// Chromium without a window uses a third less CPU than the whole browser, so it comes first where Debian offers it.
const HEADLESS = 'chromium-headless-shell'
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export default function setup() {
  process.env.TEST_CHROMIUM ??=
    find([HEADLESS]) ?? install(HEADLESS) ?? find(NAMES) ?? install('chromium') ?? ''
  if (process.env.TEST_CHROMIUM) return
  delete process.env.TEST_CHROMIUM
  console.warn('\n!!! Chromium not found and could not be installed. All browser tests are SKIPPED.\n')
}

/** @param {string} name */
const install = (name) => (installPackage(name) ? find(NAMES) : undefined)

/** @param {string[]} names */
function find(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find((path) => existsSync(path))
}
