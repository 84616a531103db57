export interface ReadPassage {
  heading: string
  text: string
}

export interface QuestionWords {
  about: (topic: string) => string
  meaning: (words: string) => string
  rubric: string
  overview: string
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

/** The first words of each sentence of a passage. */
const firstWordsOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?])\s|\n/)
    .map((sentence) =>
      sentence
        .trim()
        .replace(/^[#>*\-\s]+/, '')
        .split(/\s+/)
        .slice(0, 8)
        .join(' ')
        .replace(/[.,;:]+$/, ''),
    )
    .filter((start) => start.split(' ').length > 3)

/**
 * Up to three questions that the documents can answer, from their headings or otherwise from the beginnings of their
 * passages. Pure.
 */
export function suggestQuestions(
  passages: readonly ReadPassage[],
  words: QuestionWords,
  hasRubric: boolean,
): string[] {
  const topics = [...new Set(passages.map(({ heading }) => topicOf(heading)))].filter(
    (topic) => topic.length > 2 && topic.length <= MAX_TOPIC_LENGTH && !EMPTY_HEADINGS.test(topic),
  )
  const beginnings = [...new Set(passages.flatMap(({ text }) => firstWordsOf(text)))]
  const questions = [
    ...topics.map(words.about),
    ...spread(beginnings, MAX_QUESTIONS).map(words.meaning),
  ].slice(0, hasRubric ? MAX_QUESTIONS - 1 : MAX_QUESTIONS)
  if (hasRubric) questions.push(words.rubric)
  return questions.length > 0 ? questions : passages.length > 0 ? [words.overview] : []
}

/** Evenly from the whole text, not only from its beginning. */
function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list]
  return Array.from({ length: count }, (_, index) => list[Math.floor((index * list.length) / count)]).filter(
    (one): one is T => one !== undefined,
  )
}
