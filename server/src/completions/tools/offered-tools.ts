import type { FunctionSpec } from '../../connectors/connector.ts'
import type { CompletionRecord } from '../record/completion-record.ts'
import { beginToolStep, endStep } from '../record/steps.ts'
import { skipsAccessCheck, validateToolAccess } from './access/tool-access.ts'
import type { CalledTool } from './called-tools.ts'
import type { ToolScope } from './tool-scope.ts'

/**
 * The functions offered to the model. Those that would be refused are skipped, because they only mislead it.
 * This is not access control: every call is checked when it runs.
 */
export async function offeredTools(
  called: readonly CalledTool[],
  scope: ToolScope,
  record: CompletionRecord,
): Promise<FunctionSpec[]> {
  const offered = await Promise.all(
    called.map(async ({ tool, config, spec }) => {
      if (skipsAccessCheck(tool, config)) return [spec]
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
