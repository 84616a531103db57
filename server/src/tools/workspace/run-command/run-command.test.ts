import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { errorOf, openToolFixture, resultOf, type ToolFixture } from '../testing.ts'
import { createSandboxFinder } from './find-sandbox.ts'
import { runCommandTool } from './run-command.tool.ts'
import { runProgram } from './run-program.ts'
import { listSandboxes, type Sandbox } from './sandbox.ts'

let fixture: ToolFixture
let own: string
const before = process.env['TMPDIR']
beforeAll(async () => {
  // A separate folder, because the suite checks for leftovers and other suites run at the same time.
  own = mkdtempSync(join(tmpdir(), 'bellwether-run-'))
  process.env['TMPDIR'] = own
  fixture = await openToolFixture({ limits: { bytes: 20 * 1024 * 1024, files: 200 } })
})
afterAll(async () => {
  await fixture.close()
  if (before === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = before
  rmSync(own, { recursive: true, force: true })
})

/** The program itself, not the sandbox that is still starting it with the same words in its command line. */
const isRunning = (mark: string): boolean =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1') === `sleep\0${mark}\0`
      } catch {
        return false
      }
    })
const shell = (script: string): string[] => ['/bin/sh', '-c', script]
const boxes = () => readdirSync(tmpdir()).filter((name) => name.startsWith('bellwether-box-'))

const KINDS = ['bubblewrap', 'unshare'] as const
describe.each(KINDS)('run_command in %s', (kind) => {
  const sandbox = listSandboxes().find(({ name }) => name === kind)
  const missing = sandbox ? undefined : `SKIPPED: there is no ${kind} here`
  const tool = () =>
    runCommandTool({ ...fixture, findSandbox: createSandboxFinder(sandbox ? [sandbox] : []) })
  const run = async (command: string[], more: object = {}) =>
    resultOf(await fixture.call(tool(), { command, ...more }))

  it.skipIf(missing)(
    `works in the workspace and reports its changes${missing ? ` ${missing}` : ''}`,
    async () => {
      await fixture.put('in.txt', 'hello\n')
      fixture.events.length = 0
      const script =
        'cat in.txt; pwd; echo made > out.txt; rm in.txt; touch /tmp/scratch /dev/shm/scratch; exit 3'
      const made = await run(shell(script))
      expect(made).toMatchObject({
        exit_code: 3,
        timed_out: false,
        stdout: 'hello\n/workspace\n',
        stderr: '',
      })
      expect(made.changed_files).toMatchObject([{ path: 'in.txt', deleted: true }, { path: 'out.txt' }])
      expect(await fixture.text('out.txt')).toBe('made\n')
      // Its changes are reported as edits and can be undone one by one or all together.
      expect(fixture.events).toMatchObject([
        { type: 'file_edit', path: 'in.txt', added: 0, removed: 1 },
        { type: 'file_edit', path: 'out.txt', added: 1, edit: made.changed_files[1].edit },
      ])
      const by = { userId: fixture.ana.userId }
      await fixture.workspaces.edits.undo(fixture.workspace, made.changed_files[0].edit, by)
      expect(await fixture.text('in.txt')).toBe('hello\n')
      await fixture.workspaces.checkpoints.restore(fixture.workspace, made.before_checkpoint, by.userId)
      await expect(fixture.text('out.txt')).rejects.toThrow('ENOENT')
      // Arguments are not interpreted by a shell, and a missing program is reported as such.
      expect((await run(['echo', '$HOME; ls'])).stdout).toBe('$HOME; ls\n')
      expect(await run(['no-such-program'])).toMatchObject({ exit_code: 127 })
      expect(boxes()).toEqual([])
    },
  )

  it.skipIf(missing)(
    'sees and changes nothing else: no files, no environment, no network, no privileges',
    async () => {
      process.env['SECRET_FOR_THE_TEST'] = 'sk-should-not-be-seen'
      const { stdout, stderr } = await run(
        shell(
          `env; cat /proc/1/environ /proc/self/environ | tr '\\0' '\\n'; ls / /proc/1/root/ ${fixture.dataDir} /root /home /etc /var /work;
         cat /etc/passwd ${fixture.dataDir}/../*; echo outside > /usr/bellwether; echo outside > /bellwether; echo outside > /dev/bellwether`,
        ),
      )
      delete process.env['SECRET_FOR_THE_TEST']
      expect(stdout).not.toMatch(/sk-should-not|VITEST|DATABASE|root:x|bellwether|ssl/)
      expect(stdout).toContain('workspace')
      expect(stderr).toMatch(/\/usr\/bellwether: Read-only/)
      expect(stderr).toMatch(/create \/bellwether: (Read-only|Permission)/)
      expect(stderr).toMatch(/\/dev\/bellwether: (Read-only|Permission)/)

      const server = createServer((socket) => socket.end('reached')).listen(0, '127.0.0.1')
      await vi.waitFor(() => expect(server.address()).not.toBeNull())
      const { port } = server.address() as { port: number }
      const dial = `exec 3<>/dev/tcp/127.0.0.1/${port} && cat <&3`
      expect((await run(['bash', '-c', dial])).stdout).toBe('')
      server.close()
      expect((await run(shell('tail -n +3 /proc/net/dev | cut -d: -f1'))).stdout.trim()).toMatch(/^(lo)?$/)

      const { stdout: caps, stderr: refused } = await run(
        shell(
          'grep CapEff /proc/self/status; mount -o remount,rw,bind /usr; mount -t tmpfs none /tmp; unshare -U true && echo nested; touch /usr/x',
        ),
      )
      expect(caps.trim()).toMatch(/^CapEff:\s+0+$/)
      expect(refused).toMatch(/touch: cannot touch '\/usr\/x'/)
    },
  )

  it.skipIf(missing)(
    'is killed with all its processes at the time limit and when the client disconnects',
    async () => {
      const mark = `31${Date.now()}`
      const sleepers = shell(`sleep ${mark} & (setsid sleep ${mark} &); sleep ${mark}`)
      const timedOut = await run(sleepers, { timeout_seconds: 1 })
      expect(timedOut).toMatchObject({ timed_out: true, exit_code: null })
      expect(timedOut.duration_ms).toBeLessThan(5000)
      await vi.waitFor(() => expect(isRunning(mark)).toBe(false), 3000)

      const leaving = new AbortController()
      const left = fixture.call(tool(), { command: sleepers }, { signal: leaving.signal })
      await vi.waitFor(() => expect(isRunning(mark)).toBe(true), 5000)
      leaving.abort(new Error('gone'))
      await expect(left).rejects.toThrow('gone')
      await vi.waitFor(() => expect(isRunning(mark)).toBe(false), 3000)
      // When the program exits, its background processes are killed.
      expect(await run(shell(`setsid sleep ${mark} & echo done`))).toMatchObject({ stdout: 'done\n' })
      await vi.waitFor(() => expect(isRunning(mark)).toBe(false), 3000)
      expect(boxes()).toEqual([])
    },
  )

  it.skipIf(missing)('is limited in output, file size, memory and processes', async () => {
    const long = await run(shell('yes | head -c 100000; yes 2>&1 | head -c 9000 >&2'))
    expect(long.stdout).toHaveLength(8000)
    expect(long).toMatchObject({ stdout_truncated_bytes: 92_000, stderr_truncated_bytes: 1000 })
    // A single process over the limit gets no memory; several that exceed it together are killed.
    const greedy = 'my $x = "a" x (1536 << 20); print length $x'
    expect((await run(['perl', '-e', greedy])).stdout).toBe('')
    const many = 'for (1..4) { if (!fork) { my $x = "a" x (400 << 20); sleep 60 } } sleep 60'
    expect(await run(['perl', '-e', many])).toMatchObject({
      exit_code: null,
      stopped: expect.stringMatching(/more than 1024 MiB of memory/),
    })
    const bomb = await run(shell('for i in $(seq 400); do sleep 60 & done; wait'))
    expect(`${bomb.stopped} ${bomb.stderr}`).toMatch(/processes|fork/i)
    expect(bomb.duration_ms).toBeLessThan(20_000)
    const large = await run(shell('head -c 60000000 /dev/zero > /tmp/large; ls -l /tmp/large'))
    expect(large.stdout).toContain(' 52428800 ')
  })

  it.skipIf(missing)('is stopped if it overfills the workspace, which can be reset', async () => {
    const full = await run(
      shell('mkdir many; while :; do i=$((i+1)); head -c 4000000 /dev/zero > many/$i; sleep 0.1; done'),
    )
    expect(full).toMatchObject({
      exit_code: null,
      stopped: expect.stringMatching(/more than 20 MiB of files/),
    })
    expect(errorOf(await fixture.call(tool(), { command: ['true'] })).code).toBe('no_room')
    await fixture.workspaces.checkpoints.restore(
      fixture.workspace,
      full.before_checkpoint,
      fixture.ana.userId,
    )
    expect(await run(['true'])).toMatchObject({ exit_code: 0 })
  })
})

describe('run_command with files in object storage', () => {
  const [sandbox] = listSandboxes()
  it.skipIf(!sandbox)(`works in a copy${sandbox ? '' : ' SKIPPED: there is no sandbox here'}`, async () => {
    const stored = await openToolFixture({ kind: 'stored' })
    const tool = runCommandTool({ ...stored, findSandbox: createSandboxFinder() })
    await stored.put('in.txt', 'hello\n')
    const made = resultOf(
      await stored.call(tool, { command: shell('cat in.txt; pwd; echo made > out.txt; rm in.txt') }),
    )
    expect(made).toMatchObject({
      exit_code: 0,
      stdout: 'hello\n/workspace\n',
      changed_files: [{ path: 'in.txt', deleted: true }, { path: 'out.txt' }],
    })
    expect(stored.events).toMatchObject([
      { type: 'file_edit', path: 'in.txt', added: 0, removed: 1 },
      { type: 'file_edit', path: 'out.txt', added: 1 },
    ])
    expect(await stored.text('out.txt')).toBe('made\n')
    expect(readdirSync(join(stored.dataDir, 'commands'))).toEqual([])
    await stored.close()
  })
})

describe('where programs can’t be isolated', () => {
  it('runs none if nothing is installed', async () => {
    const tool = runCommandTool({ ...fixture, findSandbox: createSandboxFinder([]) })
    const error = errorOf(await fixture.call(tool, { command: ['touch', 'ran'] }))
    expect(error).toMatchObject({ code: 'not_allowed', error: expect.stringContaining('bubblewrap') })
    await expect(fixture.text('ran')).rejects.toThrow('ENOENT')
  })

  it('runs nothing if the system forbids namespaces', async () => {
    const candidates = listSandboxes().map(withoutNamespaces)
    if (candidates.length === 0) return
    const tool = runCommandTool({ ...fixture, findSandbox: createSandboxFinder(candidates) })
    const error = errorOf(await fixture.call(tool, { command: ['touch', 'ran'] }))
    expect(error.code).toBe('not_allowed')
    expect(error.error).toMatch(/has no sandbox, so commands can’t be run \(.*(namespace|unshare)/)
    await expect(fixture.text('ran')).rejects.toThrow('ENOENT')
  })

  it('tries again, because it may have been fixed', async () => {
    const [first] = listSandboxes()
    if (!first) return
    let isForbidden = true
    const broken = withoutNamespaces(first)
    const find = createSandboxFinder([
      { name: 'one', wrap: (box, command) => (isForbidden ? broken : first).wrap(box, command) },
    ])
    expect(await find()).toHaveProperty('missing')
    isForbidden = false
    expect(await find()).toHaveProperty('name', 'one')
  })
})

/** Simulates an unprivileged server in a container or on a system that forbids further namespaces. */
const withoutNamespaces = (sandbox: Sandbox): Sandbox => ({
  name: sandbox.name,
  wrap: (box, command) => [
    ...['unshare', '--user', '--map-root-user', '/bin/sh', '-c'],
    'echo 0 > /proc/sys/user/max_user_namespaces; exec setpriv --bounding-set=-all --inh-caps=-all -- "$@"',
    'sh',
    ...sandbox.wrap(box, command),
  ],
})

it('does not keep output beyond the limit in memory', async () => {
  const held = () => process.memoryUsage().arrayBuffers / (1024 * 1024)
  const before = held()
  let most = 0
  const looking = setInterval(() => {
    most = Math.max(most, held() - before)
  }, 20)
  const command = shell('yes | head -c 200000000')
  const { signal } = new AbortController()
  const { stdout, stdout_truncated_bytes } = await runProgram({ command, limitMs: 20_000, signal })
  clearInterval(looking)
  expect([stdout.length, stdout_truncated_bytes]).toEqual([8000, 199_992_000])
  expect(most).toBeLessThan(100)
})

it('treats a program that can’t be started as a failure', async () => {
  const never = new AbortController().signal
  await expect(
    runProgram({ command: ['/no/such/thing'], limitMs: 1000, signal: never }),
  ).rejects.toMatchObject({ code: 'ENOENT' })
})
