/** @module-tag nightly */
import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ADMIN, openBrowser, signInContext } from './browser.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const root = join(import.meta.dirname, '..')
const OWN_PACKAGES = '@bellwether'
const canRun = process.env['TEST_CHROMIUM'] !== undefined

/** A copy of the sources with the same packages, but its own `@bellwether` ones. */
function copySources(): string {
  const copy = mkdtempSync(join(tmpdir(), 'bellwether-language-'))
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
  }).split('\0')
  for (const file of files.filter((one) => /^(?:package|wire|server|web|scripts|texts|docs)/.test(one))) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  for (const part of ['', 'server', 'web', 'wire']) linkPackages(join(root, part), join(copy, part))
  return copy
}

function linkPackages(from: string, to: string): void {
  let names: string[] = []
  try {
    names = readdirSync(join(from, 'node_modules'))
  } catch {
    return
  }
  mkdirSync(join(to, 'node_modules', OWN_PACKAGES), { recursive: true })
  for (const name of names.filter((one) => one !== OWN_PACKAGES && one !== '.cache'))
    symlinkSync(join(from, 'node_modules', name), join(to, 'node_modules', name))
  for (const name of readdirSync(join(root, 'node_modules', OWN_PACKAGES)))
    symlinkSync(
      join(to.replace(/[\\/](?:server|web|wire)$/, ''), name),
      join(to, 'node_modules', OWN_PACKAGES, name),
    )
}

let copy: string
let server: ServerProcess
beforeAll(async () => {
  if (!canRun) return
  copy = copySources()
  // What the guide says: one folder and one line.
  const list = join(copy, 'texts/languages.json')
  writeFileSync(list, JSON.stringify({ ...JSON.parse(readFileSync(list, 'utf8')), xh: 'Pretended' }))
  mkdirSync(join(copy, 'texts/xh'))
  writeFileSync(join(copy, 'texts/xh/assistants.json'), '{ "assistants": { "title": "Xelpers" } }')
  const build = spawn(
    process.execPath,
    ['--eval', "import('./scripts/build.mjs').then(({ build }) => build())"],
    {
      cwd: copy,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  expect(await new Promise((resolve) => build.once('close', resolve))).toBe(0)
  server = await startServer(
    { DATA_DIR: join(copy, 'data'), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    join(copy, 'dist/server.mjs'),
  )
})
afterAll(() => {
  server?.child.kill('SIGKILL')
  if (copy) rmSync(copy, { recursive: true, force: true })
})

it.runIf(canRun)('a language is one folder and one line', async () => {
  const browser = await openBrowser()
  const context = await browser.newContext({ baseURL: server.url })
  await signInContext(context, server.url)
  const page = await context.newPage()
  await page.goto('/assistants')
  await page.getByRole('button', { name: /Account and settings/ }).click()
  await page.getByLabel('Language').selectOption({ label: 'Pretended' })
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Xelpers', level: 1 }).waitFor()
  expect(await page.evaluate('document.documentElement.lang')).toBe('xh')
  // What it lacks is in English.
  await page.getByRole('link', { name: 'New assistant' }).first().waitFor()
  await context.close()
})
