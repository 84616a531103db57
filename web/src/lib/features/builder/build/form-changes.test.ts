import { expect, it } from 'vitest'
import { applyChanges, reverse, toBuildDraft, withChanges } from './form-changes.ts'

function formOf(kept: object) {
  let now = kept
  return {
    toKept: () => now,
    restore: (next: unknown) => {
      now = next as object
    },
  }
}

const KEPT = {
  version: 3,
  name: 'Cells',
  description: '',
  system_prompt: 'Old',
  prompt_template: '{user_input}',
  metadata: { llm: 'one', tools: [] },
  RAG_Top_k: 5,
}
const CHANGES = [
  { field: 'system_prompt', from: 'Old', to: 'New' },
  { field: 'metadata.greeting', from: null, to: 'Hello' },
]

it('puts changes into the form and takes them back, without other fields', () => {
  const form = formOf(KEPT)
  applyChanges(form, CHANGES)
  expect(form.toKept()).toEqual({
    ...KEPT,
    system_prompt: 'New',
    metadata: { ...KEPT.metadata, greeting: 'Hello' },
  })
  form.restore({ ...form.toKept(), name: 'Plant cells' })
  applyChanges(form, reverse(CHANGES))
  expect(form.toKept()).toEqual({ ...KEPT, name: 'Plant cells' })
})

it('sends the form in the format of the server', () => {
  const { version: _version, RAG_Top_k, ...draft } = KEPT
  expect(toBuildDraft(formOf(KEPT))).toEqual({ ...draft, rag_top_k: RAG_Top_k })
})

it('shows a form with changes without changing it', () => {
  const form = formOf(KEPT)
  expect(withChanges(form, CHANGES)).toMatchObject({ system_prompt: 'New', metadata: { greeting: 'Hello' } })
  expect(form.toKept()).toBe(KEPT)
})
