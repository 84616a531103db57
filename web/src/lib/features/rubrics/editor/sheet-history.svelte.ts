import type { Sheet } from './rubric-sheet.ts'

/** Typing in one cell within this time is undone as one step. */
const PAUSE_MS = 1200
const MAX_VERSIONS = 200

/** A sheet with undo and redo, which knows whether it differs from the saved one. */
export class SheetHistory {
  current: Sheet = $state.raw({} as Sheet)
  #past: Sheet[] = $state.raw([])
  #future: Sheet[] = $state.raw([])
  #saved: Sheet = $state.raw({} as Sheet)
  #cell = ''
  #time = 0

  constructor(sheet: Sheet) {
    this.current = sheet
    this.#saved = sheet
  }

  get canUndo(): boolean {
    return this.#past.length > 0
  }
  get canRedo(): boolean {
    return this.#future.length > 0
  }
  get isChanged(): boolean {
    return this.current !== this.#saved
  }

  /** `cell`: the edited cell; without it the change is a separate step. */
  change = (sheet: Sheet, cell = ''): void => {
    const now = Date.now()
    const goesOn = cell !== '' && cell === this.#cell && now - this.#time < PAUSE_MS
    if (!goesOn) this.#past = [...this.#past.slice(1 - MAX_VERSIONS), this.current]
    this.#cell = cell
    this.#time = now
    this.#future = []
    this.current = sheet
  }

  undo = (): void => {
    const before = this.#past.at(-1)
    if (!before) return
    this.#future = [this.current, ...this.#future]
    this.#past = this.#past.slice(0, -1)
    this.#cell = ''
    this.current = before
  }

  redo = (): void => {
    const [after, ...rest] = this.#future
    if (!after) return
    this.#past = [...this.#past, this.current]
    this.#future = rest
    this.#cell = ''
    this.current = after
  }

  /** Returns to `sheet`. This is a change too, so it can be undone. */
  goBackTo = (sheet: Sheet): void => {
    if (this.current !== sheet) this.change(sheet)
  }

  /** Called with the content that was saved. */
  saved(sheet: Sheet): void {
    this.#saved = sheet
  }
}
