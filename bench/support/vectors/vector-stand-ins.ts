import { toUnit } from '../../../server/src/search/vectors/vector-block.ts'
import { createRandom } from '../random.mjs'

/**
 * No embedding model is available where this is measured, so vectors are made up: uninformative ones, weak ones, and
 * ones as good as a real model's. The search must never get worse with them, and must get better with the good ones.
 */
export interface StandIn {
  name: string
  ofPassage(text: string, at: number): Float32Array
  /** `right`: the indexes of the passages that answer the question. */
  ofQuestion(text: string, right: readonly number[]): Float32Array
}

const SIZE = 384

function direction(seed: number, size = SIZE): Float32Array {
  const random = createRandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(random() || 1e-9)) * Math.cos(2 * Math.PI * random())
  return toUnit(Float32Array.from({ length: size }, normal)) ?? new Float32Array(size)
}

function mix(...parts: readonly (readonly [number, Float32Array])[]): Float32Array {
  const sum = new Float32Array(parts[0]?.[1].length ?? SIZE)
  for (const [weight, vector] of parts)
    for (let at = 0; at < sum.length; at++) sum[at] = (sum[at] ?? 0) + weight * (vector[at] ?? 0)
  return toUnit(sum) ?? sum
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193)
  return value >>> 0
}

const random: StandIn = {
  name: 'random',
  ofPassage: (_text, at) => direction(at + 1),
  ofQuestion: (text) => direction(hash(text)),
}

/** The sum of made-up vectors of the words, common and rare alike. */
const vectors = new Map<string, Float32Array>()
function soup(text: string): Float32Array {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? []
  return mix(
    ...words.map((word): readonly [number, Float32Array] => {
      let vector = vectors.get(word)
      if (!vector) {
        vector = direction(hash(word), 100)
        vectors.set(word, vector)
      }
      return [1, vector]
    }),
  )
}
const wordSoup: StandIn = { name: 'word soup', ofPassage: soup, ofQuestion: soup }

function letters(text: string): Float32Array {
  const sum = new Float32Array(256)
  const plain = text.toLowerCase()
  for (let at = 0; at + 3 <= plain.length; at++) {
    const number = hash(plain.slice(at, at + 3))
    const place = number % sum.length
    sum[place] = (sum[place] ?? 0) + (number & 0x10000 ? 1 : -1)
  }
  return toUnit(sum) ?? sum
}
const letterSoup: StandIn = { name: 'letter soup', ofPassage: letters, ofQuestion: letters }

/** Groups of twenty passages about one topic, like lectures. */
const TOGETHER = 20
const topicOf = (at: number) => direction(1_000_003 + Math.floor(at / TOGETHER))
const vectorOfPassage = (_text: string, at: number) => mix([0.6, topicOf(at)], [0.8, direction(at + 1)])
const towards = (name: string, topic: number, passage: number): StandIn => ({
  name,
  ofPassage: vectorOfPassage,
  ofQuestion: (text, right) =>
    mix(
      [1, direction(hash(text))],
      ...right.map((at): readonly [number, Float32Array] => [topic, topicOf(at)]),
      // Some questions are understood, some are not.
      ...right.map((at): readonly [number, Float32Array] => [
        passage * 2 * createRandom(hash(text))(),
        direction(at + 1),
      ]),
    ),
})

export const STAND_INS: readonly StandIn[] = [
  random,
  wordSoup,
  letterSoup,
  towards('matter only', 0.4, 0),
  towards('fair', 0.25, 0.25),
  towards('good', 0.25, 0.45),
]
