// node scripts/agentsmithy.mjs --workdir <folder> --url https://your-server/agentsmithy/12: stands in for AgentSmithy's local server, so that
// its editor clients find an agent of Bellwether. The key is read from BELLWETHER_KEY, or --key. See docs/reference/agentsmithy.md.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createServer, request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

const FIRST_PORT = 8765
const MOST_TRIES = 20

const { values: options } = parseArgs({
  options: {
    workdir: { type: 'string' },
    url: { type: 'string' },
    key: { type: 'string' },
    port: { type: 'string' },
  },
  strict: false,
})
const key = options.key ?? process.env.BELLWETHER_KEY
if (!options.workdir || !options.url || !key)
  stop('Usage: --workdir <folder> --url <URL of the agent>, with the API key in BELLWETHER_KEY')

const base = new URL(options.url.replace(/\/+$/, ''))
const state = join(resolve(options.workdir), '.agentsmithy')
const statusFile = join(state, 'status.json')
const startedAt = new Date().toISOString()

requireFree()
const port = await listen(createServer(relay), Number(options.port ?? FIRST_PORT))
writeStatus('ready')
console.log(`Ready at http://localhost:${port} for ${base.origin}${base.pathname}`)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.on(signal, () => {
    writeStatus('stopped')
    process.exit(0)
  })

/** The key is added here, and is in no file: any process that can reach this port on this machine may use the agent. */
function relay(incoming, outgoing) {
  const refusal = refusalOf(incoming)
  if (refusal) {
    outgoing.writeHead(403, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify({ detail: refusal }))
    return
  }
  const { host: _host, connection: _connection, authorization: _authorization, ...headers } = incoming.headers
  const send = base.protocol === 'https:' ? secureRequest : plainRequest
  const call = send(
    {
      protocol: base.protocol,
      hostname: base.hostname,
      port: base.port,
      method: incoming.method,
      path: base.pathname.replace(/\/$/, '') + incoming.url,
      headers: { ...headers, authorization: `Bearer ${key}` },
    },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    },
  )
  call.on('error', () => {
    if (outgoing.headersSent) return void outgoing.destroy()
    outgoing.writeHead(502, { 'content-type': 'application/json' })
    outgoing.end(JSON.stringify({ detail: 'The server does not answer' }))
  })
  // If the client stops, the agent stops too.
  outgoing.on('close', () => call.destroy())
  incoming.pipe(call)
}

/** Pages in a browser can reach this port as well; they are not editors. */
function refusalOf({ url = '', headers }) {
  const host = headers.host?.replace(/:\d+$/, '')
  if (!['localhost', '127.0.0.1', '[::1]'].includes(host)) return 'Only for programs of this machine'
  if (headers.origin !== undefined && !headers.origin.startsWith('vscode-webview://'))
    return 'Not for web pages'
  return /^\/(api\/|health(\?|$))/.test(url) ? undefined : 'There is nothing but /health and /api here'
}

async function listen(server, first) {
  for (let port = first; port < first + MOST_TRIES; port++) {
    const isOpen = await new Promise((done) => {
      server.once('error', () => done(false))
      server.listen(port, '127.0.0.1', () => done(true))
    })
    if (isOpen) return port
    server.removeAllListeners('listening')
  }
  return stop(`No free port found from ${first}`)
}

/** Renamed into place, so that no client reads half of it. */
function writeStatus(server_status) {
  mkdirSync(state, { recursive: true })
  const status = {
    server_status,
    server_pid: process.pid,
    port,
    server_started_at: startedAt,
    server_updated_at: new Date().toISOString(),
    config_valid: true,
    config_errors: [],
    scan_status: 'done',
  }
  writeFileSync(`${statusFile}.${process.pid}`, `${JSON.stringify(status, null, 2)}\n`)
  renameSync(`${statusFile}.${process.pid}`, statusFile)
}

function requireFree() {
  let other
  try {
    other = JSON.parse(readFileSync(statusFile, 'utf8'))
  } catch {
    return
  }
  if (!['ready', 'starting'].includes(other.server_status) || !isAlive(other.server_pid)) return
  stop(`A server is already running for this folder (process ${other.server_pid})`)
}

function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function stop(words) {
  console.error(words)
  process.exit(1)
}
