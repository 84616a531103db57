import type { CompletionEvent } from '../completion-event.ts'

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
    else if (event.type === 'frames') this.#addFrames(event.bytes.toString())
  }

  #addFrames(frames: string): void {
    for (let at = frames.indexOf(CONTENT); at !== -1; at = frames.indexOf(CONTENT, at)) {
      const start = at + CONTENT.length
      const end = endOfText(frames, start)
      const piece = frames.slice(start, end)
      this.text += piece.includes('\\') ? unescaped(piece) : piece
      at = end
    }
  }
}

function endOfText(json: string, start: number): number {
  for (let at = start; at < json.length; at++) {
    const character = json.charCodeAt(at)
    if (character === 0x22) return at
    if (character === 0x5c) at++
  }
  return json.length
}

function unescaped(piece: string): string {
  try {
    return String(JSON.parse(`"${piece}"`))
  } catch {
    return ''
  }
}
