import { AppError } from '../../../../platform/errors.ts'
import type { Embedder } from './embedder.ts'

/** Words of the tests that mean the same. */
const MEANINGS: Readonly<Record<string, string>> = {
  automobile: 'car',
  automobiles: 'car',
  cars: 'car',
  coche: 'car',
  motors: 'engine',
  engines: 'engine',
  physician: 'doctor',
  doctors: 'doctor',
}
const EMPTY_WORDS = new Set('the a of in and is are to by how do does what who el la de'.split(' '))

/** Gives words with the same meaning the same vector, like a real model. */
export function meaningOf(text: string, dimension = 512): Float32Array {
  const sum = new Float32Array(dimension)
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    if (EMPTY_WORDS.has(word)) continue
    let state = 7
    for (const letter of MEANINGS[word] ?? word) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193)
    for (let at = 0; at < dimension; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) | 0
      sum[at] = (sum[at] ?? 0) + state / 2 ** 31
    }
  }
  return sum
}

/** A fake embedder that records its calls. */
export function createFakeEmbedder(first = 'fake/one') {
  let model: string | undefined = first
  let dimension = 512
  let failing: Error | undefined
  let refuses = (_text: string): boolean => false
  let hold: Promise<void> = Promise.resolve()
  let release: () => void = () => undefined
  const calls: { model: string; texts: readonly string[]; purpose: string }[] = []
  const embedder: Embedder = {
    modelOf: async () => model,
    async embed(_organization, name, texts, purpose, signal) {
      calls.push({ model: name, texts, purpose })
      await hold
      signal.throwIfAborted()
      if (failing) throw failing
      if (texts.some(refuses))
        throw new AppError('provider_failed', 'too long', { providerStatus: 400, retryable: false })
      return texts.map((text) => meaningOf(text, dimension))
    },
  }
  return {
    ...embedder,
    calls,
    /** The passages that were embedded, without the texts for comparison. */
    passages: () =>
      calls
        .filter(({ purpose, texts }) => purpose === 'passage' && !texts[0]?.startsWith('The harbour'))
        .flatMap(({ texts }) => texts),
    /** As at the beginning. */
    reset() {
      model = first
      dimension = 512
      failing = undefined
      refuses = () => false
      release()
      calls.length = 0
    },
    choose(next: string | undefined) {
      model = next
    },
    setDimension(next: number) {
      dimension = next
    },
    fail(error: Error | undefined) {
      failing = error
    },
    refuse(predicate: (text: string) => boolean) {
      refuses = predicate
    },
    /** Keeps every call waiting until the returned function is called. */
    holdUp(): () => void {
      hold = new Promise((resolve) => {
        release = resolve
      })
      return () => release()
    },
  }
}
