import { newUuid } from '../platform/ids.ts'

export interface ToolCall {
  id: string
  name: string
  arguments: string
}

interface Part {
  index: number
  id?: string
  name?: string
  arguments?: string
}

/** Puts the calls of one turn together from their pieces, which come keyed by index, interleaved, and sometimes without ids. */
export class CallAssembler {
  readonly #calls = new Map<number, ToolCall>()

  add({ index, id, name, arguments: piece }: Part): void {
    let call = this.#calls.get(index)
    if (!call) {
      call = { id: '', name: '', arguments: '' }
      this.#calls.set(index, call)
    }
    if (id) call.id = id
    // Some providers repeat the name in every piece.
    if (name && call.name !== name) call.name += name
    if (piece) call.arguments += piece
  }

  /** In the order of their index. Calls without an id get one, because the answer to them must name it. */
  finish(): ToolCall[] {
    return [...this.#calls.entries()]
      .sort(([a], [b]) => a - b)
      .map(([, call]) => ({ ...call, id: call.id || `call_${newUuid()}` }))
      .filter((call) => call.name !== '')
  }
}
