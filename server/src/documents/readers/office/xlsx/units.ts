/** A number with what its format puts around it: 12.50 €, $3, 4 kg. */
export interface UnitFormat {
  before: string
  after: string
  /** Decimals that are always shown, and at most. */
  decimals: readonly [least: number, most: number]
}

/** Literal text in quotes or after a backslash, a currency with its locale, or one of the signs that need no quotes. */
const LITERAL = /"([^"]*)"|\\(.)|\[\$([^\]-]*)(?:-[^\]]*)?\]|([ $€£¥+():-])/g
/** Blank space as wide as a character, filling characters and colors. */
const LAYOUT = /_.|\*.|\[(?:black|blue|cyan|green|magenta|red|white|yellow|color ?\d+)\]/gi
/** One group of digits, not divided by thousands. */
const DIGITS = /[0#?][0#?,]*[0#?]|[0#?]/
/** Stands for a literal, so that its letters and digits are not taken for codes. */
const HOLDER = '\uE000'

/** Undefined if the format of positive numbers has no unit, or is more than digits with a unit. */
export function unitFormat(code: string): UnitFormat | undefined {
  const literals: string[] = []
  const positive = code
    .replace(LAYOUT, '')
    .replace(LITERAL, (_all, quoted?: string, escaped?: string, currency?: string, sign?: string) => {
      literals.push(quoted ?? escaped ?? currency ?? sign ?? '')
      return HOLDER
    })
    .split(';')[0]
  const pattern = new RegExp(`^(${HOLDER}*)(?:${DIGITS.source})(?:\\.([0#?]+))?(${HOLDER}*)$`)
  const match = pattern.exec(positive ?? '')
  if (!match) return undefined
  const [, first = '', fraction = '', last = ''] = match
  const before = literals.slice(0, first.length).join('').trimStart()
  const after = literals
    .slice(first.length, first.length + last.length)
    .join('')
    .trimEnd()
  if (!/[\p{L}\p{Sc}°'′″]/u.test(before + after)) return undefined
  return { before, after, decimals: [fraction.replace(/[^0]/g, '').length, Math.min(fraction.length, 10)] }
}

export function withUnit(number: number, { before, after, decimals: [least, most] }: UnitFormat): string {
  const digits = Math.abs(Number(number.toPrecision(15))).toFixed(most)
  const optional = most - least
  const shown = optional > 0 ? digits.replace(new RegExp(`\\.?0{1,${optional}}$`), '') : digits
  return `${number < 0 ? '-' : ''}${before}${shown}${after}`
}
