import { isObject } from '../../platform/is-object.ts'
import { arrayOf, objectsOf, parseObject, stringOf } from '../upstream/json.ts'

export interface Criterion {
  name: string
  weight: string
  /** Best level first, such as `4 Excellent`. */
  levels: string[]
}

const MAX_CRITERIA = 30

/** Reads a rubric from its text in the prompt, Markdown or JSON. Empty if it can't be read. Pure. */
export function toCriteria(content: string): Criterion[] {
  const data = content.trimStart().startsWith('{') ? parseObject(content) : undefined
  return (data ? fromJson(data) : fromMarkdown(content)).slice(0, MAX_CRITERIA)
}

function fromJson(data: Record<string, unknown>): Criterion[] {
  const rubric = isObject(data['rubric']) ? data['rubric'] : data
  return objectsOf(rubric['criteria']).map((criterion) => ({
    name: stringOf(criterion['name']),
    weight: String(criterion['weight'] ?? ''),
    levels: arrayOf(criterion['levels'])
      .filter(isObject)
      .sort((a, b) => Number(b['score']) - Number(a['score']))
      .map((level) => `${String(level['score'] ?? '')} ${stringOf(level['label'])}`.trim()),
  }))
}

/** `### 1. Thesis`, then `**Weight: 30%**`, then a table whose rows start with score and level. */
function fromMarkdown(content: string): Criterion[] {
  const criteria: Criterion[] = []
  let open: Criterion | undefined
  for (const line of content.split('\n')) {
    const name = /^### \d{1,3}\. (.+)$/.exec(line)?.[1]
    if (name !== undefined) {
      open = { name: name.trim(), weight: '', levels: [] }
      criteria.push(open)
    } else if (/^##? /.test(line)) open = undefined
    if (!open) continue
    const weight = /^\*\*Weight: ([\d.]{1,10})%\*\*/.exec(line)?.[1]
    if (weight !== undefined) open.weight = weight
    const [, score, level] = /^\| (-?[\d.]{1,10}) \| ((?:[^|\\]|\\.)*?) \|/.exec(line) ?? []
    if (score !== undefined && level !== undefined) open.levels.push(`${score} ${unescapeCell(level)}`)
  }
  return criteria.filter(({ weight, levels }) => weight !== '' || levels.length > 0)
}

const unescapeCell = (cell: string): string => cell.replaceAll('\\|', '|').trim()
