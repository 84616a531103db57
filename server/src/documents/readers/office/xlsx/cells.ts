import { raisedText } from '../../notation/raised-text.ts'
import { childOf, childrenOf, type Element, elementsOf, type XmlSource } from '../xml.ts'
import { unitFormat, withUnit } from './units.ts'

/** Excel's built-in numbers for date and time formats. */
const isDateFormatId = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** How a style shows a number; undefined for a number that it doesn't fit. */
type ShowNumber = (value: string, from1904: boolean) => string | undefined

/** Excel allows no longer ones. */
const MAX_CODE = 255

/** By style index. */
export async function readNumberStyles(
  source: XmlSource,
  part: string,
): Promise<ReadonlyMap<number, ShowNumber>> {
  const elements = await elementsOf(source, part, 'numFmts', 'cellXfs')
  const childrenIn = (name: string) => elements.find((element) => element.name === name)?.children ?? []
  const codes = new Map(
    childrenIn('numFmts').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      (attributes['formatCode'] ?? '').slice(0, MAX_CODE),
    ]),
  )
  const styles = new Map<number, ShowNumber>()
  for (const [index, { attributes }] of childrenIn('cellXfs').entries()) {
    const id = Number(attributes['numFmtId'] ?? 0)
    const code = codes.get(id) ?? BUILT_IN_FORMATS[id]
    const show = code === undefined ? (isDateFormatId(id) ? toIsoDate : undefined) : showAs(code)
    if (show) styles.set(index, show)
  }
  return styles
}

function showAs(code: string): ShowNumber | undefined {
  const duration = /\[(h+|m+|s+)\]/i.exec(code)?.[1]?.[0]?.toLowerCase()
  if (duration !== undefined) return (value) => toDuration(Number(value), duration)
  // Codes with leading zeros: 08001.
  if (/^0{2,}$/.test(code))
    return (value) =>
      /^\d+$/.test(value) ? value.padStart(Math.min(code.length, MAX_DIGITS), '0') : undefined
  const decimals = percentDecimals(code)
  if (decimals !== undefined) return (value) => toPercent(Number(value), decimals)
  const unit = unitFormat(code)
  if (unit) return (value) => withUnit(Number(value), unit)
  return isDateCode(code) ? toIsoDate : undefined
}

/** Those of Excel's built-in formats that are no dates and that people see the difference of. */
const BUILT_IN_FORMATS: Readonly<Record<number, string>> = { 9: '0%', 10: '0.00%', 46: '[h]:mm:ss' }

/** 1 for `0.0%;[Red]-0.0%`; undefined if the pattern is not a percentage. */
function percentDecimals(code: string): number | undefined {
  const [positive = ''] = code.replace(/"[^"]*"|\[[^\]]*\]|\\./g, '').split(';')
  if (!positive.includes('%')) return undefined
  return Math.min(/\.([0#?]+)/.exec(positive)?.[1]?.length ?? 0, 10)
}

/** Text in quotes, brackets or after a backslash is literal. */
const isDateCode = (code: string) =>
  /[ymdhs]/i.test(
    code.replace(/"[^"]*"|\[(?!h+\]|m+\]|s+\])[^\]]*\]|\\./gi, '').replace(/general|e[+-]/gi, ''),
  )

const DAY_MS = 86_400_000
/** Day 0 such that day 61 is 1 March 1900, because Excel counts a 29 February 1900. */
const EPOCH_1900 = Date.UTC(1899, 11, 30)
const EPOCH_1904 = Date.UTC(1904, 0, 1)

/** A date as 2024-03-01, a moment as 2024-03-01 14:30, a time of day as 14:30. */
function toIsoDate(value: string, from1904: boolean): string | undefined {
  const serial = Number(value)
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_466) return undefined
  const moment = new Date((from1904 ? EPOCH_1904 : EPOCH_1900) + Math.round(serial * 86_400) * 1000)
  const iso = new Date(Math.round(moment.getTime() / 1000) * 1000).toISOString()
  const time = iso.slice(11, 19).replace(/:00$/, '')
  if (serial < 1) return time
  return moment.getTime() % DAY_MS === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}

/** 30:15, or 30:15:20: hours and minutes, or with the unit `s` only seconds. */
function toDuration(days: number, unit: string): string | undefined {
  if (!Number.isFinite(days) || days < 0) return undefined
  const seconds = Math.round(days * 86_400)
  if (unit === 's') return `${seconds}`
  const two = (value: number) => String(value).padStart(2, '0')
  const rest = two(seconds % 60)
  const minutes = Math.floor(seconds / 60)
  if (unit === 'm') return `${two(minutes)}:${rest}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}${rest === '00' ? '' : `:${rest}`}`
}

/** All text runs of a shared or inline string, without phonetic hints (rPh). */
export const stringText = (element: Element | undefined): string =>
  (element?.children ?? []).reduce((line, child) => {
    if (child.name === 't') return line + child.text
    if (child.name !== 'r') return line
    const text = childrenOf(child, 't')
      .map((piece) => piece.text)
      .join('')
    const isRaised = childOf(childOf(child, 'rPr'), 'vertAlign')?.attributes['val'] === 'superscript'
    return line + (isRaised ? raisedText(line, text) : text)
  }, '')

export interface CellContext {
  styles: ReadonlyMap<number, ShowNumber>
  strings: readonly string[]
  from1904: boolean
}

/**
 * The displayed value of the cell; for a formula, the value when the file was saved. Files from programs that don't
 * calculate have no value; then the formula itself is used.
 */
export function cellText(cell: Element, context: CellContext): string {
  const type = cell.attributes['t'] ?? 'n'
  if (type === 'inlineStr') return stringText(childOf(cell, 'is'))
  const value = childOf(cell, 'v')?.text ?? ''
  if (type === 's') return context.strings[Number(value)] ?? ''
  if (value === '') return formulaOf(cell)
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type !== 'n') return value
  const show = context.styles.get(Number(cell.attributes['s'] ?? -1))
  const shown = Number.isFinite(Number(value)) ? show?.(value, context.from1904) : undefined
  return shown ?? shortNumber(value)
}

const MAX_DIGITS = 20

const formulaOf = (cell: Element): string => {
  const formula = childOf(cell, 'f')?.text.trim() ?? ''
  return formula === '' ? '' : `=${formula}`
}

const toPercent = (share: number, decimals: number): string =>
  `${Number((share * 100).toPrecision(15)).toFixed(decimals)}%`

/** 0.1 + 0.2 is stored as 0.30000000000000004; Excel shows at most 15 digits. */
const shortNumber = (value: string) => {
  const number = Number(value)
  return value.length > 15 && Number.isFinite(number) ? String(Number(number.toPrecision(15))) : value
}

/** "AB12" is column 27, counted from 0. */
export function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64)
  return column - 1
}
