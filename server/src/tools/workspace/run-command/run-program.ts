import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'
import { ENVIRONMENT } from './sandbox.ts'
import { type Watched, watchProgram } from './watch-program.ts'

export interface ProgramResult {
  exit_code: number | null
  timed_out: boolean
  /** Why it was ended, when it used too much. */
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
  /** What it may use, besides time. */
  limits?: Omit<Watched, 'pid'>
}

/** Without a shell and with an empty environment. Killed with all its child processes at its limits or when no one waits for it any more. */
export function runProgram({ command, limitMs, signal, limits }: Program): Promise<ProgramResult> {
  const [file = '', ...args] = command
  const begun = performance.now()
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: '/',
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that all of it can be ended.
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
    if (pid !== undefined) beNice(pid)
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
    // "Exit", not "close": something that was left running in the background may hold the pipes open.
    child.once('exit', (code) => {
      stop()
      end()
      setImmediate(() => {
        if (signal.aborted) return reject(signal.reason)
        resolve({
          exit_code: code,
          timed_out: timedOut,
          ...(stopped === undefined ? {} : { stopped }),
          duration_ms: Math.round(performance.now() - begun),
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
    // None of its processes is left.
  }
}

function beNice(pid: number): void {
  try {
    setPriority(pid, NICE)
  } catch {
    // It has ended already.
  }
}

function collect(stream: NodeJS.ReadableStream) {
  const parts: Buffer[] = []
  let [kept, dropped] = [0, 0]
  stream.on('data', (part: Buffer) => {
    const room = Math.max(0, MAX_BYTES - kept)
    // Not even an empty piece of the rest: it would keep all of it in memory.
    if (room > 0) parts.push(part.subarray(0, room))
    kept += Math.min(room, part.length)
    dropped += Math.max(0, part.length - room)
  })
  return { text: () => Buffer.concat(parts).toString('utf8'), dropped: () => dropped }
}
