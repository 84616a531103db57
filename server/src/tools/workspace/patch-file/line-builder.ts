import type { TextFile } from '../../../modules/workspaces/index.ts'

/**
 * Builds a file from lines of the old one, which keep their line endings, and new ones, which get
 * the file's usual ending.
 */
export class LineBuilder {
  readonly #file: TextFile
  readonly #texts: string[] = []
  readonly #ends: string[] = []
  /** Number of lines of the old file that were processed. */
  #at = 0
  #isLastNew = false

  constructor(file: TextFile) {
    this.#file = file
  }

  get count(): number {
    return this.#texts.length
  }

  /** Keeps the lines of the old file up to this one. */
  keepUntil(line: number): void {
    for (; this.#at < line; this.#at++) {
      this.#texts.push(this.#file.texts[this.#at] ?? '')
      this.#ends.push(this.#file.ends[this.#at] ?? '')
      this.#isLastNew = false
    }
  }

  /** Replaces the old lines up to `until`. Unchanged lines at both ends keep their own line endings. */
  replace(until: number, lines: readonly string[]): void {
    const { texts, eol } = this.#file
    const old = until - this.#at
    let head = 0
    while (head < old && head < lines.length && texts[this.#at + head] === lines[head]) head++
    let tail = 0
    while (
      tail < old - head &&
      tail < lines.length - head &&
      texts[until - 1 - tail] === lines[lines.length - 1 - tail]
    )
      tail++
    this.keepUntil(this.#at + head)
    for (const line of lines.slice(head, lines.length - tail)) {
      this.#texts.push(line)
      this.#ends.push(eol)
      this.#isLastNew = true
    }
    this.#at = until - tail
    this.keepUntil(until)
  }

  finish(): { texts: string[]; ends: string[] } {
    const { ends, eol } = this.#file
    const last = this.#ends.length - 1
    const hadNoEnd = ends.at(-1) === ''
    for (const [index, end] of this.#ends.entries()) if (end === '' && index < last) this.#ends[index] = eol
    // A file without a final newline stays that way. If only its last line was removed, the lines before it
    // are not touched.
    if (hadNoEnd && this.#isLastNew) this.#ends[last] = ''
    return { texts: this.#texts, ends: this.#ends }
  }
}
