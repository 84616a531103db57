import type { SettingsWarning } from '@bellwether/wire'
import { isObject, textOf } from '$lib/json.ts'
import type { Draft } from '../form/assistant-form.svelte.ts'
import { placeholdersIn, placePlaceholder } from '../form/template.ts'

/** How a problem can be solved. */
export type Fix =
  | { kind: 'template'; template: string; placeholder: string }
  | { kind: 'model' }
  | { kind: 'documents'; knowledgeBase: string }
  | { kind: 'tool'; index: number }

/** A reason why the assistant could not answer as intended. */
export interface Problem {
  /** Undefined: the question is missing from the template. */
  warning: SettingsWarning | undefined
  /** The server refuses to publish it. */
  isRefused: boolean
  fix: Fix | undefined
}

/** Warnings about settings with which the assistant can't answer, or not from its material. */
const SERIOUS: ReadonlySet<string> = new Set([
  'placeholder_missing',
  'empty_template',
  'incomplete',
  'nothing_chosen',
  'not_available',
  'empty_knowledge_base',
  'needs_repair',
  'no_provider',
  'unknown_connector',
  'unknown_prompt_processor',
])
const QUESTION = 'user_input'

/** `warnings` belong to the saved form of this draft. Pure. */
export function findProblems(draft: Draft, warnings: readonly SettingsWarning[]): Problem[] {
  const template = draft.prompt_template
  const isQuestionMissing = template.trim() !== '' && !placeholdersIn(template).includes(QUESTION)
  return [
    ...(isQuestionMissing ? [{ warning: undefined, isRefused: false, fix: insert(template, QUESTION) }] : []),
    ...warnings
      .filter(({ code, path }) => SERIOUS.has(code) || path === '/metadata/llm')
      .map((warning) => ({
        warning,
        isRefused: warning.code === 'incomplete',
        fix: fixFor(draft, warning),
      })),
  ]
}

const insert = (template: string, placeholder: string): Fix => ({
  kind: 'template',
  placeholder,
  template: placePlaceholder(template, placeholder),
})

function fixFor({ prompt_template: template, metadata }: Draft, warning: SettingsWarning): Fix | undefined {
  const { code, path, message_params: params } = warning
  if (code === 'placeholder_missing') {
    const placeholder = textOf(params?.['placeholder']).replace(/[{}]/g, '')
    return placeholder === '' ? undefined : insert(template, placeholder)
  }
  if (code === 'empty_template')
    return {
      kind: 'template',
      placeholder: QUESTION,
      template: emptyTemplate(textOf(params?.['placeholders'])),
    }
  if (path.startsWith('/metadata/llm') || path.startsWith('/metadata/connector')) return { kind: 'model' }
  const index = Number(/^\/metadata\/tools\/(\d+)/.exec(path)?.[1] ?? Number.NaN)
  if (Number.isNaN(index)) return undefined
  if (code === 'empty_knowledge_base') {
    const knowledgeBase = firstKnowledgeBase(metadata['tools'], index)
    if (knowledgeBase !== undefined) return { kind: 'documents', knowledgeBase }
  }
  return { kind: 'tool', index }
}

const emptyTemplate = (placeholders: string): string =>
  [...placeholdersIn(placeholders), QUESTION].map((name) => `{${name}}`).join('\n\n')

function firstKnowledgeBase(tools: unknown, index: number): string | undefined {
  const tool: unknown = Array.isArray(tools) ? tools[index] : undefined
  const config = isObject(tool) ? tool['config'] : undefined
  const collections = isObject(config) ? config['collections'] : undefined
  return Array.isArray(collections) && collections.length > 0 ? String(collections[0]) : undefined
}
