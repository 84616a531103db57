export { defineTexts, format, i18n } from './i18n.svelte.ts'
export { LANGUAGE_NAMES, LANGUAGES, type Language } from './languages.ts'
export { formatDate, localeOf } from './locale.ts'
export { plural } from './plural.ts'
