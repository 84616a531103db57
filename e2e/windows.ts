import type { Browser, BrowserContext, Page } from 'playwright-core'

export interface WindowOptions {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  language?: string
  /** With an empty cache, for tests of what is loaded. Other windows may have loaded the app before. */
  fresh?: boolean
}

export interface Window {
  page: Page
  context: BrowserContext
  faults: string[]
}

/**
 * Toasts stay for longer: on a busy machine, a test may take more than their ten seconds to reach the next step. They
 * are recognized by their two durations, which no other timer may use.
 */
const KEEP_TOASTS = `(() => {
  const { setTimeout } = globalThis
  globalThis.setTimeout = (run, ms, ...more) => setTimeout(run, ms === 5000 || ms === 10000 ? ms * 5 : ms, ...more)
})()`

/** A document of the app's origin without scripts, from which storage can be cleared. */
const EMPTY_PAGE = '/favicon.svg'
const CLEAR_STORAGE = 'localStorage.clear(), sessionStorage.clear()'

/** What a window keeps when it shows another page: a test that uses one of these has the window for itself. */
const LASTING = {
  context: [
    'addInitScript',
    'exposeBinding',
    'exposeFunction',
    'grantPermissions',
    'newCDPSession',
    'route',
    'setExtraHTTPHeaders',
    'setGeolocation',
    'setOffline',
  ],
  page: ['addInitScript', 'close', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
} as const

/** The events that tests listen to. Playwright itself listens to others. */
const EVENTS = ['console', 'dialog', 'download', 'pageerror', 'popup', 'request', 'requestfailed', 'response']

interface Kept extends Window {
  language: string
  /** Whether a test changed what can't be undone. */
  isChanged: boolean
}

export type Windows = ReturnType<typeof createWindows>

/**
 * The windows of one suite. A window is used again by later tests, without cookies and storage: the browser then need
 * not compile the app and the accessibility checks again, which takes half a second of CPU.
 */
export function createWindows(browser: Browser, baseURL: string) {
  const used: Kept[] = []
  const free: Kept[] = []

  async function create(language: string): Promise<Kept> {
    const context = await browser.newContext({ baseURL, locale: language, reducedMotion: 'reduce' })
    // Long enough for a busy machine; only failing tests wait for it.
    context.setDefaultTimeout(90_000)
    await context.addInitScript(KEEP_TOASTS)
    const window: Kept = { page: await context.newPage(), context, faults: [], language, isChanged: false }
    const noteChange = () => {
      window.isChanged = true
    }
    onCall(context, LASTING.context, noteChange)
    onCall(window.page, LASTING.page, noteChange)
    // What another site has stored stays.
    window.page.on('framenavigated', (frame) => {
      if (/^https?:/.test(frame.url()) && new URL(frame.url()).origin !== baseURL) noteChange()
    })
    return window
  }

  function takeFree(language: string): Kept | undefined {
    const index = free.findIndex((window) => window.language === language)
    return index === -1 ? undefined : free.splice(index, 1)[0]
  }

  /** Leaves nothing of the test behind. */
  async function clean(window: Kept): Promise<Kept> {
    const { page, context } = window
    for (const event of EVENTS) page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())))
    await page.goto(EMPTY_PAGE)
    await page.mouse.move(-1, -1)
    await page.evaluate(CLEAR_STORAGE)
    await context.clearCookies()
    return window
  }
  const tryClean = (window: Kept): Promise<Kept | undefined> => clean(window).catch(() => undefined)

  return {
    async open(options: WindowOptions = {}): Promise<Window> {
      const language = options.language ?? 'en-GB'
      const window = (options.fresh ? undefined : takeFree(language)) ?? (await create(language))
      used.push(window)
      const { page } = window
      await page.setViewportSize({ width: options.width ?? 1440, height: options.height ?? 900 })
      await page.emulateMedia({ colorScheme: options.theme ?? 'light', media: null })
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(error.message))
      page.on('console', (message) => {
        // The browser's own log of a refused request, which the journey checks if it matters.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
          faults.push(message.text())
      })
      return { page, context: window.context, faults }
    },

    /** After each test: pages that stay open go on polling and drawing, which slows down the tests after them. */
    async release({ reuse }: { reuse: boolean }): Promise<void> {
      const released = used.splice(0)
      const usable = reuse ? released.filter(({ page, isChanged }) => !isChanged && !page.isClosed()) : []
      // Not if the test has stopped the server.
      const clean = (await Promise.all(usable.map(tryClean))).filter((window) => window !== undefined)
      free.push(...clean)
      const kept = new Set(free.map(({ context }) => context))
      const others = browser.contexts().filter((context) => !kept.has(context))
      await Promise.all(others.map((context) => context.close()))
    },

    async close(): Promise<void> {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
  }
}

/** Tells when one of these methods is called. */
function onCall<T extends object>(target: T, names: readonly (keyof T)[], tell: () => void): void {
  for (const name of names) {
    const original = target[name] as (...args: unknown[]) => unknown
    Object.assign(target, {
      [name]: (...args: unknown[]) => {
        tell()
        return original.apply(target, args)
      },
    })
  }
}
