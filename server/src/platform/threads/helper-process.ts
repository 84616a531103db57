import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { tmpdir } from 'node:os'

/** Neither secrets nor settings of Node. Windows adds what programs need there. */
const ENVIRONMENT = { TMPDIR: tmpdir(), TEMP: tmpdir(), TMP: tmpdir() }
/** Of its standard error: V8 says there why it aborts. */
const LAST_WORDS = 4000

interface Events {
  message: [message: unknown]
  /** It could not be started. */
  error: [error: Error]
  /** It has ended, for this reason. */
  exit: [reason: string]
}

/** A process of the server's own code, with the methods of a thread. Its side is `openHelperPort`. */
export class HelperProcess extends EventEmitter<Events> {
  readonly #child: ChildProcess
  #lastWords = ''
  #hasExited = false

  constructor(file: string, memoryMb: number, nodeOptions: readonly string[] = []) {
    super()
    const limit = `--max-old-space-size=${memoryMb}`
    const child = spawn(process.execPath, [limit, ...nodeOptions, file, String(memoryMb)], {
      env: ENVIRONMENT,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      windowsHide: true,
    })
    this.#child = child
    child.stderr?.setEncoding('utf8').on('data', (words: string) => {
      this.#lastWords = (this.#lastWords + words).slice(-LAST_WORDS)
    })
    child.on('message', (message) => this.emit('message', message))
    child.on('error', (error) => this.emit('error', error))
    // Not `exit`, which may come before its last words.
    child.on('close', (code, signal) => {
      this.#hasExited = true
      this.emit('exit', `It ended with ${signal ?? code}\n${this.#lastWords}`.trim())
    })
    // Only the process itself keeps the server running, while it is asked to.
    child.channel?.unref()
    if (child.stderr && 'unref' in child.stderr && typeof child.stderr.unref === 'function')
      child.stderr.unref()
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Does nothing once it has ended: `exit` tells. */
  postMessage(message: object): void {
    this.#child.send(message, () => undefined)
  }

  ref(): void {
    this.#child.ref()
  }

  unref(): void {
    this.#child.unref()
  }

  async terminate(): Promise<void> {
    if (this.#hasExited) return
    const exited = new Promise<void>((resolve) => void this.once('exit', () => resolve()))
    this.#child.ref()
    this.#child.kill('SIGKILL')
    await exited
  }
}
