// Vitest's global setup: Debian's Chromium for the journeys in e2e/web-*.test.ts. Tests read its path from TEST_CHROMIUM.
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackage } from './test-install.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']

export default function setup() {
  if (process.env.TEST_CHROMIUM) return
  const program = find() ?? (installPackage('chromium') ? find() : undefined)
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
