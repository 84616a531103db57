import type { ModelEvent } from '../../connectors/connector.ts'
import { endOfString } from '../../connectors/openai/frame-shape.ts'

const CONTENT = '"content"'
/** What separates the field from its text. Some servers put blanks there. */
const TEXT_START = /[ \t]*:[ \t]*"/y

/** The events that carry text of the answer. */
export type SpokenEvent = Extract<ModelEvent, { type: 'text-delta' | 'frames' }>

/**
 * Collects the text of an answer. Relayed frames are not parsed as JSON: finding only their text costs a
 * fifth as much. Quotes inside JSON strings are escaped, so nothing else can look like the field.
 */
export class AnswerText {
  text = ''

  /** Blanks the text so far, so that it is not checked. Positions stay the same. */
  forget(): void {
    this.text = ' '.repeat(this.text.length)
  }

  add(event: SpokenEvent): void {
    if (event.type === 'text-delta') this.text += event.text
    else this.#addFrames(event.text)
  }

  #addFrames(frames: string): void {
    for (let at = frames.indexOf(CONTENT); at !== -1; at = frames.indexOf(CONTENT, at)) {
      TEXT_START.lastIndex = at += CONTENT.length
      if (!TEXT_START.test(frames)) continue
      const start = TEXT_START.lastIndex
      const end = endOfString(frames, start)
      if (end === -1) return
      const piece = frames.slice(start, end)
      this.text += NOT_PLAIN.test(piece) ? decoded(piece) : piece
      at = end
    }
  }
}

/** An escape, or part of a multi-byte character. */
const NOT_PLAIN = /[^\x20-\x5b\x5d-\x7e]/

function decoded(latin1: string): string {
  try {
    return String(JSON.parse(`"${Buffer.from(latin1, 'latin1').toString()}"`))
  } catch {
    return ''
  }
}
