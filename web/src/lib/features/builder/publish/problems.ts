import type { PublishFix, PublishProblem } from '@bellwether/wire'
import { api } from '$lib/api'
import { placePlaceholder } from '../form/template.ts'

/** What the button beside a problem does. */
export type Fix =
  | { kind: 'template'; template: string; placeholders: readonly string[] }
  | { kind: 'model' }
  | { kind: 'documents'; knowledgeBase: string }
  | { kind: 'tool'; index: number }

/** A reason why the saved assistant could not answer as intended. */
export interface Problem extends Omit<PublishProblem, 'fix'> {
  fix: Fix | undefined
}

export async function readProblems(id: number, template: string): Promise<Problem[]> {
  const { problems } = await api.get('/assistants/{id}/publish-check', { params: { id } })
  return problems.map((problem) => ({ ...problem, fix: toFix(template, problem.fix) }))
}

/** Pure. */
export function toFix(template: string, fix: PublishFix | null): Fix | undefined {
  if (!fix) return undefined
  if (fix.kind === 'documents') return { kind: 'documents', knowledgeBase: fix.knowledge_base }
  if (fix.kind !== 'template') return fix
  const { placeholders } = fix
  const isEmpty = template.trim() === ''
  return {
    kind: 'template',
    placeholders,
    template: isEmpty
      ? placeholders.map((name) => `{${name}}`).join('\n\n')
      : placeholders.reduce(placePlaceholder, template),
  }
}
