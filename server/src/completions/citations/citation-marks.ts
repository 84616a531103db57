/** `[2]`, `[2, 3]`, `[2–4]`, `[^2]`, `【2】`, `【2†source】`, with or without a link behind it. Years have four digits and are no marks. */
const MARK =
  /(?<![!\\])[[【]\s{0,2}\^?(\d{1,3}(?:\s{0,2}[,;–-]\s{0,2}\d{1,3}){0,20})(?:†[^\]】\n]{0,60})?\s{0,2}[\]】](?:\([^()\s]{1,500}\))?/g
const CODE = /``[^\n]{1,300}?``|`[^`\n]{1,500}`/g
const FORMULA =
  /\$\$[^$]{1,500}\$\$|\$(?![\s$])[^$\n]{1,300}(?<!\s)\$(?!\d)|\\\([^\n]{1,300}?\\\)|\\\[[^\n]{1,300}?\\\]/g
const MAX_RANGE = 20

export interface Mark {
  start: number
  end: number
  numbers: number[]
}

/** Pure. Code and formulas must be blotted out of the text before: `a[2]` is no mark there. */
export function findMarks(text: string): Mark[] {
  const marks: Mark[] = []
  for (const match of text.matchAll(MARK)) {
    const numbers = toNumbers(match[1] ?? '')
    if (numbers.length > 0) marks.push({ start: match.index, end: match.index + match[0].length, numbers })
  }
  return marks
}

function toNumbers(list: string): number[] {
  const numbers = new Set<number>()
  for (const part of list.split(/[,;]/)) {
    const [first = 0, last = first] = part.split(/[–-]/).map(Number)
    for (let n = first; n <= Math.min(last, first + MAX_RANGE); n++) if (n > 0) numbers.add(n)
  }
  return [...numbers]
}

/** Most texts have none: to look for their first character is much less work than to look for them. */
const MAY_BE_FORMULA = /[$\\]/
/** Blotted out is as long as it was, so that places stay what they are. */
export const blotFormulas = (text: string, ink: string): string =>
  MAY_BE_FORMULA.test(text) ? text.replace(FORMULA, (found) => ink.repeat(found.length)) : text
export const blotCode = (text: string, ink: string): string =>
  text.replace(CODE, (found) => ink.repeat(found.length))

export function blotMarks(text: string, marks: readonly Mark[]): string {
  if (marks.length === 0) return text
  let blotted = ''
  let from = 0
  for (const { start, end } of marks) {
    blotted += text.slice(from, start) + ' '.repeat(end - start)
    from = end
  }
  return blotted + text.slice(from)
}
