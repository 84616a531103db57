import type { Block } from '../document-text.ts'
import { SparseRows, sheetBlocks, tableBlocks } from '../table.ts'

/** A cell with text is repeated at most this often. */
const MAX_REPEATED = 1000

interface Cell {
  text: string
  repeated: number
}

/** A table that is being read. Tables inside its cells become text of the cell. */
export class OpenDocumentTable {
  readonly #rows = new SparseRows()
  /** The open cells, from the outermost. */
  readonly #cells: Cell[] = []
  #row = new Map<number, string>()
  #column = 0
  /** Tables around the current place, with this one. */
  #depth = 1

  get isInCell(): boolean {
    return this.#cells.length > 0
  }

  openTable(): void {
    this.#depth++
  }

  /** Whether the table itself has ended. */
  closeTable(): boolean {
    return --this.#depth === 0
  }

  openCell(repeated: number): void {
    this.#cells.push({ text: '', repeated: repeated >= 1 ? repeated : 1 })
  }

  addText(text: string): void {
    const cell = this.#cells.at(-1)
    if (cell) cell.text = [cell.text, text].filter((piece) => piece !== '').join(' ')
  }

  closeCell(): void {
    const cell = this.#cells.pop()
    if (!cell) return
    if (this.#cells.length > 0) {
      this.addText(cell.text)
      return
    }
    if (cell.text !== '')
      for (let at = 0; at < Math.min(cell.repeated, MAX_REPEATED); at++)
        this.#row.set(this.#column + at, cell.text)
    this.#column += cell.repeated
  }

  closeRow(): void {
    if (this.#depth > 1) return
    this.#rows.add(this.#row)
    this.#row = new Map()
    this.#column = 0
  }

  blocks(isSheet: boolean): Block[] {
    const rows = this.#rows.filled()
    return isSheet ? sheetBlocks(rows) : tableBlocks(rows)
  }
}
