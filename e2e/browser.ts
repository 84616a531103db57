import { copyFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'
import { post, type ServerProcess, startServer } from './server-process.ts'
import { createWindows, type Window, type WindowOptions, type Windows } from './windows.ts'

export type { Window, WindowOptions } from './windows.ts'

/** Set by scripts/test/test-browser.mjs, which also warns when there is none. */
const program = process.env['TEST_CHROMIUM']

export const ADMIN = { email: 'admin@example.edu', password: 'correct horse battery' }
/** A colleague, for journeys that need a second person; the suite creates the account itself. */
export const MEMBER = { email: 'bea@example.edu', name: 'Bea Colleague', password: 'a good password' }

/** The folder for screenshots. Off by default, because they take a tenth of a journey's time. */
const SHOTS = process.env['TEST_SHOTS']

/** A server with an empty folder, and a browser. New windows share nothing. */
export interface Journey {
  server: ServerProcess
  /** The folder of the server. */
  dataDir: string
  browser: Browser
  /** A new window without a session. `faults` collects the errors of the page. */
  open(options?: WindowOptions): Promise<Window>
  /** A new window of the admin, at this path. */
  openSignedIn(path: string, options?: WindowOptions): Promise<Window>
  /** Calls the server's API as the admin. */
  call<T = Json>(method: string, path: string, body?: unknown): Promise<T>
  token(): Promise<string>
}

// biome-ignore lint/suspicious/noExplicitAny: tests inspect responses of any shape
export type Json = any

/**
 * Shared by all suites of a test process: every window has its own context, and starting a browser takes a second.
 */
let launched: Promise<Browser> | undefined
export function openBrowser(): Promise<Browser> {
  launched ??= chromium.launch({
    executablePath: program ?? '',
    args: [
      // Pages live for seconds: optimizing their code takes longer than it saves.
      '--js-flags=--no-turbofan,--no-maglev',
      // Chromium does not run its sandbox as root, which containers use.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  })
  return launched
}

/** A suite of journeys through the built product; skipped if there is no browser. */
export function describeJourneys(
  name: string,
  tell: (journey: Journey) => void,
  env: Record<string, string> = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
): void {
  describe.skipIf(program === undefined)(name, { tags: ['journey'] }, () => {
    const journey = {} as Journey
    let windows: Windows | undefined
    beforeAll(async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'bellwether-web-'))
      // Already migrated, which saves a quarter of the start.
      const template = process.env['TEST_SQLITE_TEMPLATE']
      if (template) copyFileSync(template, join(dataDir, 'bellwether.db'))
      const server = await startServer({ DATA_DIR: dataDir, LOG_LEVEL: 'info', ...env })
      const browser = await openBrowser()
      windows = createWindows(browser, server.url)
      Object.assign(journey, { server, dataDir, browser, ...createSteps(server, windows) })
    })
    afterEach(({ task }) => windows?.release({ reuse: task.result?.state !== 'fail' }))
    afterAll(async () => {
      journey.server?.child.kill('SIGKILL')
      await windows?.close()
    })
    tell(journey)
  })
}

/** Signs in like a page of the app: all pages of this context have the session. */
export async function signInContext(
  context: BrowserContext,
  url: string,
  { email, password }: { email: string; password: string } = ADMIN,
): Promise<void> {
  const answer = await context.request.post(`${url}/session`, {
    data: { email, password },
    headers: { origin: url },
  })
  if (!answer.ok()) throw new Error(`sign-in failed: ${answer.status()} ${await answer.text()}`)
}

function createSteps(
  server: ServerProcess,
  { open }: Pick<Windows, 'open'>,
): Omit<Journey, 'server' | 'dataDir' | 'browser'> {
  let known: Promise<string> | undefined
  const token = () => {
    known ??= post(`${server.url}/creator/login`, ADMIN).then(({ body }) => body.data.token as string)
    return known
  }

  return {
    token,
    open,
    async openSignedIn(path, options) {
      const window = await open(options)
      await signInContext(window.context, server.url)
      await window.page.goto(path)
      return window
    },
    async call(method, path, body) {
      const answer = await fetch(server.url + path, {
        method,
        headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
      return answer.json() as Json
    },
  }
}

/** Required settings of the tools; saving does not check that the objects exist. */
const CONFIGS: Record<string, object> = {
  rubric_rag: { rubric_id: '1' },
  single_file_rag: { file_path: 'unit-3.txt' },
}

/** An assistant of this type, with only the fields that a list shows. */
export const assistantOf = (name: string, type: string, tools: readonly string[] = []) => ({
  name,
  description: `What ${name} is for`,
  system_prompt: 'You are kind.',
  prompt_template: '{user_input}',
  metadata: {
    connector: 'bypass',
    llm: 'simple-bypass',
    ...(type === 'classic'
      ? { prompt_processor: 'simple_augment', rag_processor: tools[0] ?? 'no_rag' }
      : {
          assistant_type: type,
          prompt_processor: 'multi_augment',
          tools: tools.map((tool) => ({
            type: tool,
            use: 'inject',
            enabled: true,
            config: CONFIGS[tool] ?? {},
          })),
        }),
  },
})

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES =
  "{ type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }"
const COLOUR_RULES = "{ type: 'rule', values: ['color-contrast', 'link-in-text-block'] }"

/** Ends running transitions and draws. The page's policy blocks external styles; a constructed style sheet is allowed. */
const STAND_STILL = `(async () => {
  if (document.adoptedStyleSheets.length === 0) {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important }')
    document.adoptedStyleSheets = [still]
  }
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
})()`

/** Ends running transitions, so that colors are not checked half-way. */
export const standStill = (page: Page): Promise<void> => page.evaluate(STAND_STILL)

/** Widths and themes in which this process has already checked the header, which is the same on every page. */
const checkedHeaders = new Set<string>()

async function look(page: Page, rules: string): Promise<void> {
  const { header, isLoaded } = await page.evaluate<{ header: string; isLoaded: boolean }>(
    `${STAND_STILL}.then(() => ({
      header: innerWidth + (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"),
      isLoaded: typeof axe === "object",
    }))`,
  )
  const scope = checkedHeaders.has(header) ? "{ exclude: ['[data-testid=app-header]'] }" : 'document'
  // Evaluated from outside the page, whose policy blocks scripts. Half a megabyte, so only once per page.
  if (!isLoaded) await page.evaluate(axe)
  // Selectors are only needed in a report, and take a third of the time.
  const run = (selectors: boolean) =>
    page.evaluate<string[]>(
      `axe.run(${scope}, { runOnly: ${rules}, resultTypes: ['violations'], preload: false, selectors: ${selectors} })
        .then(({ violations }) => violations.map(({ id, nodes }) =>
          id + ': ' + nodes.map((node) => node.target + ' ' + node.failureSummary).join(' | ')))`,
    )
  const hasViolations = (await run(false)).length > 0
  const violations = hasViolations ? await run(true) : []
  expect(violations, page.url()).toEqual([])
  if (rules === RULES) checkedHeaders.add(header)
}

/** Checks the automated WCAG 2.2 AA rules on the current page. */
export const expectAccessible = (page: Page): Promise<void> => look(page, RULES)

/** Checks only what another theme can change, for a page that was already checked in the first one. */
export const expectReadable = (page: Page): Promise<void> => look(page, COLOUR_RULES)

/** A screenshot for manual review, only with TEST_SHOTS=folder. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS) await page.screenshot({ path: join(SHOTS, `${name}.png`), animations: 'disabled' })
}
