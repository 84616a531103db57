import { toTokens } from '../budget/estimate-tokens.ts'

/** In characters, for all texts of one preview. The rest is estimated. */
const MAX_COUNTED = 1_000_000
/** The tokenizer takes quadratic time for a long word, so it gets the text in parts. */
const PART = 2000

/** Counts the tokens of one preview's texts. */
export async function createTokenCounter(): Promise<(text: string) => number> {
  // Loaded only here: the tokenizer's tables take more memory than the rest of the server.
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base')
  let left = MAX_COUNTED
  return (text) => {
    const end = Math.min(text.length, left)
    left -= end
    let tokens = toTokens(text.length - end)
    for (let at = 0; at < end; at += PART) tokens += countTokens(text.slice(at, Math.min(at + PART, end)))
    return tokens
  }
}
