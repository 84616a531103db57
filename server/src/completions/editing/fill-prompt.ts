import type { UserCaller } from '../../platform/caller.ts'
import type { Log } from '../../platform/log.ts'
import { gatherContext } from '../context/gather-context.ts'
import { withoutSideEffects } from '../context/injected-tool.ts'
import type { PlanCompletion } from '../plan/completion-plan.ts'
import { textOf } from '../prompt-processors/message-text.ts'
import { type ToolDeps, toScope } from '../tools/tool-scope.ts'

export interface FillDeps {
  planCompletion: PlanCompletion
  toolDeps: ToolDeps
  log: Log
}

export interface FilledPrompt {
  messages: { role: string; text: string }[]
  /** The output of the tools, in the order of their placeholders. */
  insertions: { placeholder: string; content: string }[]
  systemPrompt: string
  template: string
}

/** The messages that the model would get, without calling one. Only for people who may read the assistant's prompts. */
export const createFillPrompt =
  ({ planCompletion, toolDeps, log }: FillDeps) =>
  async (
    caller: UserCaller,
    assistantId: number,
    query: string,
    signal: AbortSignal,
  ): Promise<FilledPrompt> => {
    const messages = [{ role: 'user', content: query }]
    const order = { assistant: { id: assistantId }, request: { messages }, debugBypass: true }
    const plan = await planCompletion(order, caller)
    const { template: prompt } = plan.prompt
    const { insertions } = await gatherContext({
      ...toScope({ toolDeps, log }, plan, signal, 'prompt'),
      tools: withoutSideEffects(plan.tools.injected),
      steps: [],
      messages,
      question: query,
    })
    const filled = prompt?.process({ ...prompt, messages, insertions }).messages ?? messages
    return {
      messages: filled.map(({ role, content }) => ({ role, text: textOf(content) })),
      insertions: insertions.map(({ placeholder, content }) => ({ placeholder, content })),
      systemPrompt: prompt?.systemPrompt ?? '',
      template: prompt?.template ?? '',
    }
  }

export type FillPrompt = ReturnType<typeof createFillPrompt>
