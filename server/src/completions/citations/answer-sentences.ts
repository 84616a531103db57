import { type Block, toBlocks } from '../../platform/text/blocks.ts'
import { type Span, toSentences } from '../../platform/text/sentences.ts'
import { blotCode, blotFormulas, blotMarks, findMarks, type Mark } from './citation-marks.ts'
import { isPleasantry } from './pleasantries.ts'

export interface AnswerSentence extends Span {
  /** What it says, without marks and formulas. Empty for code. */
  words: string
  marks: number[]
  opensWithMark: boolean
  /** Can't be true or false, whatever its words are: a heading, code, a question, the line that leads to a list. */
  isAside: boolean
}

const QUESTION = /[?？؟]["'”’»)*_\s]*$/
const LEADS_ON = /[:：]["'”’»)*_\s]*$/

/** Cuts an answer into what can be checked sentence by sentence, one paragraph at a time. Pure. */
export function* toAnswerSentences(answer: string): Generator<AnswerSentence[], void, undefined> {
  for (const block of toBlocks(answer)) yield sentencesOfBlock(answer, block)
}

function sentencesOfBlock(answer: string, { start, end, kind }: Block): AnswerSentence[] {
  if (kind === 'code') return [{ start, end, words: '', marks: [], opensWithMark: false, isAside: true }]
  const text = answer.slice(start, end)
  const marks = findMarks(blotFormulas(blotCode(text, '~'), '~'))
  const withoutMarks = blotMarks(text, marks)
  const words = blotFormulas(withoutMarks, ' ')
  // Code and formulas hold no full stops, but belong to their sentence.
  const spans = toSentences(blotFormulas(blotCode(withoutMarks, 'x'), 'x'))
  const sentences = spans.map((span): AnswerSentence => {
    const said = words.slice(span.start, span.end)
    return {
      ...span,
      words: said,
      marks: [],
      opensWithMark: false,
      isAside: kind === 'heading' || isAside(said),
    }
  })
  const [first] = marks
  if (sentences.length === 0 && first)
    sentences.push({
      start: first.start,
      end: first.end,
      words: '',
      marks: [],
      opensWithMark: false,
      isAside: true,
    })
  for (const mark of marks) addMark(sentences, mark)
  return sentences.map((sentence) => ({
    ...sentence,
    start: sentence.start + start,
    end: sentence.end + start,
    isAside: sentence.isAside || (sentence.marks.length === 0 && isPleasantry(sentence.words)),
  }))
}

/** A mark belongs to the sentence that it stands in or behind; one that opens a paragraph, to the first. */
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

const isAside = (words: string): boolean => QUESTION.test(words) || LEADS_ON.test(words)
