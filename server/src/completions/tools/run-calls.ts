import { say } from '@bellwether/wire'
import { hasSideEffects, safeTargets } from '../../tools/safe-tool-queries.ts'
import { type CompletionEvent, emitAs } from '../events/completion-event.ts'
import { emitWhile } from '../events/emit-while.ts'
import { toStatus } from '../events/to-status.ts'
import type { CompletionRecord } from '../record/completion-record.ts'
import { findAsked } from './access/tool-access.ts'
import type { CalledTool } from './called-tools.ts'
import { type CallResult, MAX_CALLS_PER_TURN, runCall, toEndStatus, toShownName } from './run-call.ts'
import type { ToolCall } from './tool-calls.ts'
import type { ToolScope } from './tool-scope.ts'

/**
 * Runs the calls of one round in parallel; or in the model's order if one of them changes files, because
 * later calls may read what earlier ones wrote. Each edit is reported right after its call. Results are in
 * the order of the calls.
 */
export async function* runCalls(
  calls: readonly ToolCall[],
  called: readonly CalledTool[],
  limits: { toolCalls: number },
  scope: ToolScope,
  record: CompletionRecord,
): AsyncGenerator<CompletionEvent, CallResult[], undefined> {
  const room = Math.min(MAX_CALLS_PER_TURN, limits.toolCalls - record.calls)
  const groups = calls.some((call) => changesFiles(called, call)) ? calls.map((call) => [call]) : [calls]
  const ended: CallResult[] = []
  for (const group of groups) {
    const firstIndex = ended.length
    const idOf = (at: number) => `call_${record.iterations}_${firstIndex + at + 1}`
    for (const [at, call] of group.entries()) {
      yield { type: 'tool-call', id: call.id, name: call.name, arguments: call.arguments }
      const name = toShownName(call.name, called)
      const status = toStatus('tool_call', name, say('statuses.tool_call', { tool: name }), '🔧')
      const label = await labelOf(call, called, scope)
      yield { ...status, call_id: idOf(at), ...(label === undefined ? {} : { label }) }
    }
    const results = yield* emitWhile<CompletionEvent, CallResult[]>((tell) =>
      Promise.all(
        group.map(async (call, at) => {
          const offered = firstIndex + at < room ? called : 'too many'
          const tellRun = emitAs(idOf(at), tell)
          const result = await runCall(call, offered, { ...scope, tell: tellRun }, record)
          tellRun(toEndStatus(result, toShownName(call.name, called)))
          return result
        }),
      ),
    )
    ended.push(...results)
  }
  return ended
}

async function labelOf(
  { name }: ToolCall,
  called: readonly CalledTool[],
  scope: ToolScope,
): Promise<string | undefined> {
  const match = called.find(({ spec }) => spec.name === name)
  return match && (await findAsked(scope.deps.findTarget, match.tool, match.config, scope))?.name
}

function changesFiles(called: readonly CalledTool[], { name }: ToolCall): boolean {
  const match = called.find(({ spec }) => spec.name === name)
  if (!match || !hasSideEffects(match.tool, match.config)) return false
  return safeTargets(match.tool, match.config)?.some(({ kind }) => kind === 'workspace') === true
}
