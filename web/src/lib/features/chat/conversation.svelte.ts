import {
  type ApiError,
  ApiError as Failure,
  isAbort,
  type StreamEvent,
  type StreamedEdit,
  type StreamStatus,
} from '$lib/api'
import { messageText } from '$lib/messages'
import { listWaiting, refreshWaiting, type ShownApproval, withApproval } from './approvals/approvals.ts'
import { type Ask, type Asked, type ConversationOptions, NOTES, PAUSES_MS } from './conversation-options.ts'
import {
  isEarlierAnswer,
  type Message,
  newMessage,
  type Picture,
  setStored,
  toCitations,
  toRequest,
  toShownSources,
  versionsOf,
} from './message.ts'
import { readStoredAnswer, rejoinAnswer, stopAnswer } from './running-answer.ts'
import { readReport } from './steps/step-report.ts'
import { isEnd, withReport, withStatus } from './steps/steps.ts'

type SavedChat = Extract<StreamEvent, { type: 'chat' }>

/** A conversation with an assistant. */
export class Conversation {
  messages = $state<Message[]>([])
  /** Text that is not sent yet; survives switching tabs. */
  draft = $state('')
  draftPictures = $state.raw<Picture[]>([])
  /** The server's id of this chat, once it is stored. */
  chatId = $state<string>()
  #ask: Ask
  #isKept: boolean
  #onFileEdit: ConversationOptions['onFileEdit']
  #onEnd: ConversationOptions['onEnd']
  #running: AbortController | undefined
  /** The next question waits for this, so that the chat is stored first. */
  #stopping: Promise<unknown> | undefined
  #reading: Promise<void> | undefined
  #stopSent: Promise<unknown> | undefined
  #lastId = 0

  constructor(ask: Ask, { isKept = false, onFileEdit, onEnd }: ConversationOptions = {}) {
    this.#ask = ask
    this.#isKept = isKept
    this.#onFileEdit = onFileEdit
    this.#onEnd = onEnd
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

  async ask(text: string, pictures: readonly Picture[] = []): Promise<void> {
    const question = text.trim()
    if (question === '' || this.isAnswering) return
    this.messages.push({ ...newMessage(++this.#lastId, 'user', question), pictures: [...pictures] })
    await this.#answer()
  }

  /** Asks the last question again. The server keeps a complete answer as a version. */
  async again(): Promise<void> {
    if (this.isAnswering) return
    const last = this.messages.at(-1)
    if (last?.role === 'assistant') this.messages.pop()
    const isVersion = last?.role === 'assistant' && !last.error && !last.wasStopped
    if (this.messages.length > 0) await this.#answer({ retry: true }, isVersion ? versionsOf(last) : [])
  }

  /** Asks a new version of a stored question. */
  async edit(message: Message, text: string): Promise<void> {
    const at = this.messages.findIndex(({ id }) => id === message.id)
    if (text.trim() === '' || this.isAnswering || at < 0 || message.storedId === undefined) return
    const { pictures, hidden, storedId } = message
    const edited = { pictures, hidden, versions: versionsOf(message) }
    this.messages = [
      ...this.messages.slice(0, at),
      { ...newMessage(++this.#lastId, 'user', text.trim()), ...edited },
    ]
    await this.#answer({ edit: storedId })
  }

  /** Shows a stored chat and rejoins an answer that is still being written. */
  async show(chatId: string, messages: Message[]): Promise<void> {
    this.leave()
    this.messages = messages
    this.chatId = chatId
    const last = messages.at(-1)
    if (last && (last.role === 'user' || last.wasStopped)) await this.#comeBack(last)
  }

  /** Stops the answer. */
  stop(): void {
    const answer = this.messages.at(-1)
    if (answer?.isRunning) answer.wasStopped = true
    // The server continues without a reader, so it must be told to stop. If the chat's id is not known yet, that has
    // to wait.
    if (this.#isKept && !this.chatId && answer) {
      answer.isRunning = false
      this.#stopping = this.#reading?.then(() => this.#stopSent)
      return
    }
    this.leave()
    if (this.#isKept && this.chatId) this.#stopping = stopAnswer(this.chatId)
  }

  /** Only leaves the page: the server finishes the answers of stored chats. */
  leave(): void {
    this.#running?.abort()
  }

  clear(): void {
    if (this.isAnswering) this.stop()
    this.#stopping = undefined
    this.messages = []
    this.chatId = undefined
  }

  /** Records the outcome of an approval. */
  noteApproval(message: Message, approval: ShownApproval): void {
    message.approvals = withApproval(message.approvals, approval)
  }

  #begin(versions: string[] = []): Message | undefined {
    this.messages.push({ ...newMessage(++this.#lastId, 'assistant', ''), versions, isRunning: true })
    return this.messages[this.messages.length - 1]
  }

  async #answer(more: Pick<Asked, 'retry' | 'edit'> = {}, versions: string[] = []): Promise<void> {
    const running = this.#start()
    const messages = toRequest(this.messages)
    const answer = this.#begin(versions)
    if (!answer) return
    const start = performance.now()
    await this.#stopping
    const { chatId, lastQuestion: question } = this
    const asked = { ...(this.#isKept ? more : {}), chatId, question, messages, signal: running.signal }
    this.#reading = this.#read(answer, running, () => this.#ask(asked))
    await this.#reading
    if (this.#isKept && answer.error?.isUnreachable) await this.#rejoin(answer, running)
    answer.elapsedMs = performance.now() - start
    await this.#end(answer)
  }

  #start(): AbortController {
    this.#running = new AbortController()
    return this.#running
  }

  async #read(
    answer: Message,
    running: AbortController,
    open: () => AsyncIterable<StreamEvent>,
  ): Promise<void> {
    try {
      for await (const event of open()) this.#take(answer, event, running)
    } catch (error) {
      if (isAbort(error) && running.signal.aborted) return
      answer.error = error instanceof Failure ? error : new Failure(0, String(error))
    }
  }

  /** The connection broke, but the server may still be writing. Returns whether the answer was found. */
  async #rejoin(answer: Message, running: AbortController): Promise<boolean> {
    for (const pause of PAUSES_MS) {
      const chatId = this.chatId
      if (chatId === undefined || running.signal.aborted) return false
      await new Promise((resolve) => setTimeout(resolve, pause))
      try {
        const events = await rejoinAnswer(chatId, running.signal)
        if (!events) return await this.#takeStored(answer, chatId, running.signal)
        const { versions } = answer
        Object.assign(answer, { ...newMessage(answer.id, 'assistant', ''), versions, isRunning: true })
        await this.#read(answer, running, () => events)
        if (!(answer.error as ApiError | undefined)?.isUnreachable) return true
      } catch (error) {
        if (!(error instanceof Failure) || !error.isUnreachable) return false
      }
    }
    return false
  }

  async #takeStored(answer: Message, chatId: string, signal: AbortSignal): Promise<boolean> {
    const stored = await readStoredAnswer(chatId, signal)
    // The question may never have reached the server: then the stored answer belongs to another one.
    if (
      !stored ||
      stored.question.trim() !== this.lastQuestion ||
      isEarlierAnswer(this.messages, answer, stored.answer.content)
    )
      return false
    answer.text = stored.answer.content
    answer.storedId = stored.answer.id
    if (stored.answer.complete) answer.error = undefined
    answer.wasStopped = !stored.answer.complete && !answer.error
    return true
  }

  async #comeBack(last: Message): Promise<void> {
    const running = this.#start()
    const chatId = this.chatId ?? ''
    try {
      const events = await rejoinAnswer(chatId, running.signal)
      if (!events) {
        // The answer may have ended between the two requests.
        if (last.role === 'assistant') await this.#takeStored(last, chatId, running.signal)
        return
      }
      if (last.role === 'assistant') this.messages.pop()
      const answer = this.#begin()
      if (!answer) return
      void this.#findWaiting(answer, (approval) => approval.trace_id === answer.traceId)
      await this.#read(answer, running, () => events)
      if (answer.error?.isUnreachable) await this.#rejoin(answer, running)
      await this.#end(answer)
    } catch {
      // The saved text is already shown; the user can ask again.
    }
  }

  async #end(answer: Message): Promise<void> {
    answer.isRunning = false
    this.#onEnd?.()
    refreshWaiting(answer.approvals, (next) => this.noteApproval(answer, next))
    if (answer.traceId === undefined) return
    const report = await readReport(answer.traceId, messageText)
    if (!report) return
    answer.cost = report.cost
    answer.elapsedMs ??= report.elapsedMs
    if (report.steps.length > 0) answer.steps = withReport(answer.steps, report.steps)
    if (report.notes.length > 0) answer.notes = report.notes
  }

  #takeChat(answer: Message, { id, questionId, answerId }: SavedChat, running: AbortController): void {
    setStored(answer, answerId)
    const question = this.messages[this.messages.findIndex((message) => message.id === answer.id) - 1]
    if (question?.role === 'user') setStored(question, question.storedId ?? questionId)
    // The user may have started another chat in the meantime.
    if (this.messages.some((message) => message.id === answer.id)) this.chatId = id
    if (!answer.wasStopped) return
    this.#stopSent = stopAnswer(id)
    running.abort()
  }

  #take(answer: Message, event: StreamEvent, running: AbortController): void {
    if (event.type === 'text') answer.text += event.text
    else if (event.type === 'status') this.#takeStatus(answer, event.status)
    else if (event.type === 'approval') this.noteApproval(answer, event.approval)
    else if (event.type === 'file_edit') this.#takeEdit(answer, event.edit)
    else if (event.type === 'sources') answer.sources = toShownSources(event.sources)
    else if (event.type === 'citations') answer.citations = toCitations(event.citations)
    else if (event.type === 'trace') answer.traceId = event.id
    else if (event.type === 'chat') this.#takeChat(answer, event, running)
    else if (event.type === 'error') answer.error ??= event.error
  }

  #takeStatus(answer: Message, status: StreamStatus): void {
    const text = messageText(status.message ?? '', status)
    answer.steps = withStatus(answer.steps, { ...status, text })
    if (NOTES.has(status.status) && text) answer.notes = [...answer.notes, text]
    // An approval within another assistant is only announced in a status; the call itself is in the list of pending
    // approvals.
    if (status.status === 'approval' && status.parent !== undefined)
      void this.#findWaiting(answer, () => true)
    // It may have been decided on another page.
    if (isEnd(status))
      refreshWaiting(
        answer.approvals.filter(({ function: name }) => name === status.tool),
        (next) => this.noteApproval(answer, next),
      )
  }

  #takeEdit(answer: Message, edit: StreamedEdit): void {
    answer.edits = [...answer.edits, edit]
    this.#onFileEdit?.(edit)
  }

  async #findWaiting(answer: Message, isMeant: (approval: ShownApproval) => boolean): Promise<void> {
    for (const approval of await listWaiting().catch(() => []))
      if (answer.isRunning && isMeant(approval)) this.noteApproval(answer, approval)
  }
}
