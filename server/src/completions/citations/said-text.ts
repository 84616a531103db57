import { endOfString } from '../../connectors/openai/frame-shape.ts'
import type { CompletionEvent } from '../events/completion-event.ts'

const CONTENT = '"content":"'

/**
 * What an answer has said so far. Frames that are relayed are not read as JSON for that: their text alone is looked for, which costs a
 * fifth. Inside a JSON text every quote is escaped, so that nothing else can look like the field.
 */
export class SaidText {
  text = ''

  /** What was said until now is not to be checked. Places in the text stay as they are. */
  forget(): void {
    this.text = ' '.repeat(this.text.length)
  }

  add(event: CompletionEvent): void {
    if (event.type === 'text-delta') this.text += event.text
    else if (event.type === 'frames') this.#addFrames(event.text)
  }

  #addFrames(frames: string): void {
    for (let at = frames.indexOf(CONTENT); at !== -1; at = frames.indexOf(CONTENT, at)) {
      const start = at + CONTENT.length
      const end = endOfString(frames, start)
      if (end === -1) return
      const piece = frames.slice(start, end)
      this.text += NOT_PLAIN.test(piece) ? decoded(piece) : piece
      at = end
    }
  }
}

/** An escape, or part of a character of several bytes. */
const NOT_PLAIN = /[^\x20-\x5b\x5d-\x7e]/

function decoded(latin1: string): string {
  try {
    return String(JSON.parse(`"${Buffer.from(latin1, 'latin1').toString()}"`))
  } catch {
    return ''
  }
}
