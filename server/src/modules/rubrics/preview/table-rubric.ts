import { RUBRIC_LIMITS } from '@bellwether/wire'
import type { Table } from './find-tables.ts'

interface Level {
  label: string
  /** Undefined if the table gives none. */
  score: number | undefined
}

/** A rubric in a table: without ids, which are created later. */
export interface TableRubric {
  criteria: {
    name: string
    description: string
    weight: number
    order: number
    levels: { label: string; score: number; description: string; order: number }[]
  }[]
}

/** Longer headers are texts without a score. */
const MAX_LEVEL_LENGTH = 100
const WEIGHT = /^(?:weight(?:ing)?|peso|ponderaci[oó]n?|pes|pisua|%|valor)(?:\s*\(?%\)?)?$/iu
const ABOUT =
  /^(?:description|descripci[oó]n?|descripció|deskribapena|what it assesses|indicador(?:es|s)?)$/iu
const LEVEL_WORDS =
  /\b(?:excellent|outstanding|exemplary|advanced|proficient|good|satisfactory|adequate|fair|basic|developing|beginning|emerging|novice|poor|unsatisfactory|insufficient|inadequate|fail|strong|weak|excelente|sobresaliente|notable|bien|bueno|suficiente|aprobado|regular|insuficiente|suspenso|avanzado|inicial|excel·lent|excel\.lent|notable|bé|bo|suficient|insuficient|expert|avançat|novell|bikain|oso ongi|ongi|nahikoa|gutxi|hasiberria)\b/iu
const LOW_WORDS =
  /\b(?:beginning|emerging|novice|poor|unsatisfactory|insufficient|inadequate|fail|weak|insuficiente|suspenso|inicial|insuficient|novell|gutxi|hasiberria)\b/iu
const EMPTY_NAME = /^(?:criteri(?:on|a|o|os|s)?|irizpide(?:a|ak)?|)$/iu

/** The rubric in the best of these tables; undefined if none is one. Pure. */
export function toTableRubric(tables: readonly Table[]): TableRubric | undefined {
  const rubrics = tables.flatMap((table) => {
    const rubric = readTable(table) ?? readTable(turned(table))
    return rubric ? [rubric] : []
  })
  return rubrics.sort((a, b) => b.criteria.length - a.criteria.length)[0]
}

/** One row per criterion, one column per level. */
function readTable(table: Table): TableRubric | undefined {
  const [header = [], ...rows] = table
  const weightAt = header.findIndex((cell) => WEIGHT.test(cell))
  const aboutAt = header.findIndex((cell, at) => at > 0 && ABOUT.test(cell))
  const columns = header.flatMap((cell, at) =>
    at === 0 || at === weightAt || at === aboutAt || cell === '' ? [] : [{ at, ...toLevel(cell) }],
  )
  if (!isLevels(columns, header[0] ?? '')) return undefined
  const scores = scoresOf(columns)
  const tableCriteria = rows
    .filter((row) => (row[0] ?? '') !== '' && !isTotal(row[0] ?? ''))
    .map((row) => ({
      ...nameOf(row[0] ?? ''),
      about: aboutAt < 0 ? '' : (row[aboutAt] ?? ''),
      given: weightAt < 0 ? undefined : numberIn(row[weightAt] ?? ''),
      levels: columns.flatMap(({ at, label }, order) => {
        const description = (row[at] ?? '').slice(0, RUBRIC_LIMITS.text)
        return description === '' ? [] : [{ label, score: scores[order] ?? 0, description }]
      }),
    }))
    .filter(({ levels }) => levels.length >= 2)
    .slice(0, RUBRIC_LIMITS.criteria)
  if (tableCriteria.length === 0) return undefined
  const weights = weightsOf(tableCriteria.map(({ given, weight }) => given ?? weight))
  return {
    criteria: tableCriteria.map(({ name, about, rest, levels }, order) => ({
      name: name.slice(0, RUBRIC_LIMITS.title),
      description: about || rest || name,
      weight: weights[order] ?? 0,
      order,
      levels: levels.map((level, at) => ({ ...level, order: at })),
    })),
  }
}

/** At least two levels, of which half have a score or a usual name. Otherwise it is some other table. */
function isLevels(columns: readonly Level[], corner: string): boolean {
  if (columns.length < 2 || columns.length > RUBRIC_LIMITS.levels) return false
  const levelColumns = columns.filter(({ label, score }) => score !== undefined || LEVEL_WORDS.test(label))
  return levelColumns.length * 2 >= columns.length && (levelColumns.length > 0 || EMPTY_NAME.test(corner))
}

/** `Excellent (4)`, `4 – Excellent`, `Good: 3 points`, `Excellent 9-10`: of a range, the higher number counts. */
function toLevel(cell: string): Level {
  if (cell.length > MAX_LEVEL_LENGTH) return { label: cell.slice(0, RUBRIC_LIMITS.title), score: undefined }
  const number = String.raw`(\d+(?:[.,]\d+)?)(?:\s*[-\u2013]\s*(\d+(?:[.,]\d+)?))?\s*(?:points?|pts?\.?|puntos?|punts?|puntu|%)?`
  const match =
    new RegExp(String.raw`^(.*?\S)\s*[([:\u2013-]?\s*${number}\s*[)\]]?$`, 'iu').exec(cell) ??
    new RegExp(String.raw`^${number}\s*[)\]:.\u2013-]*\s*(.*)$`, 'iu').exec(cell)
  if (!match) return { label: cell.slice(0, RUBRIC_LIMITS.title), score: undefined }
  const texts = match.slice(1).filter((part): part is string => part !== undefined)
  const numbers = texts.filter((part) => /^\d/.test(part)).flatMap((part) => numberIn(part) ?? [])
  const label = texts
    .filter((part) => !/^\d+(?:[.,]\d+)?$/.test(part))
    .join(' ')
    .replace(/[\s([:–-]+$/u, '')
  return {
    label: (label === '' ? cell : label).slice(0, RUBRIC_LIMITS.title),
    score: numbers.length > 0 ? Math.max(...numbers) : undefined,
  }
}

/** Missing scores count down to 1, or up if the first level is the lowest. */
function scoresOf(levels: readonly Level[]): number[] {
  if (levels.every(({ score }) => score !== undefined)) return levels.map(({ score }) => score ?? 0)
  const isRising = LOW_WORDS.test(levels[0]?.label ?? '')
  return levels.map((_level, at) => (isRising ? at + 1 : levels.length - at))
}

/** `Argument (40 %): Is there a claim?` */
function nameOf(cell: string): { name: string; weight: number | undefined; rest: string } {
  const weight = /\(?\s*(?<!\d)(\d{1,6}(?:[.,]\d{1,6})?)\s*%\s*\)?/u.exec(cell)
  const text = (weight ? cell.replace(weight[0], ' ') : cell).replace(/\s+/g, ' ').replace(/\s+:/, ':').trim()
  const colon = text.indexOf(': ')
  const isSplit = colon > 0 && colon <= 80
  return {
    name: (isSplit ? text.slice(0, colon) : text).replace(/:$/, '') || cell,
    weight: weight ? numberIn(weight[1] ?? '') : undefined,
    rest: isSplit ? text.slice(colon + 2).trim() : '',
  }
}

const isTotal = (cell: string): boolean => /^(?:total|score|puntuaci[oó]n?|nota|guztira)\b/iu.test(cell)

function numberIn(text: string): number | undefined {
  const number = /\d+(?:[.,]\d+)?/.exec(text)?.[0]
  return number === undefined ? undefined : Number(number.replace(',', '.'))
}

/** In percent, adding up to 100. Shared evenly if some are missing. */
function weightsOf(weights: readonly (number | undefined)[]): number[] {
  const sum = weights.reduce<number>((total, weight) => total + (weight ?? 0), 0)
  const parts = weights.every((weight) => weight !== undefined && weight > 0)
    ? weights.map((weight) => ((weight ?? 0) / sum) * 100)
    : weights.map(() => 100 / weights.length)
  const rounded = parts.map((part) => Math.floor(part))
  let remainder = 100 - rounded.reduce((total, part) => total + part, 0)
  return rounded.map((part) => (remainder-- > 0 ? part + 1 : part))
}

/** Some rubrics have the levels in rows and the criteria in columns. */
const turned = (table: Table): Table =>
  (table[0] ?? []).map((_cell, column) => table.map((row) => row[column] ?? ''))
