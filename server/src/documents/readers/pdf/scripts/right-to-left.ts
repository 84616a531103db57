import type { PdfPage, TextItem } from '../open-pdf.ts'
import { drawnGlyphs } from './drawn-glyphs.ts'

/** Letters of right-to-left scripts, without digits. */
const RTL = /^(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]$/u
const isRtl = (letter: string): boolean => RTL.test(letter)

/** Presentation forms of letters, ligatures, and wide or narrow spaces. */
const FORMS = /[\u00a0\u00b5\u037e\u0eb3\u2000-\u200a\u202f\u2126\ufb00-\ufdff\ufe70-\ufefc]/g

/** Replaces presentation forms with letters: `ﻻ` is `لا`, and `ﬁ` is `fi`. Pure. */
export const withLetters = (text: string): string =>
  text.replace(FORMS, (form) => form.normalize('NFKC').replace(/^ (?=\p{M})/u, ''))

/** How far ahead to search for the glyphs of a text item, because some drawn glyphs are not text. */
const REACH = 2000

/** Pages without right-to-left text after which the check stops, because it also decodes the images of a page. */
const MAX_WITHOUT = 20

/**
 * pdf.js reverses right-to-left text letter by letter, including the letters of a ligature, which are already in
 * reading order: `لا` would become `ال`. The drawing commands show which letters belong together.
 */
export class Ligatures {
  #without = 0

  async inOrder(page: Pick<PdfPage, 'getOperatorList'>, items: readonly TextItem[]): Promise<TextItem[]> {
    if (this.#without >= MAX_WITHOUT || !items.some(({ dir }) => dir === 'rtl')) return [...items]
    const glyphs = await drawnLetters(page)
    const hasSome = glyphs.some((glyph) => glyph.length > 1)
    this.#without = hasSome ? 0 : this.#without + 1
    return hasSome ? asDrawn(items, glyphs) : [...items]
  }
}

function asDrawn(items: readonly TextItem[], glyphs: readonly string[][]): TextItem[] {
  let next = 0
  return items.map((item) => {
    const characters = [...(item.str ?? '')]
    const letters = characters.filter(isRtl)
    if (letters.length === 0) return item
    const range = findDrawn(glyphs, next, letters.toReversed().join(''))
    if (!range) return item
    next = range.end
    const ordered = glyphs.slice(range.start, range.end).toReversed().flat()
    let at = 0
    return {
      ...item,
      str: characters
        .map((character) => (isRtl(character) ? (ordered[at++] ?? character) : character))
        .join(''),
    }
  })
}

/** The right-to-left glyphs, in drawing order. */
async function drawnLetters(page: Pick<PdfPage, 'getOperatorList'>): Promise<string[][]> {
  const glyphs = (await drawnGlyphs(page)).map((glyph) => [...glyph].filter(isRtl))
  return glyphs.filter((letters) => letters.length > 0)
}

/** The glyphs of these letters, drawn from left to right. */
function findDrawn(
  glyphs: readonly string[][],
  from: number,
  letters: string,
): { start: number; end: number } | undefined {
  for (let start = from; start < Math.min(glyphs.length, from + REACH); start += 1) {
    let text = ''
    let end = start
    while (text.length < letters.length && end < glyphs.length) {
      text += glyphs[end]?.join('') ?? ''
      end += 1
      if (!letters.startsWith(text)) break
    }
    if (text === letters) return { start, end }
  }
  return undefined
}

export type Direction = 'ltr' | 'rtl' | 'neutral'

/** The reading direction of a text item; numbers and signs have none. Pure. */
function directionOf(text: string): Direction {
  for (const character of text) if (/\p{L}/u.test(character)) return isRtl(character) ? 'rtl' : 'ltr'
  return 'neutral'
}

/**
 * Sorts the items of a line from left-to-right into reading order: within a right-to-left line, words of other
 * scripts and numbers are still read from left to right, and vice versa. Pure.
 */
export function inReadingOrder<T extends { text: string }>(pieces: readonly T[], isRtlLine: boolean): T[] {
  const line = isRtlLine ? pieces.toReversed() : [...pieces]
  const other: Direction = isRtlLine ? 'ltr' : 'rtl'
  const ordered: T[] = []
  for (let at = 0; at < line.length; ) {
    const end = Math.max(endOfRun(line, at, other), isRtlLine ? endOfNumber(line, at) : 0)
    const run = line.slice(at, end).toReversed()
    const isSign = isRtlLine && run.length === 1 && directionOf(run[0]?.text ?? '') === 'neutral'
    ordered.push(...(isSign ? run.map((piece) => ({ ...piece, text: reversed(piece.text) })) : run))
    at = end
  }
  return ordered
}

/** The end of the run with this direction that starts here, including neutral items in between. */
function endOfRun(line: readonly { text: string }[], start: number, direction: Direction): number {
  let end = start + 1
  if (directionOf(line[start]?.text ?? '') !== direction) return end
  for (let at = end; at < line.length; at += 1) {
    const next = directionOf(line[at]?.text ?? '')
    if (next === direction) end = at + 1
    else if (next !== 'neutral') break
  }
  return end
}

/** The end of a number whose digits are separate items; 0 if none starts here. */
function endOfNumber(line: readonly { text: string }[], start: number): number {
  let end = start
  while (/^[\p{N}.,:/%-]*\p{N}[\p{N}.,:/%-]*$/u.test(line[end]?.text ?? '')) end++
  return end
}

/** Signs and numbers as pdf.js leaves them if no letter is among them: from left to right, `.[5]` for `[5].`. */
const reversed = (text: string): string =>
  (text.match(/\p{N}+(?:[.,:/-]\p{N}+)*%?|./gsu) ?? []).toReversed().join('')

const MIRRORED: Readonly<Record<string, string>> = {
  ...{ '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{' },
  ...{ '«': '»', '»': '«', '‹': '›', '›': '‹', '<': '>', '>': '<' },
}
const BRACKET = /[()[\]{}«»‹›<>]/g

/**
 * Right-to-left text shows an opening bracket as a closing one. Some programs write what it means, others what it looks
 * like: the brackets of a line are turned if more of them then belong together. Pure.
 */
export function withBrackets(text: string): string {
  if (!/[()[\]{}«»‹›<>]/.test(text)) return text
  const turned = text.replace(BRACKET, (bracket) => MIRRORED[bracket] ?? bracket)
  return pairsIn(turned) > pairsIn(text) ? turned : text
}

function pairsIn(text: string): number {
  const open: string[] = []
  let pairs = 0
  for (const bracket of text.match(BRACKET) ?? []) {
    if (/[([{«‹<]/.test(bracket)) open.push(bracket)
    else if (open.at(-1) === MIRRORED[bracket]) {
      open.pop()
      pairs++
    }
  }
  return pairs
}
