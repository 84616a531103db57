// Vitest's global setup: a browser for the journeys in e2e/web-*.test.ts. Tests read its path from TEST_CHROMIUM.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { delimiter, join } from 'node:path'
import { chromium } from 'playwright-core'
import { installPackage, isRoot } from './test-install.mjs'

// Chromium without a window uses a third less CPU than the whole browser, so it comes first where Debian offers it.
const HEADLESS = 'chromium-headless-shell'
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const LIMIT_MS = 60_000

export default async function setup() {
  if (process.env.TEST_CHROMIUM) return
  process.env.TEST_CHROMIUM =
    (await findWorking([HEADLESS])) ??
    (await install(HEADLESS)) ??
    (await findWorking(NAMES)) ??
    (await install('chromium')) ??
    ''
  if (process.env.TEST_CHROMIUM) return
  delete process.env.TEST_CHROMIUM
  console.warn('\n!!! Chromium not found and could not be installed. All browser tests are SKIPPED.\n')
}

/** @param {string} name */
const install = async (name) => (installPackage(name) ? findWorking([name]) : undefined)

/** @param {string[]} names */
async function findWorking(names) {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const programs = folders
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .filter((path) => existsSync(path))
  for (const program of programs) if (await works(program)) return program
  return undefined
}

/**
 * Whether it shows a page of a local server. A browser that starts and then hangs would let every test wait for its time
 * limit.
 * @param {string} executablePath
 */
async function works(executablePath) {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
  )
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  let browser
  try {
    browser = await chromium.launch({
      executablePath,
      args: isRoot ? ['--no-sandbox'] : [],
      timeout: LIMIT_MS,
    })
    const page = await browser.newPage()
    page.setDefaultTimeout(LIMIT_MS)
    await page.goto(`http://127.0.0.1:${port}`)
    return (await page.locator('h1').textContent()) === 'Hello'
  } catch (error) {
    console.warn(`\n!!! ${executablePath} shows no page: ${error instanceof Error ? error.message : error}\n`)
    return false
  } finally {
    await browser?.close()
    server.closeAllConnections()
    server.close()
  }
}
