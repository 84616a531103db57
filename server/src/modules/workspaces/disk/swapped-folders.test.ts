import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import JSZip from 'jszip'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rounds } from '../../../../test/harness/rounds.ts'
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { searchFiles } from '../search/search-files.ts'
import { writeFile } from './write-file.ts'

const SECRET = 'kept outside of the workspace'
const NAMES = ['a', 'b', 'c', 'e', 'f']
/** By every way of swapping that this machine has, together. */
const ATTEMPTS = rounds(1000)
/** One attempt in this many is a request; the others call what the requests call, which costs a fraction of it. */
const REQUEST_EACH = 4
const LANES = 6

/** One system call, so that `d` is there at every moment, as a folder or as a link. */
const EXCHANGE = `
import ctypes, os, sys
os.chdir(sys.argv[1])
libc = ctypes.CDLL(None, use_errno=True)
def swap():
    return libc.renameat2(-100, b"d", -100, b"l", 2)
if len(sys.argv) > 2:
    sys.exit(0 if swap() == 0 else 1)
print("swapping", flush=True)
while True:
    swap()
`
const SWAPPER = fileURLToPath(new URL('./swapper.testing.mjs', import.meta.url))

const swappers = [
  { name: 'three renames', command: [process.execPath, SWAPPER], isThere: true },
  { name: 'renameat2', command: ['python3', '-c', EXCHANGE], isThere: canExchange() },
].filter((swapper) => swapper.isThere)

function canExchange(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'bellwether-exchange-'))
  mkdirSync(join(folder, 'd'))
  symlinkSync('d', join(folder, 'l'))
  return spawnSync('python3', ['-c', EXCHANGE, folder, 'once']).status === 0
}

/** Everything about a folder that could tell of a change. */
function describeFolder(folder: string): object {
  const { mtimeMs, ctimeMs, mode } = lstatSync(folder)
  const inside = readdirSync(folder, { withFileTypes: true }).map((entry) => {
    const place = join(folder, entry.name)
    if (entry.isDirectory()) return [entry.name, describeFolder(place)]
    const stats = lstatSync(place)
    return [entry.name, stats.mode, stats.ino, stats.mtimeMs, stats.ctimeMs, readFileSync(place, 'utf8')]
  })
  return { mtimeMs, ctimeMs, mode, inside }
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* filesBelow(join(folder, entry.name))
    else if (entry.isFile()) yield join(folder, entry.name)
  }
}

describe('a program that swaps a folder for a link out of the workspace', () => {
  let app: TestApp
  let token: string
  beforeAll(async () => {
    app = await startTestApp()
    token = await app.signIn()
  })
  afterAll(() => app.stop())

  async function makeWorkspace() {
    const outside = mkdtempSync(join(tmpdir(), 'bellwether-outside-'))
    const { id } = (await app.call('POST', '/workspaces', token, { name: 'Raced' })).body
    const base = join(app.dataDir, 'workspaces', id)
    const root = join(base, 'files')
    for (const folder of ['d', 'd/deep']) {
      mkdirSync(join(root, folder), { recursive: true })
      mkdirSync(join(outside, folder.slice(2)), { recursive: true })
      for (const name of NAMES) {
        writeFileSync(join(root, folder, name), `inside ${name}\n`)
        writeFileSync(join(outside, folder.slice(2), name), `${SECRET} ${name}\n`)
      }
    }
    symlinkSync(outside, join(root, 'l'))
    return { id, outside, root, state: join(base, 'state'), path: `/workspaces/${id}` }
  }

  const send = async (method: string, path: string, body?: string | Uint8Array) => {
    const answer = await fetch(app.url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      ...(body === undefined ? {} : { body }),
    })
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  it.each(swappers)(
    'gets nothing from outside and changes nothing there ($name)',
    async ({ command }) => {
      const { id, outside, root, state, path } = await makeWorkspace()
      const before = describeFolder(outside)
      const upload = new JSZip()
      for (const name of NAMES) upload.file(`d/${name}`, 'from a zip\n')
      const zip = await upload.generateAsync({ type: 'uint8array' })
      const workspace = await app.app.services.workspaces.folders.open({ id, folder: null, tree: null })
      const escapes: string[] = []
      const statuses = new Map<string, number>()

      async function look(
        what: string,
        method: string,
        at: string,
        body?: string | Uint8Array,
      ): Promise<Buffer> {
        const { status, bytes } = await send(method, path + at, body)
        const key = `${what} ${status}`
        statuses.set(key, (statuses.get(key) ?? 0) + 1)
        if (bytes.includes(SECRET)) escapes.push(what)
        return bytes
      }
      const pick = (turn: number) => NAMES[turn % NAMES.length]
      const actions: { each: number; run(turn: number): Promise<unknown> }[] = [
        { each: 1, run: (turn) => look('read', 'GET', `/files/d/${pick(turn)}`) },
        { each: 1, run: (turn) => look('read', 'GET', `/files/d/deep/${pick(turn)}`) },
        { each: 1, run: () => look('list', 'GET', '/tree?path=d') },
        { each: 4, run: (turn) => look('write', 'PUT', `/files/d/${pick(turn)}`, `written ${turn}\n`) },
        { each: 4, run: (turn) => look('create', 'PUT', `/files/d/new-${turn % 8}/x`, `made ${turn}\n`) },
        { each: 8, run: (turn) => look('delete', 'DELETE', `/files/d/new-${turn % 8}/x`) },
        { each: 8, run: (turn) => look('delete', 'DELETE', `/files/d/${pick(turn)}`) },
        {
          each: 12,
          async run() {
            const bytes = await look('zip', 'GET', '/zip')
            const files = Object.values((await JSZip.loadAsync(bytes)).files)
            for (const file of files) if ((await file.async('string')).includes(SECRET)) escapes.push('zip')
          },
        },
        { each: 40, run: () => look('unzip', 'POST', '/zip', zip) },
        { each: 40, run: () => look('approve', 'POST', '/approve') },
        { each: 40, run: () => look('changes', 'GET', '/changes') },
        {
          each: 80,
          async run() {
            const { checkpoints } = JSON.parse(
              String(await look('checkpoints', 'GET', '/checkpoints?limit=5')),
            )
            const { id: checkpoint } = checkpoints.at(-1)
            await look('restore', 'POST', `/checkpoints/${checkpoint}/restore`)
          },
        },
        {
          each: 1000,
          async run() {
            const request = { path: '', regex: SECRET, caseSensitive: true, maxHits: 10 }
            const answer = await searchFiles(workspace, request).catch(() => undefined)
            if (answer && 'hits' in answer && answer.hits.length > 0) escapes.push('search')
          },
        },
      ]

      const { files } = app.app.services.workspaces
      const content = (turn: number) => ({
        bytes: Buffer.from(`written ${turn}\n`),
        mode: 0o644,
        isNew: false,
        unsynced: true,
      })
      /** The file's text, or what is in the folder; undefined when it was refused. */
      const direct: ((turn: number) => Promise<unknown>)[] = [
        async (turn) => String((await files.read(workspace, `d/${pick(turn)}`)).bytes),
        async (turn) => String((await files.read(workspace, `d/deep/${pick(turn)}`)).bytes),
        () => files.list(workspace, 'd', true),
        (turn) => writeFile(root, `d/${pick(turn)}`, content(turn)),
        (turn) => writeFile(root, `d/deep/${pick(turn)}`, content(turn)),
      ]
      async function callDirectly(turn: number): Promise<void> {
        const content = await direct[turn % direct.length]?.(turn).catch(() => undefined)
        if (typeof content === 'string') statuses.set('direct read', (statuses.get('direct read') ?? 0) + 1)
        if (JSON.stringify(content ?? '').includes(SECRET)) escapes.push('called directly')
      }

      const swapper = await startSwapping(command, root)
      const wanted = ['read 200', 'direct read', 'zip 200']
      const attempts = ATTEMPTS / swappers.length
      /** Where the swapper gets more of the CPU, it takes longer until something succeeds. */
      const isOver = () =>
        turn >= 50 * attempts || (turn >= attempts && wanted.every((kind) => statuses.has(kind)))
      let turn = 0
      async function work(): Promise<void> {
        while (!isOver()) {
          const mine = turn++
          if (mine % REQUEST_EACH !== 0) {
            await callDirectly(mine)
            continue
          }
          const due = actions.filter(({ each }) => mine % each === 0)
          await due[Math.floor(mine / (2 * REQUEST_EACH)) % due.length]?.run(mine)
        }
      }
      await Promise.all(Array.from({ length: LANES }, work))
      const leaks = [...filesBelow(state)].filter((file) => readFileSync(file).includes(SECRET))
      const stillSwapping = swapper.exitCode === null && swapper.signalCode === null
      // Still swapping: the whole workspace goes, and nothing with it.
      const removed = await send('DELETE', path)
      await stop(swapper)

      expect({ escapes, kept: leaks, removed: removed.status }).toEqual({
        escapes: [],
        kept: [],
        removed: 200,
      })
      expect(describeFolder(outside)).toEqual(before)
      // Otherwise the test proves nothing, or hides a fault.
      expect(stillSwapping).toBe(true)
      for (const kind of wanted) expect(statuses.get(kind), kind).toBeGreaterThan(0)
      expect([...statuses.keys()].filter((key) => key.endsWith(' 500'))).toEqual([])
      await rm(outside, { recursive: true })
    },
    600_000,
  )
})

async function startSwapping([file = '', ...args]: string[], root: string): Promise<ChildProcess> {
  const child = spawn(file, [...args, root], { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  return child
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}
