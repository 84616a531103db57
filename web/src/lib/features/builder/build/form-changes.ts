import type { FieldChange } from '@bellwether/wire'
import { isObject } from '$lib/json.ts'
import type { AssistantForm } from '../form/assistant-form.svelte.ts'

type Form = Pick<AssistantForm, 'toKept' | 'restore'>

const SETTING = 'metadata.'

/** The form in the format of the server. */
export function toBuildDraft(form: Pick<Form, 'toKept'>): Record<string, unknown> {
  const values: Record<string, unknown> = { ...form.toKept() }
  const { name, description, system_prompt, prompt_template, metadata } = values
  return {
    name,
    description,
    system_prompt,
    prompt_template,
    metadata,
    ...(typeof values['RAG_collections'] === 'string' ? { rag_collections: values['RAG_collections'] } : {}),
    ...(typeof values['RAG_Top_k'] === 'number' ? { rag_top_k: values['RAG_Top_k'] } : {}),
  }
}

/** The form with new values, without putting them into it. */
export function withChanges(form: Pick<Form, 'toKept'>, changes: readonly FieldChange[]): object {
  const values: Record<string, unknown> = { ...form.toKept() }
  const metadata = { ...(isObject(values['metadata']) ? values['metadata'] : {}) }
  for (const { field, to } of changes) {
    if (!field.startsWith(SETTING)) values[field] = to
    else if (to === null) delete metadata[field.slice(SETTING.length)]
    else metadata[field.slice(SETTING.length)] = to
  }
  return { ...values, metadata }
}

/** Puts the new values into the form, without saving. */
export function applyChanges(form: Form, changes: readonly FieldChange[]): void {
  form.restore(withChanges(form, changes))
}

export const reverse = (changes: readonly FieldChange[]): FieldChange[] =>
  changes.map(({ field, from, to }) => ({ field, from: to, to: from }))
