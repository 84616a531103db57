import { toPlainWords } from '../../../platform/text/words.ts'
import { cluster, toUnit, type Vector } from './cluster.ts'
import { namePartsOf, toExample } from './example-text.ts'
import { type AskedQuestion, type ReadTerms, readTerms } from './read-terms.ts'

export interface GroupingTask {
  /** Newest first. */
  questions: readonly AskedQuestion[]
  /** Names of the class, which are masked in examples. */
  names: readonly string[]
  /** Groups with fewer people are left out. */
  minPeople: number
  maxGroups: number
}

export interface QuestionGroup {
  label: string
  questions: number
  people: number
  lastAskedAt: number
  examples: string[]
  ids: string[]
}

export interface Grouping {
  groups: QuestionGroup[]
  /** Questions in no group of the list. */
  ungrouped: number
}

/** More distinct questions than this are not compared: comparing takes time and memory by their square. */
const MAX_DISTINCT = 1500
/** Two questions of three words each that share one are about the same topic. */
const THRESHOLD = 0.24
const LABEL_WORDS = 3
const MIN_LABEL_SHARE = 0.4
const EXAMPLES = 3

/** Questions with the same terms. */
interface Node {
  terms: ReadTerms['terms']
  questions: ReadTerms[]
}

/** Groups questions by what they ask, without a model. Pure; the same questions always give the same groups. */
export function groupQuestions({ questions, names, minPeople, maxGroups }: GroupingTask): Grouping {
  const read = readTerms(questions).filter(({ terms }) => terms.size > 0)
  const nodes = toNodes(read).slice(0, MAX_DISTINCT)
  const idf = toIdf(nodes)
  const vectors = nodes.map(({ terms }) => toVector(terms, idf))
  const sizes = nodes.map(({ questions }) => questions.length)
  const nameParts = namePartsOf(names)
  const common = minPeople > 1 ? wordsOfSeveral(read, minPeople) : undefined
  const ordinary = wordsOfSeveral(read, ORDINARY_PEOPLE, withoutCapitalised)
  const groups = cluster(vectors, sizes, THRESHOLD)
    .map((members) => members.flatMap((at) => nodes[at]?.questions ?? []))
    .map((members) => toGroup(members, { idf, minPeople, names: nameParts, common, ordinary }))
    .filter((group) => group !== undefined)
    .sort(byImportance)
    .slice(0, maxGroups)
  const grouped = groups.reduce((sum, group) => sum + group.questions, 0)
  return { groups, ungrouped: questions.length - grouped }
}

function toNodes(read: readonly ReadTerms[]): Node[] {
  const nodes = new Map<string, Node>()
  for (const question of read) {
    const key = [...question.terms.keys()].sort((a, b) => a - b).join(' ')
    const node = nodes.get(key)
    if (node) node.questions.push(question)
    else nodes.set(key, { terms: question.terms, questions: [question] })
  }
  return [...nodes.values()]
}

/** A word that occurs in one question only can't connect it with others. */
const UNSHARED = 0.35

/** Rare words tell more about a question than frequent ones. */
function toIdf(nodes: readonly Node[]): Map<number, number> {
  const frequency = new Map<number, number>()
  for (const { terms } of nodes)
    for (const term of terms.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  const weigh = (count: number) => Math.log(1 + nodes.length / count) * (count === 1 ? UNSHARED : 1)
  return new Map([...frequency].map(([term, count]) => [term, weigh(count)]))
}

const toVector = (terms: ReadTerms['terms'], idf: ReadonlyMap<number, number>): Vector =>
  toUnit(new Map([...terms.keys()].map((term) => [term, idf.get(term) ?? 0])))

/** A word that this many people write with a small letter is not just a name. */
const ORDINARY_PEOPLE = 3
const CAPITALISED = /\p{Lu}[\p{L}\p{M}]*/gu
const withoutCapitalised = (text: string): string => text.replace(CAPITALISED, ' ')

/** Plain words that at least this many people used. */
function wordsOfSeveral(
  read: readonly ReadTerms[],
  people: number,
  prepare: (text: string) => string = (text) => text,
): Set<string> {
  const users = new Map<string, Set<number>>()
  for (const { question } of read)
    for (const word of toPlainWords(prepare(question.text))) {
      const askers = users.get(word) ?? new Set()
      users.set(word, askers.add(question.person))
    }
  return new Set([...users].filter(([, askers]) => askers.size >= people).map(([word]) => word))
}

interface GroupContext {
  idf: ReadonlyMap<number, number>
  minPeople: number
  names: ReadonlySet<string>
  common: ReadonlySet<string> | undefined
  ordinary: ReadonlySet<string>
}

interface TermUse {
  term: number
  score: number
  words: Map<string, number>
}

function toGroup(questions: readonly ReadTerms[], context: GroupContext): QuestionGroup | undefined {
  const { minPeople, names, common, ordinary } = context
  const people = new Set(questions.map(({ question }) => question.person)).size
  if (people < minPeople) return undefined
  const uses = termUses(questions, context)
  const label = uses.slice(0, LABEL_WORDS).map(({ words }) => mostFrequent(words))
  if (label.length === 0) return undefined
  const scores = new Map(uses.map(({ term, score }) => [term, score]))
  const central = [...questions].sort(
    (a, b) =>
      centrality(b, scores) - centrality(a, scores) || a.question.text.length - b.question.text.length,
  )
  const masking = { names, ordinary, ...(common ? { common } : {}) }
  const examples = new Set<string>()
  for (const { question } of central) {
    if (examples.size === EXAMPLES) break
    examples.add(toExample(question.text, masking))
  }
  return {
    label: label.join(' · '),
    questions: questions.length,
    people,
    lastAskedAt: Math.max(...questions.map(({ question }) => question.askedAt)),
    examples: [...examples],
    ids: questions.map(({ question }) => question.id),
  }
}

/** The terms that tell most about a group, best first: used by enough people, and no part of a name. */
function termUses(
  questions: readonly ReadTerms[],
  { idf, minPeople, names, ordinary }: GroupContext,
): TermUse[] {
  const uses = new Map<number, { people: Set<number>; count: number; words: Map<string, number> }>()
  for (const { question, terms } of questions)
    for (const [term, word] of terms) {
      const use = uses.get(term) ?? { people: new Set(), count: 0, words: new Map() }
      use.people.add(question.person)
      use.count++
      use.words.set(word, (use.words.get(word) ?? 0) + 1)
      uses.set(term, use)
    }
  return [...uses]
    .filter(([, { people, words }]) => people.size >= minPeople && !isName(words, names, ordinary))
    .map(([term, { count, words }]) => ({ term, share: count / questions.length, words }))
    .filter(({ share }) => share >= MIN_LABEL_SHARE)
    .map(({ term, share, words }) => ({ term, score: share * (idf.get(term) ?? 0), words }))
    .sort((a, b) => b.score - a.score || a.term - b.term)
}

const isName = (
  words: ReadonlyMap<string, number>,
  names: ReadonlySet<string>,
  ordinary: ReadonlySet<string>,
): boolean =>
  [...words.keys()].some((word) =>
    toPlainWords(word).some((plain) => names.has(plain) && !ordinary.has(plain)),
  )

const centrality = ({ terms }: ReadTerms, scores: ReadonlyMap<number, number>): number =>
  [...terms.keys()].reduce((sum, term) => sum + (scores.get(term) ?? 0), 0) / Math.sqrt(terms.size)

function mostFrequent(words: ReadonlyMap<string, number>): string {
  let best = ''
  for (const [word, count] of words) {
    const most = words.get(best) ?? 0
    if (count > most || (count === most && word < best)) best = word
  }
  return best
}

const byImportance = (a: QuestionGroup, b: QuestionGroup): number =>
  b.people - a.people || b.questions - a.questions || (a.label < b.label ? -1 : 1)
