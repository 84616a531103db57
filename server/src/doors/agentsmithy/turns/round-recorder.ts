import type { StoredEdit } from '../dialogs/dialog-message.ts'
import type { Round } from '../dialogs/turns.ts'
import { parseArgs } from '../events/events.ts'
import { isAboutDialog } from './dialog-tools.ts'

interface OpenRound {
  text: string
  reasoning: string
  calls: { id: string; name: string; args: string }[]
  edits: StoredEdit[]
  results: { id: string; content: string; ok: boolean }[]
}

const emptyRound = (): OpenRound => ({ text: '', reasoning: '', calls: [], edits: [], results: [] })

/** Follows an answer and saves it round by round, so that an interruption loses nothing that was already generated. */
export class RoundRecorder {
  readonly #keep: (round: Round, complete: boolean) => Promise<void>
  #round = emptyRound()
  #answer = ''
  readonly toolCalls: { name: string; args: unknown }[] = []
  readonly toolResults: { name: string; result: unknown }[] = []

  constructor(keep: (round: Round, complete: boolean) => Promise<void>) {
    this.#keep = keep
  }

  /** The last text: before it, the model only announced what it was going to do. */
  get answer(): string {
    return this.#round.text || this.#answer
  }

  async say(text: string, reasoning: string): Promise<void> {
    await this.#nextIfAnswered()
    this.#round.text += text
    this.#round.reasoning += reasoning
  }

  async call(id: string, name: string, args: string): Promise<void> {
    await this.#nextIfAnswered()
    if (isAboutDialog(name)) return
    this.#round.calls.push({ id, name, args })
    this.toolCalls.push({ name, args: parseArgs(args) })
  }

  edit(edit: StoredEdit): void {
    this.#round.edits.push(edit)
  }

  result(id: string, name: string, content: string, ok: boolean): void {
    this.#round.results.push({ id, content, ok })
    if (!isAboutDialog(name)) this.toolResults.push({ name, result: parseArgs(content) })
  }

  /** Safe to call when everything is already saved. */
  async flush(complete: boolean): Promise<void> {
    const round = this.#round
    this.#answer = round.text || this.#answer
    this.#round = emptyRound()
    await this.#keep(round, complete)
  }

  async #nextIfAnswered(): Promise<void> {
    if (this.#round.results.length > 0) await this.flush(true)
  }
}
