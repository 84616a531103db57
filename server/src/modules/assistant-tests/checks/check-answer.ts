import type { CheckResult, TestCheck } from '@bellwether/wire'
import { guessLanguage } from '../../../platform/text/language.ts'
import { TaskTimeout } from '../../../platform/threads/task-thread.ts'
import type { TestedAnswer } from '../tested-answer.ts'
import { matchesPattern } from './matches-pattern.ts'

export interface CheckDeps {
  /** The points of a text by a rubric that the person may use; undefined if a criterion could not be evaluated. */
  score(rubricId: string, text: string): Promise<number | undefined>
}

interface Finding {
  passed: boolean
  found: string
}

/** Applies all checks. A check that can't be made has failed, and says why. */
export async function checkAnswer(
  checks: readonly TestCheck[],
  answer: TestedAnswer,
  deps: CheckDeps,
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const check of checks) results.push({ check, ...(await apply(check, answer, deps)) })
  return results
}

async function apply(check: TestCheck, answer: TestedAnswer, deps: CheckDeps): Promise<Finding> {
  switch (check.kind) {
    case 'contains':
      return { passed: includes(answer.text, check.text), found: '' }
    case 'not_contains':
      return { passed: !includes(answer.text, check.text), found: '' }
    case 'matches':
      return matches(check.pattern, answer.text)
    case 'cites':
      return cites(check, answer)
    case 'no_answer':
      return {
        passed: answer.grade === 'nothing' || saysNoAnswer(answer.text),
        found: answer.grade ?? 'no search',
      }
    case 'calls':
      return calls(check, answer)
    case 'rubric_score':
      return scores(check, await deps.score(check.rubric_id, answer.text))
    case 'language':
      return speaks(check.language, answer.text)
    case 'length':
      return hasLength(check, answer.text)
    case 'latency':
      return { passed: answer.milliseconds <= check.max_ms, found: `${answer.milliseconds} ms` }
    case 'cost':
      return answer.cost === null
        ? { passed: false, found: 'no price for this model' }
        : { passed: answer.cost <= check.max * 1_000_000, found: String(answer.cost / 1_000_000) }
  }
}

/** Ignores case and treats all white space alike: models break lines anywhere. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()
const includes = (text: string, part: string): boolean => plain(text).includes(plain(part))

async function matches(pattern: string, text: string): Promise<Finding> {
  try {
    return { passed: await matchesPattern({ pattern, text }), found: '' }
  } catch (error) {
    return {
      passed: false,
      found: error instanceof TaskTimeout ? 'the pattern takes too long' : 'the pattern is not valid',
    }
  }
}

function cites(
  { document, page }: Extract<TestCheck, { kind: 'cites' }>,
  { text, sources }: TestedAnswer,
): Finding {
  const cited = sources.filter((_, at) => isCited(text, at + 1))
  const passed = cited.some(
    (source) => includes(source.title, document) && (page == null || source.page === page),
  )
  const citedPlaces = cited.map((source) =>
    source.page === null ? source.title : `${source.title}, ${source.page}`,
  )
  return { passed, found: [...new Set(citedPlaces)].join('; ').slice(0, 500) }
}

/** Answers without any marks count as citing all their sources. */
const isCited = (text: string, number: number): boolean =>
  !/\[\d{1,3}\]/.test(text) || text.includes(`[${number}]`)

function calls(
  { tool, arguments: expected }: Extract<TestCheck, { kind: 'calls' }>,
  answer: TestedAnswer,
): Finding {
  const callsOfTool = answer.calls.filter((call) => call.tool === tool)
  return {
    passed: callsOfTool.some((call) => contains(call.arguments, expected ?? {})),
    found: answer.calls
      .map((call) => `${call.tool} ${JSON.stringify(call.arguments)}`)
      .join('; ')
      .slice(0, 500),
  }
}

/** Whether `value` has at least what `expected` has. Texts are compared without case. */
function contains(value: unknown, expected: unknown): boolean {
  if (typeof expected === 'string') return typeof value === 'string' && plain(value) === plain(expected)
  if (Array.isArray(expected))
    return (
      Array.isArray(value) &&
      expected.every((expectedItem) => value.some((other) => contains(other, expectedItem)))
    )
  if (typeof expected === 'object' && expected !== null) {
    if (typeof value !== 'object' || value === null) return false
    const fields = new Map(Object.entries(value))
    return Object.entries(expected).every(([name, expectedValue]) =>
      contains(fields.get(name), expectedValue),
    )
  }
  return value === expected
}

const scores = (
  { at_least }: Extract<TestCheck, { kind: 'rubric_score' }>,
  points: number | undefined,
): Finding =>
  points === undefined
    ? { passed: false, found: 'could not be evaluated' }
    : { passed: points >= at_least, found: String(points) }

function speaks(language: string, text: string): Finding {
  const guess = guessLanguage(text).language
  return { passed: guess === language, found: guess }
}

function hasLength({ min_words, max_words }: Extract<TestCheck, { kind: 'length' }>, text: string): Finding {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  return { passed: words >= (min_words ?? 0) && words <= (max_words ?? Infinity), found: String(words) }
}

/** How answers say that the material does not contain what was asked, in the languages that Bellwether supports. */
const PHRASES = [
  "(?:do|does|did|could|can) ?(?:not|n[o’']t)(?: \\w+){0,2} (?:contain|mention|cover|say|find|have|include|answer|provide|tell|explain)",
  "(?:can|could|was)(?:not|n[’']t| not)(?: \\w+){0,3} (?:find|found|answer)",
  'no (?:information|mention|answer|passage|material)|nothing in the (?:material|documents?|context|sources?)',
  '(?:is|are|was|were) not (?:mentioned|covered|contained|included|found|part of)|unable to (?:find|answer)',
  'no (?:contiene|contienen|menciona|mencionan|dice|explica|aparece|figura|encuentro|he encontrado|se encuentra|hay (?:nada|información))',
  'nada (?:en|de) (?:el|los|la) (?:material|documento|documentos)|nada del material',
  'no (?:conté|contenen|esmenta|esmenten|diu|explica|apareix|trobo|he trobat|es troba|hi ha (?:res|informació))',
  'cap (?:passatge|informació)|res (?:del|al|en el) material',
  'ez (?:du|dute|dut|dago|da|ditu)(?: \\p{L}+){0,3} (?:aipatzen|jasotzen|aurkitu|agertzen|azaltzen|informaziorik|erantzunik)|(?:ezer|informaziorik) ez',
]
const PATTERN = new RegExp(`(?<!\\p{L})(?:${PHRASES.join('|')})`, 'iu')

/** Longer answers contain information, even if they mention a gap. */
const MAX_CHARACTERS = 700

export const saysNoAnswer = (text: string): boolean => text.length <= MAX_CHARACTERS && PATTERN.test(text)
