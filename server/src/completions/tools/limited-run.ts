import type { Caller } from '../../platform/caller.ts'
import { limitTime, type TimeLimit } from '../../platform/time-limit.ts'
import type { AskedAssistant, ToolRun } from '../../tools/tool.ts'
import type { ToolScope } from './tool-scope.ts'

/** Stops a tool that takes too long or whose client has disconnected. Costs nothing for tools that respond immediately. */
export class RunLimit {
  readonly #outer: AbortSignal
  readonly #milliseconds: number
  #limit: TimeLimit | undefined

  constructor(outer: AbortSignal, milliseconds: number) {
    this.#outer = outer
    this.#milliseconds = milliseconds
  }

  get signal(): AbortSignal {
    const milliseconds = this.#milliseconds
    this.#limit ??= limitTime(
      this.#outer,
      milliseconds,
      () => new Error(`Tool timed out after ${milliseconds / 1000} s`),
    )
    return this.#limit.signal
  }

  get isOver(): boolean {
    return this.#limit?.signal.aborted === true
  }

  /** Rejects when the tool has to stop. */
  get reached(): Promise<never> {
    const { signal } = this
    const reached = new Promise<never>((_resolve, reject) => {
      if (signal.aborted) reject(signal.reason)
      signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    // Avoids an unhandled rejection when the tool finishes in time.
    reached.catch(() => undefined)
    return reached
  }

  clear(): void {
    this.#limit?.clear()
  }
}

/** What a tool gets. A class, because an object with a getter of its own is slow, and V8 keeps it until the next full collection. */
export class LimitedRun implements ToolRun<unknown, unknown> {
  readonly config: unknown
  readonly input: unknown
  readonly caller: Caller
  readonly endUser: string | undefined
  readonly assistant: AskedAssistant
  readonly traceId: string
  readonly emit: (event: unknown) => void
  readonly #limit: RunLimit

  constructor(
    config: unknown,
    input: unknown,
    { caller, endUser, assistant, traceId }: ToolScope,
    emit: (event: unknown) => void,
    limit: RunLimit,
  ) {
    this.config = config
    this.input = input
    this.caller = caller
    this.endUser = endUser
    this.assistant = assistant
    this.traceId = traceId
    this.emit = emit
    this.#limit = limit
  }

  get signal(): AbortSignal {
    return this.#limit.signal
  }
}
