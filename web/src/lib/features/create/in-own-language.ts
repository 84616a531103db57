import type { ToolTemplate } from '@bellwether/wire'
import type { Texts } from '$lib/i18n'
import { templatesTexts } from '$lib/texts/templates.ts'

const isBuiltIn = (name: string): name is keyof Texts['templates'] => Object.hasOwn(templatesTexts(), name)

/** A built-in template in the reader's language; templates that people have saved stay as they are. */
export function inOwnLanguage(template: ToolTemplate): ToolTemplate {
  const name = template.id.replace(/^builtin:/, '')
  if (!template.built_in || !isBuiltIn(name)) return template
  const { suggested_questions, ...words } = templatesTexts()[name]
  return { ...template, ...words, suggested_questions: Object.values(suggested_questions) }
}
