import type { Language } from '../../platform/languages.ts'
import { serverTexts } from '../../platform/texts/server-texts.ts'

/** The connector's own sentences; others if there is a model that is not called because a budget is nearly used up. */
export function ownWordsIn(language: Language, isPaused: boolean) {
  const { paused, ...words } = serverTexts(language).quotes
  return isPaused ? { ...words, ...paused } : words
}

export type OwnWords = ReturnType<typeof ownWordsIn>
