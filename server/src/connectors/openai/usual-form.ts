import { isObject } from '../../platform/is-object.ts'
import { type Json, objectsOf, stringOf } from '../upstream/json.ts'

/** Content is a string or, with some providers, a list of parts. */
export const contentText = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : objectsOf(content)
        .filter((part) => part.type === 'text')
        .map((part) => stringOf(part.text))
        .join('')

/** Arguments are text or, with some servers, an object. */
export const argumentsText = (args: unknown): string =>
  typeof args === 'string' ? args : JSON.stringify(args ?? '')

/** Tells which call of a choice each piece belongs to, also for servers that leave out the index. */
export class CallNumbers {
  /** The call of the last piece; -1 before the first. */
  last = -1
  #lastId = ''

  of(piece: Json): number {
    const id = stringOf(piece.id)
    // Without an index, a new id starts a new call; other pieces belong to the last one.
    if (typeof piece.index === 'number') this.last = piece.index
    else if (this.last < 0 || (id !== '' && id !== this.#lastId)) this.last++
    if (id) this.#lastId = id
    return this.last
  }
}

/** Rewrites chunks of servers that differ from OpenAI in ways that its clients can't read. */
export class UsualForm {
  readonly #calls = new Map<number, CallNumbers>()

  /** Changes the chunk in place. Returns whether it had to be changed. */
  apply(chunk: Json): boolean {
    let isChanged = false
    for (const choice of objectsOf(chunk.choices)) {
      const delta = isObject(choice.delta) ? choice.delta : {}
      if (delta !== choice.delta) isChanged = true
      choice.delta = delta
      if (Array.isArray(delta.content)) {
        delta.content = contentText(delta.content)
        isChanged = true
      }
      for (const piece of objectsOf(delta.tool_calls))
        if (this.#number(piece, Number(choice.index ?? 0))) isChanged = true
    }
    return isChanged
  }

  #number(piece: Json, choice: number): boolean {
    const numbers = this.#calls.get(choice) ?? new CallNumbers()
    this.#calls.set(choice, numbers)
    const index = numbers.of(piece)
    const called = piece.function
    const hasObject = isObject(called) && isObject(called['arguments'])
    if (piece.index === index && !hasObject) return false
    piece.index = index
    if (hasObject) called['arguments'] = argumentsText(called['arguments'])
    return true
  }
}
