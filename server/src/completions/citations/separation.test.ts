import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { toBlocks } from '../../platform/text/blocks.ts'
import { toSentences } from '../../platform/text/sentences.ts'
import { checkCitations } from './check-citations.ts'

interface Document {
  title: string
  text: string
}

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../../../../shared/data/retrieval')
const TRIALS = 150

/** Returns the same sequence of numbers each time. */
function createRandom(): () => number {
  let state = 42
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

function readCollection(name: string): Document[] {
  const lines = readFileSync(join(folder, name, 'corpus.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .slice(0, 2000)
  return lines.map((line): Document => JSON.parse(line)).filter(({ text }) => text.length > 200)
}

const sentencesOf = (text: string): string[] =>
  toBlocks(text)
    .flatMap((block) => toSentences(text, block))
    .map(({ start, end }) => text.slice(start, end))
    .filter((sentence) => sentence.length > 50 && sentence.length < 400 && !/[?:]$/.test(sentence))

/**
 * Simulates a model's paraphrase of a passage by replacing some of the words of a sentence. The other
 * passages are its neighbors, mostly about the same topic, like those that a search would return.
 */
async function measure(documents: readonly Document[]) {
  const random = createRandom()
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const vocabulary = documents.slice(0, 300).flatMap(({ text }) => text.match(/\p{L}{4,}/gu) ?? [])
  const reword = (sentence: string, rate: number) =>
    sentence.replace(/\p{L}{4,}/gu, (word) => (random() < rate ? pick(vocabulary) : word))
  const counts = { own: 0, reworded: 0, wrongMark: 0, otherYear: 0, years: 0, near: 0, far: 0, all: 0 }
  while (counts.all < TRIALS) {
    const at = Math.floor(random() * (documents.length - 6))
    const around = documents
      .slice(at, at + 5)
      .map(({ title, text }, index) => ({ n: index + 1, title, text: text.slice(0, 2000) }))
    const [own, ...others] = around
    const sentences = sentencesOf(own?.text ?? '')
    if (sentences.length === 0) continue
    counts.all++
    const sentence = pick(sentences)
      .replace(/\[[^\]]*\]/g, '')
      .replace(/[.!]\S*$/, '')
    const status = async (answer: string, passages: typeof around) =>
      (await checkCitations(answer, passages, new AbortController().signal)).sentences.at(-1)?.status
    if ((await status(`${reword(sentence, 0.3)} [1].`, around)) === 'supported') counts.own++
    if ((await status(`${reword(sentence, 0.5)} [1].`, around)) === 'supported') counts.reworded++
    if ((await status(`${sentence} [2].`, around)) === 'wrong_mark') counts.wrongMark++
    if ((await status(`${sentence}.`, others)) === 'supported') counts.near++
    const far = Array.from({ length: 4 }, (_, index) => ({ n: index + 1, ...pick(documents) }))
    if (
      (await status(
        `${sentence}.`,
        far.filter(({ text }) => text !== documents[at]?.text),
      )) === 'supported'
    )
      counts.far++
    if (!/\b[12]\d{3}\b/.test(sentence)) continue
    counts.years++
    const changed = sentence.replace(/\b[12]\d{3}\b/g, (year) => String(Number(year) + 37))
    if ((await status(`${changed} [1].`, around)) !== 'supported') counts.otherYear++
  }
  return counts
}

test.runIf(existsSync(folder)).each(['squad2-dev-cs224n', 'xquad-es', 'viquiquad', 'scifact'])(
  'tells what a passage supports from what it does not: %s',
  async (name) => {
    const { own, reworded, near, far, all, wrongMark, otherYear, years } = await measure(readCollection(name))
    expect(own / all, 'three of ten words are others').toBeGreaterThan(0.95)
    expect(reworded / all, 'half of the words are others').toBeGreaterThan(0.85)
    expect(wrongMark / all, 'the mark of another passage').toBeGreaterThan(0.8)
    expect(otherYear / years, 'another year').toBeGreaterThan(0.3)
    expect(near / all, 'passages beside it').toBeLessThan(0.2)
    expect(far / all, 'any passages').toBeLessThan(0.05)
  },
)
