import { guessLanguage, type Language } from '../../../../platform/text/language.ts'
import { toSentences } from '../../../../platform/text/sentences.ts'
import { isStopWord } from '../../../../platform/text/terms.ts'
import { toPlainWords } from '../../../../platform/text/words.ts'
import { isPersonalWord, isPolite } from './polite-words.ts'

/** A question, divided into what it asks and the rest. */
export interface ReadQuestion {
  /** The sentences that ask. */
  asks: string
  /** Sentences that only say what it is about. */
  context: string
  /** Nothing but greetings or thanks. */
  isSmallTalk: boolean
}

/** A sentence that asks but says no more than this needs the sentence before it. */
const MIN_CONTENT = 2
const ASKS = /[?？؟¿;]["'”’»)\]*_\s]*$|¿/u
/** Longer ones are read up to here. */
const MAX_CHARACTERS = 8000

/** Greetings, thanks and context sentences don't count as the question: long and short forms of it must find the same. */
export function readQuestion(question: string): ReadQuestion {
  const sentences = sentencesOf(question.slice(0, MAX_CHARACTERS))
  const telling = sentences.filter(({ content }) => content > 0)
  if (telling.length === 0) return { asks: question, context: '', isSmallTalk: isTalk(sentences) }
  const asking = telling.filter(({ text }) => ASKS.test(text))
  if (asking.length === 0) return readStatement(telling)
  const asks = new Set(asking)
  if (asking.reduce((sum, { content }) => sum + content, 0) < MIN_CONTENT) {
    const before = telling[telling.indexOf(asking[0] as Sentence) - 1] ?? telling.at(-1)
    if (before) asks.add(before)
  }
  return {
    asks: joined(telling.filter((one) => asks.has(one))),
    context: joined(telling.filter((one) => !asks.has(one))),
    isSmallTalk: false,
  }
}

/** All of a statement is looked for, but sentences about the people who write and read it count less. */
function readStatement(telling: readonly Sentence[]): ReadQuestion {
  const aboutTopic = telling.filter(({ text, content }) => content >= MIN_CONTENT && !isPersonal(text))
  const asks = aboutTopic.length > 0 ? aboutTopic : telling
  return {
    asks: joined(asks),
    context: joined(telling.filter((one) => !asks.includes(one))),
    isSmallTalk: false,
  }
}

interface Sentence {
  text: string
  /** Words that are neither stop words nor polite. */
  content: number
}

function sentencesOf(question: string): Sentence[] {
  const { language } = guessLanguage(question)
  return question.split(/\n+/).flatMap((line) =>
    toSentences(line).map(({ start, end }) => {
      const text = line.slice(start, end)
      return { text, content: contentOf(text, language) }
    }),
  )
}

function contentOf(sentence: string, ofQuestion: Language): number {
  const { language, isClear } = guessLanguage(sentence)
  const own = isClear ? language : ofQuestion
  const words = new Set(toPlainWords(sentence))
  return [...words].filter((word) => !isPolite(word) && !isStopWord(word, own)).length
}

const isPersonal = (sentence: string): boolean => toPlainWords(sentence).some(isPersonalWord)

const MAX_TALK_WORDS = 12

/** A few words, at least one of which is polite. */
function isTalk(sentences: readonly Sentence[]): boolean {
  const words = toPlainWords(sentences.map(({ text }) => text).join(' '))
  return words.length <= MAX_TALK_WORDS && words.some(isPolite)
}

const joined = (sentences: readonly Sentence[]): string => sentences.map(({ text }) => text).join('\n')
