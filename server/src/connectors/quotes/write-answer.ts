import { isObject } from '../../platform/is-object.ts'
import type { ContextPart } from '../connector.ts'
import { arrayOf, objectsOf, parseObject, stringOf } from '../upstream/json.ts'
import { type ContextPassage, toPassages } from './context-passages.ts'
import { type OwnWords, ownWordsIn } from './own-words.ts'
import { pickQuotes, type Quote } from './pick-quotes.ts'
import { escapeMarkdown, toPlainLine } from './plain-quote.ts'
import { languageOfMaterial, languageToAnswerIn } from './question-language.ts'

/** These tools fill a placeholder, but their output is not material to quote. */
const NO_MATERIAL = new Set(['no_rag', 'query_rewrite'])
/** Without sources, the output of these tools only says that nothing was found. */
const SEARCHES = new Set(['simple_rag', 'context_aware_rag', 'hierarchical_rag'])

/** Writes the whole answer in Markdown. */
export async function writeAnswer(
  question: string,
  contextParts: readonly ContextPart[],
  signal: AbortSignal,
  isPaused = false,
): Promise<string> {
  const parts = contextParts.filter(({ tool }) => !NO_MATERIAL.has(tool))
  const passages = [...toPassages(parts), ...withoutSource(parts)]
  const material = languageOfMaterial(passages.map(({ text }) => text))
  const language = languageToAnswerIn(question, material)
  const words = ownWordsIn(language, isPaused)
  const outlines = outlinesOf(passages, words)
  if (parts.length === 0) return words.noMaterial
  const quotable = passages.filter((passage) => !passage.isRubric || toCriteria(passage.text).length === 0)
  const quotes = await pickQuotes({ question, language, material }, quotable, signal)
  if (quotes.length === 0 && outlines.length === 0) return words.nothing
  return [
    ...(quotes.length > 0
      ? [isUncertain(parts) ? words.perhaps : words.quotes, ...quotes.map(toBlockquote)]
      : []),
    ...outlines,
  ].join('\n\n')
}

/** Whether all that was found is only close to the question. */
function isUncertain(parts: readonly ContextPart[]): boolean {
  const grades = parts.flatMap(({ sources }) => sources.map((source) => source['grade']))
  return grades.length > 0 && grades.every((grade) => grade === 'perhaps')
}

const outlinesOf = (passages: readonly ContextPassage[], words: OwnWords): string[] =>
  passages.flatMap((passage) => outlineOf(passage, words))

/** Tools such as the weather return text without a source: it can be quoted, but not cited. */
const withoutSource = (parts: readonly ContextPart[]): ContextPassage[] =>
  parts
    .filter(
      ({ tool, content, sources }) => sources.length === 0 && content.trim() !== '' && !SEARCHES.has(tool),
    )
    .map(({ tool, content }) => ({
      n: 0,
      title: tool,
      text: content,
      tool,
      isFound: false,
      isRubric: false,
      isMaterial: false,
    }))

const toBlockquote = ({ passage, text }: Quote): string =>
  `> “${escapeMarkdown(text)}” ${passage.n > 0 ? `[${passage.n}]` : `(${escapeMarkdown(passage.tool)})`}`

function outlineOf(passage: ContextPassage, words: OwnWords): string[] {
  if (!passage.isRubric) return []
  const criteria = toCriteria(passage.text)
  if (criteria.length === 0) return []
  const lines = criteria.map(({ name, weight, levels }) => {
    const share = weight === '' ? '' : ` (${words.weight} ${inText(weight)} %)`
    return `- **${inText(name)}**${share}${levels.length > 0 ? `: ${levels.map(inText).join(' · ')}` : ''}`
  })
  return [`${words.rubric} “${inText(passage.title)}” [${passage.n}]:\n\n${lines.join('\n')}`]
}

const MAX_NAME = 200
const inText = (text: string): string => escapeMarkdown(toPlainLine(text.slice(0, MAX_NAME)))

interface Criterion {
  name: string
  weight: string
  /** Best level first, such as `4 Excellent`. */
  levels: string[]
}

const MAX_CRITERIA = 30

/** Reads a rubric from its text in the prompt, Markdown or JSON. Empty if it can't be read. Pure. */
function toCriteria(content: string): Criterion[] {
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
