import { guessLanguage, LANGUAGES, type Language } from '../language.ts'
import { toSentences } from '../sentences.ts'
import { isStopWord } from '../terms.ts'
import { isUnspaced, toPlainWords } from '../words.ts'
import {
  isAboutAsking,
  isInterrogative,
  isPersonalWord,
  isPolite,
  isRequestVerb,
  isThanks,
  UNSPACED_PERSONAL,
} from './polite-words.ts'
import { type Talk, talkOf, unspacedTalkIn, withoutUnspacedTalk } from './talk-phrases.ts'
import { askedAbout, topicOf } from './topics.ts'
import { unspacedContent } from './unspaced-words.ts'

/** A question, divided into what it asks and the rest. */
export interface ReadQuestion {
  /** The sentences that ask. */
  asks: string
  /** Other sentences about the topic. */
  context: string
  /** Sentences about the people who write and read it. */
  aside: string
  /** It asks nothing: a claim, a title or a few words to look for. */
  isStatement?: boolean
  /** It is nothing but a greeting, or thanks. */
  talk?: Talk | undefined
  /** A greeting that is also the name of something: it is talk only if the material does not have this word. */
  topic?: string | undefined
}

/** A question with fewer content words needs the sentence before it, unless that is about the writer. */
const MIN_CONTENT = 2
/** Not in brackets: notes such as "(1843?)" ask nothing. */
const ASKS = /[?？؟¿;\u037e]["'”’»*_\s]*$|¿/u
/** How questions end in Japanese, Chinese and Korean, and the words that ask in Thai; used where there is no question mark. */
const ASKS_WITHOUT_MARK =
  /(?:[すたうの]か|教えて(?:ください|下さい)?|説明して(?:ください|下さい)|[吗嗎呢]|습니까|입니까|합니까|됩니까|나요|[은는인한]가요?|까요|려 ?주세요|명해 ?주세요)[。.!！\s]*$|อะไร|ใคร|เมื่อไร|เมื่อไหร่|เมื่อใด|ไหน|อย่างไร|ยังไง|ทำไม|กี่|ใด|เท่าไร|เท่าไหร่|หรือไม่|ไหม/u
/** Characters of a sentence whose words are counted: it matters whether they are few. */
const COUNTED = 200
/** Thai has spaces between sentences only. */
const THAI_SPACE = /(?<=[\u0e01-\u0e5b]) +(?=[\u0e01-\u0e5b])/u
/** Longer ones are read up to here. */
const MAX_CHARACTERS = 8000

/** Greetings, thanks and context sentences don't count as the question: long and short forms of it must find the same. */
export function readQuestion(fullQuestion: string): ReadQuestion {
  const question = fullQuestion.slice(0, MAX_CHARACTERS)
  const guess = guessLanguage(question)
  const language = guess.isClear ? guess.language : undefined
  const sentences = sentencesOf(question, language)
  const telling = sentences.filter(({ content }) => content > 0)
  if (telling.length === 0) return readTalk(question, sentences)
  const withMark = telling.filter(({ text }) => ASKS.test(text))
  const asking =
    withMark.length > 0
      ? telling.filter((sentence) => withMark.includes(sentence) || isRequest(sentence))
      : telling.filter(({ text }) => ASKS_WITHOUT_MARK.test(text))
  if (asking.length === 0) return readStatement(telling, language)
  const asks = new Set(asking)
  if (asking.reduce((sum, { content }) => sum + content, 0) < MIN_CONTENT) {
    const before = telling[telling.indexOf(asking[0] as Sentence) - 1]
    if (before && !isPersonal(before, language)) asks.add(before)
  }
  return divided(telling, asks, language)
}

/** Only polite words: a greeting, unless it asks about one of them. */
function readTalk(question: string, sentences: readonly Sentence[]): ReadQuestion {
  const asking = sentences.filter(({ text }) => isAskedAbout(text))
  if (asking.length > 0) return { asks: joined(asking), context: '', aside: '' }
  const talk = talkOfAll(sentences)
  return { asks: question, context: '', aside: '', talk, topic: talk && topicOf(question) }
}

/** "What is a tag?", but not "What is up?" or "Who are you?". */
const isAskedAbout = (text: string): boolean =>
  talkIn(toPlainWords(text)) === undefined &&
  toPlainWords(askedAbout(text)).some((word) => isPolite(word) && !isPersonalWord(word))

function divided(telling: readonly Sentence[], asks: ReadonlySet<Sentence>, language: Language | undefined) {
  const others = telling.filter((sentence) => !asks.has(sentence))
  const isAside = (sentence: Sentence) => isPersonal(sentence, language)
  return {
    asks: joined(telling.filter((sentence) => asks.has(sentence))),
    context: joined(others.filter((sentence) => !isAside(sentence))),
    aside: joined(others.filter(isAside)),
  }
}

/** All of a statement is looked for, but sentences about the people who write and read it count less. */
function readStatement(telling: readonly Sentence[], language: Language | undefined): ReadQuestion {
  const aboutTopic = telling.filter(
    (sentence) => sentence.content >= MIN_CONTENT && !isPersonal(sentence, language),
  )
  const asks = aboutTopic.length > 0 ? aboutTopic : telling
  return {
    ...divided(telling, new Set(asks), language),
    isStatement: !asks.some(({ text }) => isInterrogative(toPlainWords(text)[0] ?? '')),
  }
}

/** Fewer content words only say how to answer: "Explain it in simple words." */
const MIN_REQUESTED = 3

/** "Describe …", "Compare …": asks like a question. */
const isRequest = ({ text, content }: Sentence): boolean =>
  content >= MIN_REQUESTED && isRequestVerb(toPlainWords(text)[0] ?? '')

interface Sentence {
  text: string
  /** Words that are neither stop words nor polite. */
  content: number
}

function sentencesOf(question: string, language: Language | undefined): Sentence[] {
  const languages = language === undefined ? LANGUAGES : [language]
  const lines = question.split(/\n+/).flatMap((line) => line.split(THAI_SPACE))
  return lines.flatMap((line) =>
    toSentences(line).map(({ start, end }) => {
      const text = line.slice(start, end)
      return { text, content: contentOf(text, languages) }
    }),
  )
}

function contentOf(sentence: string, ofQuestion: readonly Language[]): number {
  const { language, isClear } = guessLanguage(sentence)
  const languages = isClear ? [language] : ofQuestion
  const words = toPlainWords(sentence)
  if (talkIn(words) || isAllPolite(words)) return 0
  const spaced = new Set(words.filter((word) => !isUnspaced(word)))
  const content = [...spaced].filter(
    (word) => !isPolite(word, languages) && !languages.some((candidate) => isStopWord(word, candidate)),
  ).length
  return spaced.size === words.length
    ? content
    : content + unspacedContent(withoutUnspacedTalk(sentence).slice(0, COUNTED), true).length
}

/** In any one language: a greeting may be in another one than the question. */
const isAllPolite = (words: readonly string[]): boolean =>
  LANGUAGES.some((language) =>
    words.every((word) => isStopWord(word, language) || isPolite(word, [language])),
  )

/** Of the words that say something, as many as this are about the writer or reader: "you" alone is in any manual. */
const PERSONAL_SHARE = 0.2

/** In the language of the sentence; if it is too short to tell, in that of the question. */
function isPersonal({ text }: Sentence, ofQuestion: Language | undefined): boolean {
  if (UNSPACED_PERSONAL.test(text)) return true
  const guess = guessLanguage(text)
  const language = guess.isClear ? guess.language : ofQuestion
  const words = toPlainWords(text)
  const personal = words.filter((word) => isPersonalWord(word, language)).length
  if (personal === 0) return false
  const languages = language === undefined ? LANGUAGES : [language]
  const telling = words.filter(
    (word) =>
      !isPersonalWord(word, language) &&
      !isAboutAsking(word) &&
      !isPolite(word, languages) &&
      !languages.some((candidate) => isStopWord(word, candidate)),
  )
  return personal >= PERSONAL_SHARE * telling.length
}

/** Phrases of greeting or thanks, with polite words of any language between them. */
const talkIn = (words: readonly string[]): Talk | undefined => talkOf(words, (word) => isPolite(word))

const MAX_TALK_WORDS = 12
/** Pairs of characters are counted as words. */
const MAX_UNSPACED_TALK = 40

/** A few words, at least one of which is polite. */
function talkOfAll(sentences: readonly Sentence[]): Talk | undefined {
  const text = sentences.map((sentence) => sentence.text).join(' ')
  const words = toPlainWords(text)
  if (words.length > (words.some(isUnspaced) ? MAX_UNSPACED_TALK : MAX_TALK_WORDS)) return undefined
  const kinds = [unspacedTalkIn(text), ...sentences.map((sentence) => talkIn(toPlainWords(sentence.text)))]
  if (words.some(isThanks) || kinds.includes('thanks')) return 'thanks'
  return words.some((word) => isPolite(word)) || kinds.includes('greeting') ? 'greeting' : undefined
}

const joined = (sentences: readonly Sentence[]): string => sentences.map(({ text }) => text).join('\n')
