import { type ApiError, ApiError as Failure, isAbort, type StreamEvent, stream } from '$lib/api'
import {
  type Citations,
  type ShownSource,
  type Step,
  toCitations,
  toShownSources,
  withStatus,
} from './message.ts'

export interface Message {
  id: number
  role: 'user' | 'assistant'
  text: string
  steps: Step[]
  sources: ShownSource[]
  citations: Citations | undefined
  traceId: string | undefined
  error: ApiError | undefined
  isRunning: boolean
  wasStopped: boolean
  elapsedMs: number | undefined
}

/** Where a question goes: the address, and what is sent beside the messages. Asked for anew with each question. */
export type Destination = (chatId: string | undefined) => { path: string; body: object }

/** One conversation with an assistant, as it goes on. */
export class Conversation {
  messages = $state<Message[]>([])
  /** What the server calls this chat, once it keeps it. */
  chatId = $state<string>()
  #destination: Destination
  #running: AbortController | undefined
  #lastId = 0

  constructor(destination: Destination) {
    this.#destination = destination
  }

  get isAnswering(): boolean {
    return this.messages.at(-1)?.isRunning ?? false
  }

  get lastAnswer(): Message | undefined {
    return this.messages.findLast((message) => message.role === 'assistant')
  }

  get lastQuestion(): string {
    return this.messages.findLast((message) => message.role === 'user')?.text ?? ''
  }

  async ask(text: string): Promise<void> {
    const question = text.trim()
    if (question === '' || this.isAnswering) return
    this.messages.push(this.#say('user', question))
    await this.#answer()
  }

  /** The last question once more, without the answer that it got. */
  async again(): Promise<void> {
    if (this.isAnswering) return
    if (this.messages.at(-1)?.role === 'assistant') this.messages.pop()
    if (this.messages.length > 0) await this.#answer()
  }

  stop(): void {
    this.#running?.abort()
  }

  clear(): void {
    this.stop()
    this.messages = []
    this.chatId = undefined
  }

  #say(role: Message['role'], text: string): Message {
    const nothing = { sources: [], citations: undefined, traceId: undefined, error: undefined }
    const state = { isRunning: role === 'assistant', wasStopped: false, elapsedMs: undefined }
    return { id: ++this.#lastId, role, text, steps: [], ...nothing, ...state }
  }

  async #answer(): Promise<void> {
    const running = new AbortController()
    this.#running = running
    const messages = this.messages
      .filter((message) => message.text !== '')
      .map(({ role, text }) => ({ role, content: text }))
    this.messages.push(this.#say('assistant', ''))
    const answer = this.messages[this.messages.length - 1]
    if (!answer) return
    const start = performance.now()
    try {
      const { path, body } = this.#destination(this.chatId)
      for await (const event of stream(path, { ...body, messages }, { signal: running.signal }))
        this.#take(answer, event)
    } catch (error) {
      if (!isAbort(error)) answer.error = error instanceof Failure ? error : new Failure(0, String(error))
    } finally {
      answer.isRunning = false
      answer.wasStopped = running.signal.aborted
      answer.elapsedMs = performance.now() - start
    }
  }

  #take(answer: Message, event: StreamEvent): void {
    if (event.type === 'text') answer.text += event.text
    else if (event.type === 'status') answer.steps = withStatus(answer.steps, event.status)
    else if (event.type === 'sources') answer.sources = toShownSources(event.sources)
    else if (event.type === 'citations') answer.citations = toCitations(event.citations)
    else if (event.type === 'trace') answer.traceId = event.id
    else if (event.type === 'chat') this.chatId = event.id
    else if (event.type === 'error') answer.error ??= event.error
  }
}
