import { hash } from 'node:crypto'
import type { AssistantInContext } from '../assistants/index.ts'
import type { TestRow } from './test.repository.ts'

type TestedSettings = Pick<
  AssistantInContext,
  'system_prompt' | 'prompt_template' | 'metadata' | 'rag_collections' | 'rag_top_k'
>

/** Changes with everything that can change the outcome: the assistant's settings, and its tests. */
export function fingerprintOf(assistant: TestedSettings, tests: readonly TestRow[]): string {
  const { system_prompt, prompt_template, metadata, rag_collections, rag_top_k } = assistant
  const settings = [system_prompt, prompt_template, metadata, rag_collections, rag_top_k]
  return hash(
    'sha256',
    JSON.stringify([settings, tests.map(({ id, messages, checks }) => [id, messages, checks])]),
  )
}
