import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { endpoint } from '../../platform/http/endpoint.ts'
import { createMetrics } from '../../platform/http/metrics.ts'
import { createHttpServer, type HttpServer } from '../../platform/http/server.ts'
import { createWebFiles } from './web-files.ts'

const PAGE = { accept: 'text/html,application/xhtml+xml', 'sec-fetch-mode': 'navigate' }
const SCRIPT = `export const text = '${'long '.repeat(500)}'`
const SHELL = '<!doctype html><script src="/theme.js"></script><script>start()</script>'

describe('the web app on disk', () => {
  const outside = mkdtempSync(join(tmpdir(), 'bellwether-web-files-'))
  const folder = join(outside, 'web')
  let server: HttpServer
  let url: string

  beforeAll(async () => {
    mkdirSync(join(folder, '_app/immutable'), { recursive: true })
    mkdirSync(join(folder, 'help/admins'), { recursive: true })
    writeFileSync(join(folder, 'help/index-page.html'), '<h1>Help</h1>')
    writeFileSync(join(folder, 'help/admins.html'), '<h1>For admins</h1>')
    writeFileSync(join(folder, 'help/admins/install.html'), '<h1>Install</h1>')
    mkdirSync(join(folder, 'diagrams'))
    writeFileSync(join(folder, 'diagrams/frame.html'), '<title>Diagrams</title>')
    writeFileSync(join(folder, 'diagrams/frame.js'), SCRIPT)
    writeFileSync(join(outside, 'secret.txt'), 'a secret')
    writeFileSync(join(folder, 'index.html'), SHELL)
    writeFileSync(join(folder, 'theme.js'), 'theme()')
    const preloads = [{ route: '/assistants/[id]', files: ['/_app/builder.js'] }]
    writeFileSync(join(folder, 'pages.json'), JSON.stringify({ segments: ['', 'assistants'], preloads }))
    writeFileSync(join(folder, '_app/immutable/a.js'), SCRIPT)
    writeFileSync(join(folder, '_app/immutable/a.js.br'), brotliCompressSync(SCRIPT))
    const data = (path: string) =>
      endpoint({
        answer: z.unknown(),
        method: 'GET',
        path,
        tag: 'x',
        summary: 'x',
        description: 'x',
        access: 'public',
        handle: () => ({ data: true }),
      })
    server = createHttpServer({
      endpoints: [data('/assistants'), data('/docs')],
      pages: createWebFiles(folder, async (path) =>
        path === '/assistants/9' ? ['https://moodle.example.edu'] : [],
      ),
      authenticate: async () => undefined,
      maxBodyBytes: 1000,
      log: pino({ level: 'silent' }),
      metrics: createMetrics(),
      maxConcurrentRequests: 100,
      isDatabaseOverloaded: () => false,
      trustProxy: false,
      corsOrigins: [],
    })
    url = `http://127.0.0.1:${(await server.listen(0, '127.0.0.1')).port}`
  })
  afterAll(async () => {
    await server.drain({ delayMs: 0, deadlineMs: 100 })
    rmSync(outside, { recursive: true })
  })

  /** Not by fetch: it says of itself that it is no navigation, and tidies paths up. */
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
      const { port } = new URL(url)
      const asked = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const bytes = Buffer.concat(parts)
          const isSmall = answer.headers['content-encoding'] === 'br'
          resolve({
            status: answer.statusCode ?? 0,
            headers: new Headers(answer.headers as Record<string, string>),
            text: (isSmall ? brotliDecompressSync(bytes) : bytes).toString(),
          })
        })
      })
      asked.on('error', reject).end()
    })

  it('is a page for a browser and data for a program, at the same path', async () => {
    const page = await get('/assistants', PAGE)
    expect(page.text).toBe(SHELL)
    expect(page.headers.get('cache-control')).toBe('no-cache')
    expect(page.headers.get('vary')).toContain('Accept')
    expect(JSON.parse((await get('/assistants')).text)).toEqual({ data: true })
    const fromPage = await get('/assistants', { accept: 'text/html', 'sec-fetch-mode': 'cors' })
    expect(JSON.parse(fromPage.text)).toEqual({ data: true })
    expect(JSON.parse((await get('/docs', PAGE)).text)).toEqual({ data: true })
  })

  it('names the files of a page, so that the browser need not wait for the app to ask for them', async () => {
    const page = await get('/assistants/12', PAGE)
    expect(page.headers.get('link')).toBe('</_app/builder.js>; rel=modulepreload')
    for (const [path, headers] of [
      ['/assistants', PAGE],
      ['/assistants', {}],
      ['/theme.js', {}],
      ['/nowhere', PAGE],
    ] as const)
      expect((await get(path, headers)).headers.get('link')).toBeNull()
  })

  it('answers deep links; unknown paths get a 404 page in a browser and the API’s 404 in a program', async () => {
    expect((await get('/assistants/12', PAGE)).status).toBe(200)
    const lost = await get('/nowhere', PAGE)
    expect([lost.status, lost.text]).toEqual([404, SHELL])
    const program = await get('/nowhere')
    expect([program.status, JSON.parse(program.text)]).toEqual([404, { detail: 'Not found' }])
  })

  it('allows the shell’s own script by its hash and no other', async () => {
    const policy = (await get('/', PAGE)).headers.get('content-security-policy') ?? ''
    expect(/script-src ([^;]*)/.exec(policy)?.[1]).toMatch(/^'self' 'sha256-[\w+/]+=*'$/)
    expect(policy).toContain("frame-ancestors 'none'")
    const allowed = (await get('/assistants/9', PAGE)).headers.get('content-security-policy') ?? ''
    expect(allowed).toBe(
      policy.replace("frame-ancestors 'none'", "frame-ancestors 'self' https://moodle.example.edu"),
    )
  })

  it('isolates the frame that draws diagrams', async () => {
    const frame = await get('/diagrams/frame.html', PAGE)
    const policy = frame.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none'; script-src 'self';/)
    expect(policy).not.toMatch(/allow-same-origin|connect-src|frame-ancestors/)
    expect(frame.headers.get('access-control-allow-origin')).toBeNull()
    expect((await get('/diagrams/frame.js')).headers.get('access-control-allow-origin')).toBe('*')
    expect((await get('/_app/immutable/a.js')).headers.get('access-control-allow-origin')).toBeNull()
  })

  it('caches hashed files forever and sends them compressed if the client accepts it', async () => {
    const file = await get('/_app/immutable/a.js', { 'accept-encoding': 'gzip, br' })
    expect(file.headers.get('cache-control')).toContain('immutable')
    expect(file.headers.get('content-encoding')).toBe('br')
    expect(file.text).toBe(SCRIPT)
    const plain = await get('/_app/immutable/a.js', { 'accept-encoding': 'identity' })
    expect([plain.headers.get('content-encoding'), plain.text]).toEqual([null, SCRIPT])
    const head = await get('/_app/immutable/a.js', {}, 'HEAD')
    expect([head.status, head.text]).toEqual([200, ''])
  })

  it('is not sent again to clients that have it', async () => {
    const etag = (await get('/theme.js')).headers.get('etag') ?? ''
    expect((await get('/theme.js', { 'if-none-match': etag })).status).toBe(304)
    expect((await get('/theme.js', { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('never leads out of its folder, nor to files for the server only', async () => {
    const paths = ['/../secret.txt', '/..%2fsecret.txt', '/_app/..%2f..%2fsecret.txt', '/pages.json', '/_app']
    for (const path of [...paths, '/_app/immutable/a.js.br', '/index.html'])
      expect((await get(path)).status, path).toBe(404)
  })

  it('is absent when it was not built', () => {
    expect(createWebFiles(join(outside, 'nothing'), async () => [])).toBeUndefined()
  })

  it('serves the documentation at paths without an extension, with its own content policy', async () => {
    for (const [path, title] of [
      ['/help', 'Help'],
      ['/help/admins', 'For admins'],
      ['/help/admins/install', 'Install'],
    ] as const) {
      const page = await get(path)
      expect(page).toMatchObject({ status: 200, text: `<h1>${title}</h1>` })
      expect(page.headers.get('content-security-policy')).toContain("default-src 'self'")
    }
    expect((await get('/help/no-such-page')).status).toBe(404)
  })
})
