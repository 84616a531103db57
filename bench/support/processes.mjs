// Shared by the benchmarks: processes on separate cores, and their cost.
import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { root } from '../../scripts/setup.mjs'

export const canPin = availableParallelism() >= 2 && spawnSync('taskset', ['-V']).status === 0
const children = []

/** The server under test has its own core; the load and the provider share the other. */
export function start(core, args, env) {
  const [command, ...rest] = canPin
    ? ['taskset', '-c', String(core), process.execPath, ...args]
    : [process.execPath, ...args]
  const child = spawn(command, rest, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  child.stdout.resume()
  children.push(child)
  return child
}
/** The first admin of the server under test. */
export const ADMIN = { email: 'bench@example.edu', password: 'bench password' }

/**
 * The built server, with a limit of answers that a load does not reach. `upstream` is the address of the provider,
 * `cores` what `taskset` takes.
 */
export const startServer = ({ port, dataDir, upstream, cores = 1, ...env }) =>
  start(cores, ['dist/server.mjs'], {
    PORT: String(port),
    DATA_DIR: dataDir,
    MAX_ANSWERS_PER_PERSON: '10000',
    MAX_ANSWERS_PER_KEY: '10000',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    LOG_LEVEL: 'warn',
    ...(upstream ? { OPENAI_BASE_URL: upstream, OPENAI_API_KEY: 'none' } : {}),
    ...env,
  })

export const pinSelf = () => {
  if (canPin) spawnSync('taskset', ['-cp', '0', String(process.pid)])
}
export const stopAll = async () => {
  for (const child of children) child.kill('SIGTERM')
  await pause(300)
}
export const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))
export async function untilUp(url) {
  for (let turn = 0; turn < 200; turn++) {
    if (
      await fetch(url).then(
        (answer) => answer.status < 500,
        () => false,
      )
    )
      return
    await pause(50)
  }
  throw new Error(`${url} did not come up`)
}
export const cpuMs = (pid) => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
const oneResidentMiB = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
const childrenOf = (pid) =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean),
  )
/** Of the process and all that it has started. */
export const residentMiB = (pid) =>
  oneResidentMiB(pid) + childrenOf(pid).reduce((sum, child) => sum + residentMiB(child), 0)
export const round = (value, digits = 2) => Math.round(value * 10 ** digits) / 10 ** digits
