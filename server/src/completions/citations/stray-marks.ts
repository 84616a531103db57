import { MARK_AT, type Mark, toNumbers } from './citation-marks.ts'

/** Longer text in brackets is no citation. */
const MAX_MARK = 640
const PLAIN = /[^`~$\\[【!\n ]+/y
const RUN = /`+|~+/y
/** The beginning of a citation at the end of the text so far. */
const BEGUN = /[[【]\s{0,2}\^?[\d\s,;–-]{0,120}(?:†[^\]】\n]{0,60})?(?:[\]】](?:\([^()\s]{0,500})?)?$/y
/** `a[2]` and `row[1]` are elements of a list, also outside of code. */
const INDEXED = /(?:^|[^\p{L}\p{N}_])[A-Za-z_]\w{0,2}$/u

/**
 * Removes citations of sources that don't exist from an answer while it is written: models invent numbers, and copy
 * them from earlier answers. Text that may become a citation is held back until it is clear. Code, formulas, links and
 * lists of numbers stay.
 */
export class StrayMarks {
  readonly #known: () => ReadonlySet<number>
  readonly #removed: Set<number>
  #held = ''
  /** The end of what was returned, to see what is before a bracket. */
  #before = '\n'
  #fence = ''
  #ticks = 0
  #math = ''

  /** Receives the numbers that were removed. */
  constructor(sourceNumbers: () => ReadonlySet<number>, removed = new Set<number>()) {
    this.#known = sourceNumbers
    this.#removed = removed
  }

  /** Returns the text that can no longer become a citation. */
  add(text: string): string {
    return this.#read(this.#held + text, false)
  }

  /** The text that was held back. */
  end(): string {
    return this.#read(this.#held, true)
  }

  #read(text: string, isEnd: boolean): string {
    let clear = ''
    let at = 0
    while (at < text.length) {
      const step = this.#step(text, at, isEnd)
      if (step === undefined) break
      clear += step.shown
      this.#before = (this.#before + step.shown).slice(-8)
      at += step.length
    }
    this.#held = text.slice(at)
    return clear
  }

  /** The next piece; undefined if more text is needed. */
  #step(text: string, at: number, isEnd: boolean): Piece | undefined {
    PLAIN.lastIndex = at
    const plain = PLAIN.exec(text)?.[0]
    if (plain !== undefined) return asIs(plain)
    const sign = text.charAt(at)
    const next = text.charAt(at + 1)
    if (sign === '\n') return this.#newLine()
    if (next === '' && !isEnd) return undefined
    if (sign === '`' || sign === '~') return this.#code(text, at, isEnd)
    if (sign === '\\') return this.#escaped(next)
    if (sign === '$') return this.#dollar(next)
    // An image.
    if (sign === '!') return asIs(next === '[' ? '![' : '!')
    if (sign !== ' ') return this.#bracket(text, at, '', isEnd)
    return next === '[' || next === '【' ? this.#bracket(text, at + 1, ' ', isEnd) : asIs(' ')
  }

  #newLine(): Piece {
    this.#ticks = 0
    // Formulas on lines of their own end with their sign, or with the paragraph.
    if (this.#math === '$' || this.#before.endsWith('\n')) this.#math = ''
    return asIs('\n')
  }

  #code(text: string, at: number, isEnd: boolean): Piece | undefined {
    RUN.lastIndex = at
    const run = RUN.exec(text)?.[0] ?? ''
    if (at + run.length === text.length && run.length < MAX_MARK && !isEnd) return undefined
    const startsLine = /\n *$/.test(this.#before)
    if (this.#fence !== '') {
      if (startsLine && run.startsWith(this.#fence)) this.#fence = ''
    } else if (startsLine && run.length >= 3) this.#fence = run
    else if (run.startsWith('`')) {
      if (this.#ticks === 0) this.#ticks = run.length
      else if (this.#ticks === run.length) this.#ticks = 0
    }
    return asIs(run)
  }

  #escaped(next: string): Piece {
    if (!this.#isCode) {
      if (next === '(' || next === '[') this.#math = '\\'
      if (next === ')' || next === ']') this.#math = ''
    }
    return asIs(`\\${next}`)
  }

  #dollar(next: string): Piece {
    const sign = next === '$' ? '$$' : '$'
    if (!this.#isCode) {
      if (this.#math === sign) this.#math = ''
      // Not a price.
      else if (this.#math === '' && !/[\s\d]/.test(sign === '$' ? next : '')) this.#math = sign
    }
    return asIs(sign)
  }

  #bracket(text: string, at: number, space: string, isEnd: boolean): Piece | undefined {
    const sign = text.charAt(at)
    if (this.#isCode || this.#math !== '' || (space === '' && INDEXED.test(this.#before)))
      return asIs(space + sign)
    BEGUN.lastIndex = at
    if (!isEnd && text.length - at < MAX_MARK && BEGUN.test(text)) return undefined
    MARK_AT.lastIndex = at
    const [match, list = ''] = MARK_AT.exec(text) ?? []
    const isLink = match?.endsWith(')') || text.charAt(at + (match?.length ?? 0)) === '('
    if (match === undefined || isLink) return asIs(space + sign)
    const visible = this.#shown(match, toNumbers(list))
    return { shown: visible === '' ? '' : space + visible, length: space.length + match.length }
  }

  #shown(text: string, numbers: Mark['numbers']): string {
    const sourceNumbers = this.#known()
    const stray = numbers.filter((n) => !sourceNumbers.has(n))
    const isList = numbers.length > 1 && stray.length === numbers.length
    if (stray.length === 0 || isList) return text
    for (const n of stray) this.#removed.add(n)
    return numbers
      .filter((n) => sourceNumbers.has(n))
      .map((n) => `[${n}]`)
      .join('')
  }

  get #isCode(): boolean {
    return this.#fence !== '' || this.#ticks > 0
  }
}

interface Piece {
  shown: string
  /** Of the text that was read for it. */
  length: number
}

const asIs = (text: string): Piece => ({ shown: text, length: text.length })
