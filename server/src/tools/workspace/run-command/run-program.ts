import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { ENVIRONMENT } from './sandbox.ts'
import { type Watched, watchProgram } from './watch-program.ts'

export interface ProgramResult {
  exit_code: number | null
  timed_out: boolean
  /** The exceeded limit, if it was stopped. */
  stopped?: string
  duration_ms: number
  stdout: string
  stderr: string
  stdout_truncated_bytes: number
  stderr_truncated_bytes: number
}

const MAX_BYTES = 8000
/** Answers have priority. */
const NICE = 10

export interface Program {
  command: readonly string[]
  limitMs: number
  signal: AbortSignal
  /** Limits besides time. */
  limits?: Omit<Watched, 'pid'>
}

/**
 * Runs without a shell and with an empty environment. Kills all child processes at a limit or when
 * the caller disconnects.
 */
export function runProgram({ command, limitMs, signal, limits }: Program): Promise<ProgramResult> {
  const [file = '', ...args] = command
  const startedAt = performance.now()
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A separate process group, so that all of it can be killed.
      detached: true,
    })
    const { pid } = child
    let timedOut = false
    let stopped: string | undefined
    const end = () => {
      if (pid !== undefined) killGroup(pid)
    }
    const timer = setTimeout(() => {
      timedOut = true
      end()
    }, limitMs)
    const unwatch =
      limits && pid !== undefined
        ? watchProgram({ pid, ...limits }, (reason) => {
            stopped = reason
            end()
          })
        : undefined
    if (pid !== undefined) lowerPriority(pid)
    signal.addEventListener('abort', end, { once: true })
    const [out, err] = [collect(child.stdout), collect(child.stderr)]
    const stop = () => {
      clearTimeout(timer)
      unwatch?.()
      signal.removeEventListener('abort', end)
    }
    child.once('error', (error) => {
      stop()
      reject(error)
    })
    // "exit" instead of "close": background processes may hold the pipes open.
    child.once('exit', (code) => {
      stop()
      end()
      setImmediate(() => {
        if (signal.aborted) return reject(signal.reason)
        resolve({
          exit_code: code,
          timed_out: timedOut,
          ...(stopped === undefined ? {} : { stopped }),
          duration_ms: Math.round(performance.now() - startedAt),
          stdout: out.text(),
          stderr: err.text(),
          stdout_truncated_bytes: out.dropped(),
          stderr_truncated_bytes: err.dropped(),
        })
      })
    })
  })
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of its processes have ended.
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, NICE)
  } catch {
    // It has already ended.
  }
}

function collect(stream: NodeJS.ReadableStream) {
  const parts: Buffer[] = []
  let [collected, dropped] = [0, 0]
  stream.on('data', (part: Buffer) => {
    const room = Math.max(0, MAX_BYTES - collected)
    // Avoids empty subarrays, which would keep the whole chunk in memory.
    if (room > 0) parts.push(part.subarray(0, room))
    collected += Math.min(room, part.length)
    dropped += Math.max(0, part.length - room)
  })
  return { text: () => Buffer.concat(parts).toString('utf8'), dropped: () => dropped }
}
