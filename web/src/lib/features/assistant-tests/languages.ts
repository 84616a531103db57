import { format } from '$lib/i18n'

const CODES = ['en', 'es', 'ca', 'eu', 'fr', 'de', 'it', 'pt', 'gl', 'nl', 'ar', 'zh', 'ja'] as const

/** The languages that a check can ask for, by their names in the reader's language. */
export const languageOptions = () =>
  CODES.map((value): { value: string; label: string } => ({ value, label: format.language(value) }))
