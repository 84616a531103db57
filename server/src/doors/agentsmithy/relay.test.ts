import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { chunkOf, frameOf, says } from '../../../test/harness/fake-upstream.ts'
import { type Agent, calls, createClient, inTurn, openAgent, patch, typesOf } from './agentsmithy.testing.ts'

const SCRIPT = join(import.meta.dirname, '../../../../scripts/agentsmithy.mjs')

/** A client looks for a file in the folder that it has open, and connects to the port that is stored there. */
describe('the stand-in for AgentSmithy’s local server', () => {
  let agent: Agent
  let relay: ChildProcess
  const workdir = realpathSync(mkdtempSync(join(tmpdir(), 'bellwether-relay-')))
  const args = () => [
    SCRIPT,
    '--workdir',
    workdir,
    '--url',
    `${agent.app.url}/agentsmithy/${agent.assistant}/`,
    '--port',
    '18765',
  ]
  const status = async () => JSON.parse(await readFile(join(workdir, '.agentsmithy/status.json'), 'utf8'))
  const start = () => spawn(process.execPath, args(), { env: { ...process.env, BELLWETHER_KEY: agent.key } })

  beforeAll(async () => {
    agent = await openAgent({ WORKSPACE_ROOTS: workdir }, workdir)
    relay = start()
    await vi.waitFor(async () => expect((await status()).server_status).toBe('ready'), 10_000)
  })
  afterAll(async () => {
    relay.kill()
    await agent.stop()
    await rm(workdir, { recursive: true, force: true })
  })

  it('is found, answers, streams, and stops with its client; the key is in no file', async () => {
    const { port, server_pid } = await status()
    expect(server_pid).toBe(relay.pid)
    expect(await readFile(join(workdir, '.agentsmithy/status.json'), 'utf8')).not.toContain(agent.key)
    const client = createClient(`http://localhost:${port}`)
    expect((await client.call('GET', '/health')).body).toMatchObject({ config_valid: true })
    const dialog = await client.newDialog()
    agent.upstream.answer(says('Hello.'))
    expect(typesOf(await client.say('Hello', { dialog_id: dialog })).at(-1)).toBe('done')
    expect((await client.call('POST', `/api/dialogs/${dialog}/approve`)).status).toBe(200)

    agent.upstream.answer((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(frameOf(chunkOf({ content: 'Once' })))
    })
    const leaving = new AbortController()
    await client.open('Tell me', { dialog_id: dialog }, leaving.signal)
    await vi.waitFor(() => expect(agent.upstream.open()).toBe(1))
    leaving.abort()
    await vi.waitFor(() => expect(agent.upstream.open()).toBe(0), 5000)
  })

  it('edits the folder that is open in the editor, but not the client’s own files in it', async () => {
    const client = createClient(`http://localhost:${(await status()).port}`)
    const dialog = await client.newDialog()
    await writeFile(join(workdir, 'essay.md'), '# Title\nold\n')
    const state = { path: '.agentsmithy/status.json', content: 'mine' }
    agent.upstream.answer(inTurn(patch('essay.md', 'old', 'new'), calls('write_file', state), says('Done.')))
    const events = await client.say('Improve it', { dialog_id: dialog })
    const edits = events.filter(({ type }) => type === 'file_edit')
    expect(edits.map(({ file }) => file)).toEqual([join(workdir, 'essay.md')])
    expect(await readFile(join(workdir, 'essay.md'), 'utf8')).toBe('# Title\nnew\n')
    expect((await status()).server_status).toBe('ready')
    const { changed_files } = await client.session(dialog)
    expect(changed_files.map(({ path }: { path: string }) => path)).toEqual(['essay.md'])
  })

  it('refuses web pages, other names, and other addresses', async () => {
    const { port } = await status()
    const statusOf = (path: string, headers: Record<string, string> = {}) =>
      new Promise<number | undefined>((resolve, reject) => {
        const call = request({ host: '127.0.0.1', port, path, headers }, (response) => {
          response.resume()
          resolve(response.statusCode)
        })
        call.on('error', reject)
        call.end()
      })
    expect(await statusOf('/health')).toBe(200)
    expect(await statusOf('/health', { origin: 'https://example.org' })).toBe(403)
    expect(await statusOf('/health', { host: 'example.org' })).toBe(403)
    expect(await statusOf('/../../users')).toBe(403)
  })

  it('runs once per folder', async () => {
    const second = start()
    expect(await new Promise((resolve) => second.on('exit', resolve))).toBe(1)
    relay.kill('SIGTERM')
    await vi.waitFor(async () => expect((await status()).server_status).toBe('stopped'), 5000)
  })
})
