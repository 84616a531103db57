import { type Block, toBlocks } from '../../platform/text/blocks.ts'
import { endsSentence, type Span, toSentences } from '../../platform/text/sentences.ts'
import { findMarks, type Mark, maskCode, maskFormulas, maskMarks } from './citation-marks.ts'

export interface AnswerSentence extends Span {
  /** The words of the sentence, without citations and formulas. Empty for code. */
  words: string
  marks: number[]
  opensWithMark: boolean
  /**
   * True for text that can be neither true nor false: a heading, code, a question or the line
   * that introduces a list.
   */
  isAside: boolean
  /** False for a table row, a heading-like item, or a half sentence before or after a formula or a list. */
  isWhole: boolean
}

const QUESTION = /[?？؟]["'”’»)*_\s]*$/
/** It continues what stands before its paragraph. */
const CONTINUES = /^[\s*_"'“‘«(]*\p{Ll}/u
const INTRODUCES_LIST = /[:：]["'”’»)*_\s]*$/

/** Splits an answer into sentences that can be checked, one paragraph at a time. Pure. */
export function* toAnswerSentences(answer: string): Generator<AnswerSentence[], void, undefined> {
  for (const block of toBlocks(answer)) yield sentencesOfBlock(answer, block)
}

function sentencesOfBlock(answer: string, { start, end, kind }: Block): AnswerSentence[] {
  const nothing = { words: '', marks: [], opensWithMark: false, isAside: true, isWhole: false }
  if (kind === 'code') return [{ start, end, ...nothing }]
  const text = answer.slice(start, end)
  const marks = findMarks(maskFormulas(maskCode(text, '~'), '~'))
  const withoutMarks = maskMarks(text, marks)
  const words = maskFormulas(withoutMarks, ' ')
  // Code and formulas contain no full stops, but belong to their sentence.
  const spans = toSentences(maskFormulas(maskCode(withoutMarks, 'x'), 'x'))
  const sentences = spans.map((span, at): AnswerSentence => {
    const sentence = words.slice(span.start, span.end)
    return {
      ...span,
      words: sentence,
      marks: [],
      opensWithMark: false,
      isAside: kind === 'heading' || isAside(sentence),
      isWhole: endsSentence(sentence) && !(at === 0 && CONTINUES.test(sentence)),
    }
  })
  const [first] = marks
  if (sentences.length === 0 && first) sentences.push({ ...nothing, start: first.start, end: first.end })
  for (const mark of marks) addMark(sentences, mark)
  return sentences.map((sentence) => ({
    ...sentence,
    start: sentence.start + start,
    end: sentence.end + start,
    isAside: sentence.isAside || (sentence.marks.length === 0 && isPleasantry(sentence.words)),
  }))
}

/**
 * A citation belongs to the sentence that contains or precedes it; one that opens a paragraph belongs
 * to the first sentence.
 */
function addMark(sentences: readonly AnswerSentence[], mark: Mark): void {
  const owner = sentences.findLast((sentence) => sentence.start <= mark.start) ?? sentences[0]
  if (!owner) return
  if (mark.start < owner.start) {
    owner.start = mark.start
    owner.opensWithMark = true
  }
  owner.end = Math.max(owner.end, mark.end)
  owner.marks = [...new Set([...owner.marks, ...mark.numbers])]
}

const isAside = (words: string): boolean => QUESTION.test(words) || INTRODUCES_LIST.test(words)

/** Openings of sentences that only start, end or comment on an answer, in the languages that Bellwether supports. */
const COMMENTS = [
  'no language model is|great question|good question|i hope|hope this|let me know|feel free|if you (?:have|need|want|would)',
  "i (?:do not|don[’']t|could not|couldn[’']t|can[’']?t|cannot) (?:know|find|answer|see)|here (?:is|are)",
  "(?:the|these|this) (?:material|passages?|sources?|documents?|context) (?:do|does) ?n[o’']t",
  'no hay ningún modelo de lenguaje|buena pregunta|espero que|si (?:tienes|necesitas|quieres|tiene|necesita)|aquí (?:tienes|está)',
  'no hi ha cap model de llenguatge|bona pregunta|si (?:tens|necessites|vols)|aquí (?:tens|hi ha)',
  'no (?:he encontrado|encuentro|lo sé|he trobat|trobo|ho sé)',
  'ez dago hizkuntza-eredurik|galdera ona|espero dut|ez dut aurkitu|hemen (?:duzu|dago)',
]
/** These can also start a meaningful sentence, so only short sentences count as polite. */
const INTERJECTIONS = [
  "hello|hi|hey|sure|certainly|of course|thanks|thank you|you[’']re welcome|i[’']m sorry|sorry|yes|no|okay",
  'hola|claro|por supuesto|gracias|de nada|lo siento|sí|bon dia|és clar|i tant|per descomptat|gràcies|de res|ho sento',
  'kaixo|noski|jakina|eskerrik asko|ez horregatik|barkatu|bai|ez',
]
const MAX_WORDS = 7

const beginningWith = (phrases: readonly string[]): RegExp =>
  new RegExp(`^[\\s*_"“'¡¿]{0,5}(?:${phrases.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
const COMMENT = beginningWith(COMMENTS)
const INTERJECTION = beginningWith(INTERJECTIONS)

/** Whether a sentence is only polite. Pure. */
const isPleasantry = (sentence: string): boolean =>
  COMMENT.test(sentence) ||
  (INTERJECTION.test(sentence) && sentence.trim().split(/\s+/, MAX_WORDS + 1).length <= MAX_WORDS)
