import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testProgram } from '../../../test/harness/test-program.ts'
import type { HelperTask } from './helper.testing.ts'
import { HelperProcess } from './helper-process.ts'

function start() {
  const helper = new HelperProcess(testProgram('helper'), 100)
  onTestFinished(() => helper.terminate())
  const ask = async (task: HelperTask) => {
    helper.postMessage({ task })
    const [answer] = await once(helper, 'message')
    return answer
  }
  return { helper, ask, exited: once(helper, 'exit') }
}

/** A process that nothing waits for may stay in the list, but does nothing more. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return process.platform !== 'linux' || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

test('a helper process gets nothing of the server’s environment', async () => {
  const { environment } = await start().ask('environment')
  const known = ['TMPDIR', 'TEMP', 'TMP', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']
  expect(environment.filter((name: string) => !known.includes(name))).toEqual([])
})

test('it tells why it ended: killed, failed, or more memory than it may have', async () => {
  const killed = start()
  await killed.ask('hang')
  process.kill(killed.helper.pid ?? 0, 'SIGKILL')
  expect(await killed.exited).toEqual([expect.stringContaining('SIGKILL')])
  const failed = start()
  await failed.ask('throw')
  expect(await failed.exited).toEqual([expect.stringContaining('it failed')])
  const large = start()
  await large.ask('fill memory')
  expect(await large.exited).toEqual([expect.stringContaining('out of memory: more than 200 MiB')])
}, 30_000)

test('messages to one that has ended are lost without an error, and it can be ended again', async () => {
  const { helper, exited } = start()
  await helper.terminate()
  await exited
  helper.postMessage({ task: 'hang' })
  await helper.terminate()
})

/** Windows has no signals. */
const testWithSignals = test.skipIf(process.platform === 'win32')

testWithSignals('signals that a terminal sends to all processes don’t end it', async () => {
  const { helper, ask } = start()
  await ask('environment')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(helper.pid ?? 0, signal)
  expect(await ask('environment')).toHaveProperty('environment')
})

testWithSignals(
  'it ends with a server that is killed, even while it is busy',
  async () => {
    const server = fork(testProgram('helper'), ['server'], { execArgv: [] })
    const [pid] = await once(server, 'message')
    expect(isRunning(pid)).toBe(true)
    server.kill('SIGKILL')
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false))
  },
  30_000,
)
