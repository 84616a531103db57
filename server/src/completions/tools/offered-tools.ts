import { say } from '@bellwether/wire'
import type { FunctionSpec } from '../../connectors/connector.ts'
import { cutText } from '../../modules/traces/index.ts'
import type { Tool } from '../../tools/tool.ts'
import type { CompletionRecord } from '../record/completion-record.ts'
import { beginToolStep, endStep } from '../record/steps.ts'
import { type AskedTarget, skipsAccessCheck, validateToolAccess } from './access/tool-access.ts'
import type { CalledTool } from './called-tools.ts'
import type { ToolScope } from './tool-scope.ts'

const MAX_PURPOSE_LENGTH = 500

/** Tells the model which assistant it would ask, unless the author has described the function. */
function withAsked(spec: FunctionSpec, tool: Tool, config: unknown, target: AskedTarget): FunctionSpec {
  if (spec.description !== tool.call?.describe(config)) return spec
  const purpose = cutText(target.purpose.trim(), MAX_PURPOSE_LENGTH)
  const description = `Asks the assistant “${target.name}” and returns its answer.`
  return { ...spec, description: purpose === '' ? description : `${description} It is for: ${purpose}` }
}

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
      if (access.allowed) return [access.asked ? withAsked(spec, tool, config, access.asked) : spec]
      const step = beginToolStep({ tool: tool.name, use: 'call', name: spec.name, iteration: 0, input: {} })
      endStep(step, 'skipped', say('reasons.not_offered', { reason: access.reason }))
      record.steps.push(step)
      return []
    }),
  )
  return offered.flat()
}
