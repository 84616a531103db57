import { guessLanguage, LANGUAGES, type Language } from '../language.ts'
import { toSentences } from '../sentences.ts'
import { isStopWord } from '../terms.ts'
import { toPlainWords } from '../words.ts'
import {
  isPersonalWord,
  isPolite,
  isThanks,
  UNSPACED_ASKING,
  UNSPACED_TALK,
  UNSPACED_THANKS,
} from './polite-words.ts'

/** A question, divided into what it asks and the rest. */
export interface ReadQuestion {
  /** The sentences that ask. */
  asks: string
  /** Sentences that only say what it is about. */
  context: string
  /** It is nothing but a greeting, or thanks. */
  talk?: 'greeting' | 'thanks' | undefined
}

/** A question with fewer content words needs the sentence before it, unless that is about the writer. */
const MIN_CONTENT = 2
const ASKS = /[?？؟¿;]["'”’»)\]*_\s]*$|¿/u
/** Longer ones are read up to here. */
const MAX_CHARACTERS = 8000

/** Greetings, thanks and context sentences don't count as the question: long and short forms of it must find the same. */
export function readQuestion(fullQuestion: string): ReadQuestion {
  const question = fullQuestion.slice(0, MAX_CHARACTERS)
  const guess = guessLanguage(question)
  const language = guess.isClear ? guess.language : undefined
  const sentences = sentencesOf(question, language)
  const telling = sentences.filter(({ content }) => content > 0)
  if (telling.length === 0) return { asks: question, context: '', talk: talkIn(sentences) }
  const asking = telling.filter(({ text }) => ASKS.test(text))
  if (asking.length === 0) return readStatement(telling, language)
  const asks = new Set(asking)
  if (asking.reduce((sum, { content }) => sum + content, 0) < MIN_CONTENT) {
    const before = telling[telling.indexOf(asking[0] as Sentence) - 1]
    if (before && !isPersonal(before, language)) asks.add(before)
  }
  return {
    asks: joined(telling.filter((sentence) => asks.has(sentence))),
    context: joined(telling.filter((sentence) => !asks.has(sentence))),
  }
}

/** All of a statement is looked for, but sentences about the people who write and read it count less. */
function readStatement(telling: readonly Sentence[], language: Language | undefined): ReadQuestion {
  const aboutTopic = telling.filter(
    (sentence) => sentence.content >= MIN_CONTENT && !isPersonal(sentence, language),
  )
  const asks = aboutTopic.length > 0 ? aboutTopic : telling
  return {
    asks: joined(asks),
    context: joined(telling.filter((sentence) => !asks.includes(sentence))),
  }
}

interface Sentence {
  text: string
  /** Words that are neither stop words nor polite. */
  content: number
}

function sentencesOf(question: string, language: Language | undefined): Sentence[] {
  const languages = language === undefined ? LANGUAGES : [language]
  return question.split(/\n+/).flatMap((line) =>
    toSentences(line).map(({ start, end }) => {
      const text = line.slice(start, end)
      return { text, content: contentOf(text, languages) }
    }),
  )
}

function contentOf(sentence: string, ofQuestion: readonly Language[]): number {
  const { language, isClear } = guessLanguage(sentence)
  const languages = isClear ? [language] : ofQuestion
  const words = new Set(toPlainWords(sentence))
  // What remains of Chinese or Japanese after greetings and thanks.
  if (UNSPACED_TALK.test(sentence)) return toPlainWords(sentence.replace(UNSPACED_ASKING, ' ')).length
  return [...words].filter(
    (word) => !isPolite(word) && !languages.some((candidate) => isStopWord(word, candidate)),
  ).length
}

/** In the language of the sentence; if it is too short to tell, in that of the question. */
function isPersonal({ text }: Sentence, ofQuestion: Language | undefined): boolean {
  const guess = guessLanguage(text)
  const language = guess.isClear ? guess.language : ofQuestion
  return toPlainWords(text).some((word) => isPersonalWord(word, language))
}

const MAX_TALK_WORDS = 12

/** A few words, at least one of which is polite. */
function talkIn(sentences: readonly Sentence[]): ReadQuestion['talk'] {
  const text = sentences.map((sentence) => sentence.text).join(' ')
  const words = toPlainWords(text)
  const isTalk = words.some(isPolite) || UNSPACED_TALK.test(text)
  if (!isTalk || words.length > MAX_TALK_WORDS) return undefined
  return words.some(isThanks) || UNSPACED_THANKS.test(text) ? 'thanks' : 'greeting'
}

const joined = (sentences: readonly Sentence[]): string => sentences.map(({ text }) => text).join('\n')
