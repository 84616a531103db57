import { LANGUAGE_NAMES, type RubricLanguage } from '@bellwether/wire'
import type { AskedFor } from '../../usage/index.ts'

/** The valid part of a model's answer, and its faults. */
export interface Reading<T> {
  value: T | undefined
  faults: readonly string[]
}

/**
 * Asks the organization's model for one JSON object, and once more if it has faults. Injected, because model calls
 * belong to a higher layer.
 */
export type AskForJson = <T>(question: {
  organizationId: number
  model?: string | undefined
  messages: readonly { role: 'system' | 'user'; content: string }[]
  schema: Readonly<Record<string, unknown>>
  read(answer: Readonly<Record<string, unknown>>): Reading<T>
  signal: AbortSignal
  askedFor?: AskedFor | undefined
  onSpent?: ((cost: number) => Promise<void>) | undefined
  maySpendMore?: (() => Promise<boolean>) | undefined
}) => Promise<Reading<T> & { raw: string; model: string }>

export const toLanguageRule = (language: RubricLanguage | undefined, otherwise: string): string =>
  `Write every text for people in ${language === undefined ? otherwise : nameOf(language)}.`

/** “Basque (Euskara)”: models know both names. */
const nameOf = (language: RubricLanguage): string =>
  `${new Intl.DisplayNames(['en'], { type: 'language' }).of(language)} (${LANGUAGE_NAMES[language]})`
