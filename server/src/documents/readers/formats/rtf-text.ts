import type { Block } from '../document-text.ts'
import type { Budget } from '../limits.ts'
import { raisedText } from '../notation/raised-text.ts'
import { tableBlocks } from '../table.ts'

/** The text of one destination of an RTF file (the body, a header, a note), as paragraphs and tables. */
export class RtfText {
  readonly #blocks: Block[] = []
  readonly #budget: Budget
  #text = ''
  #raised = ''
  #cells: string[] = []
  #rows: string[][] = []
  /** Notes, which follow the paragraph or table they are in. */
  #waiting: RtfText[] = []
  heading = 0
  isInTable = false
  /** The program fills in the number of the page. */
  hasPage = false

  constructor(budget: Budget) {
    this.#budget = budget
  }

  add(text: string, isRaised = false): void {
    if (isRaised) this.#raised += text
    else {
      this.#endRaised()
      this.#text += text
    }
  }

  /** Raised text comes in pieces. */
  #endRaised(): void {
    this.#text += raisedText(this.#text, this.#raised)
    this.#raised = ''
  }

  addNote(note: RtfText): void {
    this.#waiting.push(note)
  }

  endParagraph(): void {
    this.#endRaised()
    if (this.isInTable) {
      this.#text += '\n'
      return
    }
    this.#endTable()
    for (const piece of this.#text.split(/\n{2,}/)) {
      const text = tidy(piece)
      if (text !== '') this.#push({ text, ...(this.heading > 0 ? { heading: this.heading } : {}) })
    }
    this.#text = ''
    this.#pushNotes()
  }

  endCell(): void {
    this.#endRaised()
    this.#cells.push(tidy(this.#text).replace(/\n+/g, ' '))
    this.#text = ''
  }

  endRow(): void {
    this.#endRaised()
    if (this.#text.trim() !== '') this.endCell()
    this.#text = ''
    if (this.#cells.some((cell) => cell !== '')) this.#rows.push(this.#cells)
    this.#cells = []
  }

  end(): Block[] {
    if (this.#cells.length > 0) this.endRow()
    this.isInTable = false
    this.endParagraph()
    return this.#blocks
  }

  #endTable(): void {
    if (this.#rows.length === 0) return
    const rows = this.#rows
    this.#rows = []
    for (const block of tableBlocks(rows)) this.#push(block)
    this.#pushNotes()
  }

  #pushNotes(): void {
    const notes = this.#waiting
    this.#waiting = []
    for (const note of notes) this.#blocks.push(...note.end())
  }

  #push(block: Block): void {
    this.#budget.spend(block.text.length)
    this.#blocks.push(block)
  }
}

const tidy = (text: string): string => text.replace(/[^\S\n]+/g, ' ').trim()
