import type { FunctionSpec } from '../../connectors/connector.ts'
import { beginToolStep, type CompletionRecord, endStep } from '../record/completion-record.ts'
import type { CalledTool } from './called-tools.ts'
import type { ToolScope } from './invoke-tool.ts'
import { needsNoLook, validateToolAccess } from './tool-access.ts'

/**
 * The functions that the model is told of: what would be refused anyway only misleads it. Not a wall: whatever the model calls is looked
 * at again when it is called.
 */
export async function offeredTools(
  called: readonly CalledTool[],
  scope: ToolScope,
  record: CompletionRecord,
): Promise<FunctionSpec[]> {
  const offered = await Promise.all(
    called.map(async ({ tool, config, spec }) => {
      if (needsNoLook(tool, config)) return [spec]
      const access = await validateToolAccess(scope.deps.findTarget, tool, config, scope)
      if (access.allowed) return [spec]
      const step = beginToolStep({ tool: tool.name, use: 'call', name: spec.name, iteration: 0, input: {} })
      endStep(step, 'skipped', `not offered to the model: ${access.reason}`)
      record.steps.push(step)
      return []
    }),
  )
  return offered.flat()
}
