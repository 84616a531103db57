import * as z from 'zod'
import { isAppError } from '../../platform/errors.ts'
import { defineTool, type Tool, type ToolOutput, type ToolRun } from '../../tools/tool.ts'
import { type CalledTool, toFunction } from '../tools/called-tools.ts'
import type { Turn } from './turn.ts'

/** What a run of a tool returns: data for the model, and a line for the list of calls. */
export interface AgentResult {
  data: unknown
  summary: string
  proposalId?: number
}

export interface AgentTool<I> {
  name: string
  description: string
  input: z.ZodType<I>
  timeoutMs?: number
  /** An AppError is a result for the model, which can try again. */
  run(input: I, running: Pick<ToolRun<unknown, I>, 'signal' | 'traceId'>): Promise<AgentResult>
}

const MAX_SUMMARY_LENGTH = 300

/** A function of the creation agent. It works with the rights of the person, and each call is noted in the session. */
export function toAgentFunction<I>(turn: Turn, agentTool: AgentTool<I>): CalledTool {
  const { name, description, input, timeoutMs } = agentTool
  const call = { functionName: () => name, describe: () => description }
  const tool: Tool = defineTool<Record<string, never>, I>({
    name,
    title: name,
    description,
    category: 'creation',
    version: '1.0',
    config: noSettings,
    input,
    call,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    async run({ input: args, signal, traceId }): Promise<ToolOutput> {
      const started = performance.now()
      const note = (succeeded: boolean, summary: string, proposalId?: number) =>
        turn.noteCall({
          tool: name,
          succeeded,
          milliseconds: Math.round(performance.now() - started),
          summary: summary.slice(0, MAX_SUMMARY_LENGTH),
          proposalId,
        })
      try {
        const { data, summary, proposalId } = await agentTool.run(args, { signal, traceId })
        await note(true, summary, proposalId)
        return { ok: true, content: JSON.stringify(data, null, 1), sources: [] }
      } catch (error) {
        await note(false, isAppError(error) ? error.message : 'it failed')
        if (!isAppError(error)) throw error
        return { ok: false, reason: error.message }
      }
    },
  })
  return toFunction({ ...tool, call })
}

/** The settings of a tool that has none. */
const noSettings = z.object({}) as z.ZodType<Record<string, never>>
