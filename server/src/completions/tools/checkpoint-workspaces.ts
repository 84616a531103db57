import { hasSideEffects, safeTargets } from '../../tools/safe-tool-queries.ts'
import type { CalledTool } from './called-tools.ts'
import type { ToolScope } from './tool-scope.ts'

const MAX_QUESTION_LENGTH = 80

/** Saves a checkpoint of each workspace that the answer's tools may change. */
export async function checkpointWorkspaces(
  called: readonly CalledTool[],
  scope: ToolScope,
  question: string,
): Promise<void> {
  const targets = called
    .filter(({ tool, config }) => hasSideEffects(tool, config))
    .flatMap(({ tool, config }) => safeTargets(tool, config) ?? [])
  const ids = new Set(targets.filter(({ kind }) => kind === 'workspace').map(({ id }) => id))
  const label = `Before: ${question.slice(0, MAX_QUESTION_LENGTH)}`
  for (const id of ids) await scope.deps.keepWorkspace(id, label, scope)
}
