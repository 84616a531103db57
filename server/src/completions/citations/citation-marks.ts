/**
 * `[2]`, `[2, 3]`, `[2–4]`, `[^2]`, `【2】`, `【2†source】`, with or without a link after it. Years have four
 * digits and do not match.
 */
const MARK =
  /(?<![!\\])[[【]\s{0,2}\^?(\d{1,3}(?:\s{0,2}[,;–-]\s{0,2}\d{1,3}){0,20})(?:†[^\]】\n]{0,60})?\s{0,2}[\]】](?:\([^()\s]{1,500}\))?/g
/** The same at one place. */
export const MARK_AT = new RegExp(MARK.source, 'y')
const CODE = /``[^\n]{1,300}?``|`[^`\n]{1,500}`/g
const FORMULA =
  /\$\$[^$]{1,500}\$\$|\$(?![\s$])[^$\n]{1,300}(?<!\s)\$(?!\d)|\\\([^\n]{1,300}?\\\)|\\\[[^\n]{1,300}?\\\]/g
const MAX_RANGE = 20

export interface Mark {
  start: number
  end: number
  numbers: number[]
}

/** Finds citations. Mask code and formulas first: `a[2]` is not a citation there. Pure. */
export function findMarks(text: string): Mark[] {
  const marks: Mark[] = []
  for (const match of text.matchAll(MARK)) {
    const numbers = toNumbers(match[1] ?? '')
    if (numbers.length > 0) marks.push({ start: match.index, end: match.index + match[0].length, numbers })
  }
  return marks
}

export function toNumbers(list: string): number[] {
  const numbers = new Set<number>()
  for (const part of list.split(/[,;]/)) {
    const [first = 0, last = first] = part.split(/[–-]/).map(Number)
    for (let n = first; n <= Math.min(last, first + MAX_RANGE); n++) if (n > 0) numbers.add(n)
  }
  return [...numbers]
}

/** Checked first, because most texts contain no formula and this is much cheaper than the full pattern. */
const MAY_BE_FORMULA = /[$\\]/
/** The mask has the same length as the formula, so that positions stay the same. */
export const maskFormulas = (text: string, filler: string): string =>
  MAY_BE_FORMULA.test(text) ? text.replace(FORMULA, (match) => filler.repeat(match.length)) : text
export const maskCode = (text: string, filler: string): string =>
  text.replace(CODE, (match) => filler.repeat(match.length))

export function maskMarks(text: string, marks: readonly Mark[]): string {
  if (marks.length === 0) return text
  let masked = ''
  let from = 0
  for (const { start, end } of marks) {
    masked += text.slice(from, start) + ' '.repeat(end - start)
    from = end
  }
  return masked + text.slice(from)
}

/** An earlier answer without its citations, whose numbers mean other sources in the next one. Pure. */
export function withoutMarks(text: string): string {
  const marks = findMarks(maskFormulas(maskCode(maskFences(text), '~'), '~'))
  let result = ''
  let from = 0
  for (const { start, end } of marks) {
    // A link.
    if (text.charAt(end - 1) === ')') continue
    result += text.slice(from, start).replace(/ $/, '')
    from = end
  }
  return result + text.slice(from)
}

const FENCED = /^ *(`{3,}|~{3,})[\s\S]*?(?:^ *\1|$(?![\s\S]))/gm
const maskFences = (text: string): string => text.replace(FENCED, (match) => '~'.repeat(match.length))
