import { say } from '@bellwether/wire'
import { invalid } from '../../../platform/errors.ts'

const CRITERIA_HEADING = '## Criteria and Performance Levels'
const FIELDS = ['Maximum Score', 'Scoring Type', 'Grade Level', 'Subject', 'Description'] as const

/**
 * Reads back an exported page. A page contains neither weights nor criterion descriptions: weights are distributed
 * evenly, and the name becomes the description. Ids are created later. Pure.
 */
export function fromMarkdown(text: string): Record<string, unknown> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)
  const heading = lines.findLastIndex((line) => line.trim() === CRITERIA_HEADING)
  if (heading < 0) throw invalid(say('rubrics.no_criteria_heading', { heading: CRITERIA_HEADING }))
  const head = toHead(lines.slice(0, heading))
  const rows = lines.slice(heading + 1).filter((line) => line.trim().startsWith('|'))
  return {
    title: head.title,
    description: head.fields.get('Description') ?? '',
    metadata: { subject: head.fields.get('Subject') ?? '', gradeLevel: head.fields.get('Grade Level') ?? '' },
    criteria: toCriteria(rows.map(toCells)),
    scoringType: head.fields.get('Scoring Type') ?? 'points',
    maxScore: head.fields.get('Maximum Score') ?? 10,
  }
}

/** Parsed from the end: a description may have lines that look like the fields after it. */
function toHead(lines: readonly string[]) {
  const first = lines.findIndex((line) => line.startsWith('# '))
  if (first < 0) throw invalid(say('rubrics.no_title'))
  const fields = new Map<string, string>()
  let rest = trimmed(lines.slice(first + 1))
  if (rest.at(-1) === '---') rest = trimmed(rest.slice(0, -1))
  for (const field of FIELDS) {
    const start = `**${field}:** `
    const isWhole = field === 'Description'
    const line = isWhole ? rest.join('\n') : rest.at(-1)
    if (!line?.startsWith(start)) continue
    fields.set(field, line.slice(start.length).trim())
    rest = isWhole ? [] : trimmed(rest.slice(0, -1))
  }
  return { title: (lines[first] ?? '').slice(2).trim(), fields }
}

function toCriteria([header = [], ...rows]: string[][]): object[] {
  const columns = header.slice(1).map(toLevelName)
  const criteria = rows.filter((cells) => !cells.every((cell) => /^:?-+:?$/.test(cell)))
  const weights = evenWeights(criteria.length)
  return criteria.map(([name = '', ...cells], order) => ({
    name,
    description: name,
    weight: weights[order],
    order,
    levels: cells.flatMap((description, at) =>
      // A criterion with fewer levels than the first one leaves cells empty.
      description === '' ? [] : [{ ...levelAt(columns, at), description, order: at }],
    ),
  }))
}

function levelAt(columns: readonly (LevelName | undefined)[], at: number): LevelName {
  const level = columns[at]
  if (!level) throw invalid(say('rubrics.column_name', { column: at + 2 }))
  return level
}

interface LevelName {
  label: string
  score: number
}

function toLevelName(cell: string): LevelName | undefined {
  const [, label = '', score] = /^(.*\S)\s*\((-?[\d.]+(?:e[+-]?\d+)?)\)$/.exec(cell) ?? []
  return label === '' || Number.isNaN(Number(score)) ? undefined : { label, score: Number(score) }
}

/** They add up to exactly 100: the first ones get the remainder. */
const evenWeights = (count: number): number[] =>
  Array.from({ length: count }, (_, at) => Math.floor(100 / count) + (at < 100 % count ? 1 : 0))

const toCells = (row: string): string[] =>
  row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'))

const trimmed = (lines: readonly string[]): string[] => {
  const last = lines.findLastIndex((line) => line.trim() !== '')
  const first = lines.findIndex((line) => line.trim() !== '')
  return last < 0 ? [] : lines.slice(first, last + 1)
}
