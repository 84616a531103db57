import type { RubricSheet } from '@bellwether/wire'

/** The rules and the form of the answer, in characters. */
const FRAME_LENGTH = 3500
const CHARACTERS_PER_TOKEN = 4
/** What a model writes about a work, and about each criterion: level, quotes and reason. */
const FEEDBACK_TOKENS = 200
const CRITERION_TOKENS = 150

/** The tokens that works of these lengths are likely to take, if each is graded with one call. Pure. */
export function estimateTokens(
  sheet: RubricSheet,
  lengths: readonly number[],
): { inputTokens: number; outputTokens: number } {
  const rubric = JSON.stringify(sheet.criteria).length
  const characters = lengths.reduce((sum, length) => sum + FRAME_LENGTH + rubric + length, 0)
  return {
    inputTokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
    outputTokens: lengths.length * (FEEDBACK_TOKENS + CRITERION_TOKENS * sheet.criteria.length),
  }
}
