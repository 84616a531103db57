import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Pages } from '../../platform/http/dispatch.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { createPreloads, type PagePreloads } from './preloads.ts'

/** A file of the web app on disk, with the compressed versions that the build created. */
interface WebFile {
  path: string
  bytes: number
  type: string
  etag: string
  cache: string
  smaller: { encoding: 'br' | 'gzip'; path: string; bytes: number }[]
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
}
const SMALLER = [
  { encoding: 'br', suffix: '.br' },
  { encoding: 'gzip', suffix: '.gz' },
] as const

/** Beside the files, written by the build. */
const PAGES_FILE = 'pages.json'
interface PagesFile {
  /** The first path segments of pages. */
  segments: string[]
  preloads: PagePreloads[]
}
/** Of the pages of the documentation, which load nothing but their own files. */
const HELP_POLICY =
  "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
/**
 * Of the frame that draws diagrams: Mermaid writes styles into the page. The sandbox gives it an origin of its own,
 * without access to the app, and it may load nothing but its own scripts. Any page that shows the app may contain it.
 */
const DIAGRAM_POLICY =
  "sandbox allow-scripts; default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
const DIAGRAM_FOLDER = '/diagrams/'
const FOREVER = 'public, max-age=31536000, immutable'

/** The sites that may show the page in a frame. The query may name the LMS launch that opened it. */
export type SitesFor = (path: string, query: URLSearchParams) => Promise<readonly string[]>

/**
 * Serves the web app from disk. Only files that were in the folder at the first request are served, so no path can lead out of
 * it. Undefined if it was not built: the server then works without pages.
 */
export function createWebFiles(folder: string, sitesFor: SitesFor): Pages | undefined {
  const shell = join(folder, 'index.html')
  if (!existsSync(shell) || !existsSync(join(folder, PAGES_FILE))) return undefined
  // Listed with the first request: there are hundreds, and the start need not wait for them.
  let files: Files | undefined
  const fileAt = (path: string) => {
    files ??= findFiles(folder)
    return files.get(path)?.()
  }
  const index = toFile(folder, shell)
  const { segments, preloads }: PagesFile = JSON.parse(readFileSync(join(folder, PAGES_FILE), 'utf8'))
  const pages = new Set(segments)
  const preloadsOf = createPreloads(preloads)
  const policy = toPolicy(readFileSync(shell, 'utf8'))

  const sendShell = (exchange: Exchange, status: number, sites: readonly string[] = []) => {
    const { outgoing } = exchange
    outgoing.setHeader('content-security-policy', `${policy}; ${frameAncestors(sites)}`)
    outgoing.setHeader('referrer-policy', 'same-origin')
    // The same path is a page for a browser and data for a program.
    outgoing.setHeader('vary', 'Accept, Accept-Encoding')
    return send(exchange, index, status)
  }

  return {
    async serve(exchange, path) {
      const file = fileAt(path)
      if (file) {
        exchange.route = 'web file'
        const isDiagram = path.startsWith(DIAGRAM_FOLDER)
        if (file.type.startsWith('text/html'))
          exchange.outgoing.setHeader('content-security-policy', isDiagram ? DIAGRAM_POLICY : HELP_POLICY)
        // The frame has no origin, so its scripts must be open to all.
        else if (isDiagram) exchange.outgoing.setHeader('access-control-allow-origin', '*')
        await send(exchange, file, 200)
        return true
      }
      if (!pages.has(firstWord(path)) || !isNavigation(exchange)) return false
      exchange.route = 'web page'
      const links = preloadsOf(path)
      if (links) exchange.outgoing.setHeader('link', links)
      // Without the database the page still loads, but not in a frame.
      await sendShell(exchange, 200, await sitesFor(path, toQuery(exchange)).catch(() => []))
      return true
    },
    async serveMissing(exchange) {
      if (!isNavigation(exchange)) return false
      exchange.route = 'web page'
      await sendShell(exchange, 404)
      return true
    },
  }
}

const toQuery = ({ incoming: { url = '' } }: Exchange): URLSearchParams =>
  new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '')

const firstWord = (path: string): string => path.split('/')[1] ?? ''

/** Whether a browser opens a page, as opposed to a program that requests data from the same path. */
function isNavigation(exchange: Exchange): boolean {
  const mode = exchange.header('sec-fetch-mode')
  if (mode !== undefined && mode !== 'navigate') return false
  return exchange.header('accept')?.includes('text/html') ?? false
}

/** By address. Each file is read when it is first requested. */
type Files = Map<string, () => WebFile | undefined>

function findFiles(folder: string): Files {
  const files: Files = new Map()
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    const isOwn = entry.isFile() && entry.name !== PAGES_FILE && !/\.(br|gz)$/.test(entry.name)
    if (isOwn && entry.name !== 'index.html')
      files.set(
        addressOf(`/${relative(folder, path).split(sep).join('/')}`),
        once(() => (existsSync(path) ? toFile(folder, path) : undefined)),
      )
  }
  return files
}

/** Calls `make` until it has a result. */
function once<T>(make: () => T | undefined): () => T | undefined {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}

/** Documentation pages have paths without an extension: `/help/admins/install`. */
const addressOf = (path: string): string =>
  path.startsWith('/help/') ? path.replace('/index-page.html', '').replace(/\.html$/, '') : path

function toFile(folder: string, path: string): WebFile {
  const isHashed = relative(folder, path).split(sep).join('/').startsWith('_app/immutable/')
  return {
    path,
    bytes: statSync(path).size,
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    etag: `"${createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 22)}"`,
    cache: isHashed ? FOREVER : 'no-cache',
    smaller: SMALLER.flatMap(({ encoding, suffix }) =>
      existsSync(path + suffix)
        ? [{ encoding, path: path + suffix, bytes: statSync(path + suffix).size }]
        : [],
    ),
  }
}

/** Other sites may show a page in a frame only if they are named here. */
const frameAncestors = (sites: readonly string[]): string =>
  `frame-ancestors ${sites.length > 0 ? ["'self'", ...sites].join(' ') : "'none'"}`

/** The shell's own small script is allowed by its hash; no other inline script runs. */
function toPolicy(html: string): string {
  const hashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  )
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...hashes].join(' ')}`,
    // Attributes only, which formulas and highlighted code need. A style sheet must be one of our own files.
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ')
}

async function send(exchange: Exchange, file: WebFile, status: number): Promise<void> {
  const { incoming, outgoing } = exchange
  outgoing.setHeader('content-type', file.type)
  outgoing.setHeader('cache-control', file.cache)
  outgoing.setHeader('etag', file.etag)
  if (!outgoing.hasHeader('vary')) outgoing.setHeader('vary', 'Accept-Encoding')
  if (status === 200 && exchange.hasVersion(file.etag)) {
    outgoing.writeHead(304).end()
    return
  }
  const accepted = exchange.header('accept-encoding') ?? ''
  const smaller = file.smaller.find(({ encoding }) => new RegExp(`\\b${encoding}\\b`).test(accepted))
  if (smaller) outgoing.setHeader('content-encoding', smaller.encoding)
  const { path, bytes } = smaller ?? file
  outgoing.writeHead(status, { 'content-length': bytes })
  if (incoming.method === 'HEAD') {
    outgoing.end()
    return
  }
  // A browser that disconnects is not an error.
  await pipeline(createReadStream(path), outgoing).catch(() => outgoing.destroy())
}
