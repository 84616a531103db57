import { spawn } from 'node:child_process'
import { PATH } from './sandbox.ts'

export interface ProgramResult {
  exit_code: number | null
  timed_out: boolean
  duration_ms: number
  stdout: string
  stderr: string
  stdout_truncated_bytes: number
  stderr_truncated_bytes: number
}

const MOST_BYTES = 8000

export interface Program {
  command: readonly string[]
  folder: string
  limitMs: number
  signal: AbortSignal
}

/** Without a shell and with an empty environment. Ends with everything that it has started, at its limit or when nobody waits any more. */
export function runProgram({ command, folder, limitMs, signal }: Program): Promise<ProgramResult> {
  const [file = '', ...args] = command
  const begun = performance.now()
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: folder,
      env: { PATH, HOME: '/tmp', LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that all of it can be ended.
      detached: true,
    })
    let timedOut = false
    const end = () => {
      if (child.pid !== undefined) killGroup(child.pid)
    }
    const timer = setTimeout(() => {
      timedOut = true
      end()
    }, limitMs)
    signal.addEventListener('abort', end, { once: true })
    const [out, err] = [collect(child.stdout), collect(child.stderr)]
    const stop = () => {
      clearTimeout(timer)
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
    // Nobody of it is left.
  }
}

function collect(stream: NodeJS.ReadableStream) {
  const parts: Buffer[] = []
  let [kept, dropped] = [0, 0]
  stream.on('data', (part: Buffer) => {
    const room = Math.max(0, MOST_BYTES - kept)
    parts.push(part.subarray(0, room))
    kept += Math.min(room, part.length)
    dropped += Math.max(0, part.length - room)
  })
  return { text: () => Buffer.concat(parts).toString('utf8'), dropped: () => dropped }
}
