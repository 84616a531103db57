// npm run screenshots: takes the pictures of the guides from the built product, so that they show what people see today.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { buildIfNeeded } from '../build-if-needed.mjs'
import { installIfNeeded, requireNode, root } from '../setup.mjs'
import findBrowser from '../test/test-browser.mjs'
import { createCourse } from './course.mjs'

const ADMIN = { email: 'ana@example.edu', password: 'a long demo password' }
const OUT = join(root, 'docs/images')
const QUESTION = 'How much did bread cost in 1789?'

requireNode()
await installIfNeeded()
await buildIfNeeded()
await findBrowser()
if (!process.env.TEST_CHROMIUM) process.exit(1)

const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-screenshots-'))
const server = await startServer()
const browser = await chromium.launch({
  executablePath: process.env.TEST_CHROMIUM,
  // Chromium refuses its own sandbox to root, as which containers run.
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
try {
  mkdirSync(OUT, { recursive: true })
  await takeAll()
} finally {
  await browser.close()
  server.child.kill()
  rmSync(dataDir, { recursive: true, force: true })
}

async function takeAll() {
  const api = await createApi()
  const course = await createCourse(api)
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  await context.request.post(`${server.url}/session`, { data: ADMIN, headers: { origin: server.url } })
  const page = await context.newPage()
  const shoot = async (name) => {
    // Nothing is loading any more, and the fonts are there.
    await page.locator('.animate-shimmer').first().waitFor({ state: 'detached' })
    await page.evaluate('document.activeElement?.blur?.(); document.fonts.ready.then(() => undefined)')
    await page.screenshot({ path: join(OUT, `${name}.png`), animations: 'disabled' })
    console.log(`docs/images/${name}.png`)
  }
  const ask = async (question) => {
    await page.getByTestId('question').fill(question)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Stop' }).waitFor({ state: 'detached' })
    await page.getByText('nine tenths').last().waitFor()
  }

  await page.goto('/assistants')
  await page.getByTestId('assistant-row').first().waitFor()
  await shoot('assistants')
  await page.goto(`/multi-tool-assistants/${course.assistant}`)
  await ask(QUESTION)
  await shoot('builder')
  await page.goto(`/knowledge/${course.base}`)
  await page.getByTestId('knowledge-file').first().waitFor()
  await shoot('knowledge-base')
  await page.goto(`/rubrics/${course.rubric}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shoot('rubric')
  await page.goto(`/c/${course.assistant}`)
  await ask(QUESTION)
  await shoot('student-chat')
  await page.goto('/usage')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shoot('usage')
  await page.goto('/organization?tab=members')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await shoot('organization')
}

async function createApi() {
  const answer = await fetch(`${server.url}/creator/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  })
  const authorization = `Bearer ${(await answer.json()).data.token}`
  const send = async (method, path, headers, body) => {
    const response = await fetch(server.url + path, { method, headers: { authorization, ...headers }, body })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const call = (method, path, body) =>
    send(method, path, { 'content-type': 'application/json' }, body && JSON.stringify(body))
  const upload = async (path, files) => {
    const form = new FormData()
    for (const [name, text] of Object.entries(files)) form.append('files', new File([text], name))
    await send('POST', path, {}, form)
    for (;;) {
      const list = await call('GET', path)
      if (list.files.every(({ status }) => status === 'completed')) return
      const failed = list.files.find(({ status }) => status === 'failed')
      if (failed) throw new Error(`${failed.name}: ${failed.error}`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  return { call, upload }
}

/** The built server on a free port. */
async function startServer() {
  const child = spawn(process.execPath, [join(root, 'dist/server.mjs')], {
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'info',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (part) => {
      output += part
      const match = /"port":(\d+)/.exec(output)
      if (match) resolve(match[1])
    })
    child.once('exit', (code) => reject(new Error(`The server stopped with code ${code}:\n${output}`)))
  })
  return { child, url: `http://127.0.0.1:${port}` }
}
