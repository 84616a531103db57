import { type Json, stringOf } from '../upstream/json.ts'

/** What the provider caches at least, in tokens; the first match counts. It ignores marks of less than that. */
const MINIMUM: readonly (readonly [RegExp, number])[] = [
  [/opus-4[-.][56]|haiku-4/, 4096],
  [/opus-4[-.]7|sonnet-4[-.]6|haiku/, 2048],
  [/opus-5/, 512],
  [/./, 1024],
]
const CHARACTERS_PER_TOKEN = 4
const PICTURE_TOKENS = 1000

/** A part of the request, in the order in which the provider reads them. Up to four can have a mark. */
export interface CachePart {
  blocks: readonly Json[]
  /** Whether later requests begin with everything up to its end. */
  isRepeated: boolean
}

/** Marks the end of each repeated part, in place: the provider caches the request up to there. */
export function markRepeated(model: string, parts: readonly CachePart[]): void {
  const minimum = MINIMUM.find(([name]) => name.test(model))?.[1] ?? 0
  let tokens = 0
  for (const { blocks, isRepeated } of parts) {
    for (const block of blocks) tokens += tokensIn(block)
    const last = blocks.at(-1)
    if (isRepeated && last && tokens >= minimum) last['cache_control'] = { type: 'ephemeral' }
  }
}

const tokensIn = (block: Json): number =>
  block.type === 'image'
    ? PICTURE_TOKENS
    : (block.type === 'text' ? stringOf(block.text) : JSON.stringify(block)).length / CHARACTERS_PER_TOKEN
