// Without a schema, so that the web app can import it alone.

export interface ReadPassage {
  heading: string
  text: string
}

export interface QuestionWords {
  /** Topics are headings of any form, so they are quoted. */
  about: (values: { topic: string }) => string
  meaning: (values: { term: string }) => string
  rubric: string
}

const MAX_QUESTIONS = 3
const MAX_TOPIC_LENGTH = 70
/** Headings that every document has and that say nothing about its topic. */
const EMPTY_HEADINGS =
  /^(contents?|table of contents|introduction|references|bibliography|index|índice|introducción|referencias|bibliografía|índex|introducció|referències|aurkibidea|sarrera|bibliografia|page \d+|chapter \d+|\d+)$/iu

/** The innermost heading, without its number. */
const topicOf = (heading: string): string =>
  (heading.split('›').at(-1) ?? '')
    .trim()
    .replace(/^[\d.]+\s+/, '')
    .replace(/[.:;,]+$/, '')

/** "Stomata are small pores …", "Un enzima es una …", "La mitosi és un …": the term that a sentence defines. */
const DEFINITION =
  /^(?:(?:the|an?|el|la|los|las|els|les|un|una)\s+|l['’])?(\p{L}[\p{L}\p{N}'’-]*(?:\s+[\p{L}\p{N}'’-]+){0,2})\s+(?:is|are|means|es|son|és|són|significa|signifiquen|significan)\s+(?:an?|the|any|un|una|el|la|los|las|els|les|small|large|called|que)\b/iu
/** Words that begin a sentence without naming a term. */
const NO_TERM =
  /^(?:it|this|that|these|those|there|here|they|he|she|we|you|what|which|who|when|where|how|one|another|both|each|some|most|many|es|esto|esta|este|estos|estas|ese|eso|aquest|aquesta|això|hi|there|lo|qué|quin|on)\b/iu

const termsIn = (text: string): string[] =>
  text.split(/(?<=[.!?])\s|\n/).flatMap((sentence) => {
    const term = DEFINITION.exec(sentence.trim().replace(/^[#>*\-\s]+/, ''))?.[1]
    return term && term.length > 2 && !NO_TERM.test(term) ? [term] : []
  })

/**
 * Up to three questions that the documents can answer, from their headings and definitions. Pure.
 */
export function suggestQuestions(
  passages: readonly ReadPassage[],
  words: QuestionWords,
  hasRubric: boolean,
): string[] {
  const topics = [...new Set(passages.map(({ heading }) => topicOf(heading)))].filter(
    (topic) => topic.length > 2 && topic.length <= MAX_TOPIC_LENGTH && !EMPTY_HEADINGS.test(topic),
  )
  const terms = [...new Set(passages.flatMap(({ text }) => termsIn(text)))]
  const questions = [
    ...topics.map((topic) => words.about({ topic })),
    ...spread(terms, MAX_QUESTIONS).map((term) => words.meaning({ term })),
  ].slice(0, hasRubric ? MAX_QUESTIONS - 1 : MAX_QUESTIONS)
  if (hasRubric) questions.push(words.rubric)
  return questions
}

/** Evenly from the whole text, not only from its beginning. */
function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list]
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)]).filter(
    (item): item is T => item !== undefined,
  )
}
