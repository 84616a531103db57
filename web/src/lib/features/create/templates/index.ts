import type { ToolTemplate } from '@bellwether/wire'
import { defineTexts } from '$lib/i18n'
import { ca } from './ca.ts'
import { es } from './es.ts'
import { eu } from './eu.ts'
import type { TranslatedTemplates } from './template-texts.ts'

/** The server's own texts are English. */
const en: TranslatedTemplates = {}
const translated = defineTexts({ en, es, ca, eu })

/** A built-in template in the reader's language; templates that people have saved stay as they are. */
export const inOwnLanguage = (template: ToolTemplate): ToolTemplate => ({
  ...template,
  ...(template.built_in ? translated()[template.id.replace(/^builtin:/, '')] : undefined),
})
