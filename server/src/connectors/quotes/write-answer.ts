import { readQuestion } from '../../platform/text/question/read-question.ts'
import { toPlainWords } from '../../platform/text/words.ts'
import type { ContextPart } from '../connector.ts'
import { type ContextPassage, toPassages } from './context-passages.ts'
import { type OwnWords, ownWordsIn } from './own-words.ts'
import { pickQuotes, type Quote } from './pick-quotes.ts'
import { escapeMarkdown, toPlainLine } from './plain-quote.ts'
import { languageOfMaterial, languageToAnswerIn } from './question-language.ts'
import { toCriteria } from './rubric-outline.ts'

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
  const { talk, topic } = readQuestion(question)
  const outlines = outlinesOf(passages, words)
  if (talk && outlines.length === 0 && !(topic && hasWord(passages, topic))) return words[talk]
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

const hasWord = (passages: readonly ContextPassage[], word: string): boolean =>
  passages.some(({ text }) => toPlainWords(text).includes(word))

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
