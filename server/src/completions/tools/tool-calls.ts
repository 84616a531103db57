import { newUuid } from '../../platform/ids.ts'
import { tryParseObject } from '../../platform/json.ts'

export interface ToolCall {
  id: string
  name: string
  arguments: string
}

interface Part {
  index: number
  id?: string | undefined
  name?: string | undefined
  arguments?: string | undefined
}

/** Assembles the calls of one round from pieces, which are keyed by index, interleaved, and sometimes without ids. */
export class CallAssembler {
  /** Ordered by start, for calls that share an index. */
  readonly #calls: (ToolCall & { index: number })[] = []
  /** The call that the next piece of an index belongs to. */
  readonly #open = new Map<number, ToolCall>()

  add({ index, id, name, arguments: piece }: Part): void {
    const open = this.#open.get(index)
    const call = open && !beginsAnother(open, { id, name, arguments: piece }) ? open : this.#begin(index)
    if (id) call.id = id
    // Some providers repeat the name in every piece.
    if (name && call.name !== name) call.name += name
    if (piece) call.arguments += piece
  }

  /**
   * Returns the calls in the order of their index, in a form that every provider accepts: names of letters,
   * digits, `_` and `-`, and a unique id, because the result must refer to it.
   */
  finish(): ToolCall[] {
    const usedIds = new Set<string>()
    return this.#calls
      .filter((call) => call.name !== '')
      .sort((a, b) => a.index - b.index)
      .map(({ id: ownId, name, arguments: text }) => {
        const id = ownId === '' || usedIds.has(ownId) ? `call_${newUuid()}` : ownId
        usedIds.add(id)
        return { id, name: toCalledName(name), arguments: text }
      })
  }

  #begin(index: number): ToolCall {
    const call = { index, id: '', name: '', arguments: '' }
    this.#calls.push(call)
    this.#open.set(index, call)
    return call
  }
}

/**
 * Some servers number every call 0, or none at all. A piece with a name starts another call if it has a
 * different id, or brings arguments after those of the first are complete.
 */
function beginsAnother(open: ToolCall, { id, name, arguments: piece }: Omit<Part, 'index'>): boolean {
  if (!name || open.name === '') return false
  if (id && open.id !== '' && id !== open.id) return true
  return piece !== undefined && piece.trim() !== '' && isObjectText(open.arguments)
}

/** Whether a text is a JSON object. Pure. */
export const isObjectText = (text: string): boolean => tryParseObject(text) !== undefined

const MAX_LENGTH = 64
/** Reserved for a number after a name that is taken. */
const SUFFIX_LENGTH = 4

/** Makes a function name that providers accept from any text. Pure. */
export const toFunctionName = (text: string): string => toAccepted(text, MAX_LENGTH - SUFFIX_LENGTH)

/** Normalizes a name that the model calls. Names that it was offered stay the same. Pure. */
const toCalledName = (text: string): string => toAccepted(text, MAX_LENGTH)

const toAccepted = (text: string, longest: number): string =>
  text.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, longest) || 'tool'
