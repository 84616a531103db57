import type { Approvals } from '../../modules/approvals/index.ts'
import { askingPerson } from '../../platform/asking-person.ts'
import { holdClocks } from '../../platform/time-limit.ts'
import type { Tool } from '../../tools/tool.ts'
import type { ToolScope } from './invoke-tool.ts'

export type Verdict = { approved: true; input: unknown } | { approved: false; reason: string }

export type AskApproval = (
  wanted: { tool: Tool; name: string; input: unknown },
  scope: Omit<ToolScope, 'deps'>,
) => Promise<Verdict>

/** Asks whoever asks the assistant, and nobody else. What they change in the arguments is checked like the model's own. */
export const createAskApproval =
  (approvals: Pick<Approvals, 'ask'>): AskApproval =>
  async ({ tool, name, input }, { caller, endUser, assistant, traceId, signal, tell }) => {
    // Also those of the answer that this one is a part of: what a person was promised, they get.
    const goOn = holdClocks(signal)
    const asking = approvals.ask(
      {
        organizationId: assistant.organizationId,
        // The one that the person talks to: what a key for it alone asks for, it may also decide.
        assistantId: assistant.leaderId ?? assistant.id,
        ...askingPerson({ caller, endUser }).record,
        traceId,
        tool: tool.name,
        name,
        input,
      },
      (approval) => {
        tell?.({ type: 'approval', approval })
        tell?.({
          type: 'status',
          status: 'approval',
          tool: name,
          message: `⏸️ ${name} waits for your approval`,
        })
      },
      signal,
    )
    const decided = await asking.finally(goOn)
    if (decided.state === 'expired') return { approved: false, reason: 'nobody approved it in time' }
    if (decided.state === 'rejected')
      return {
        approved: false,
        reason: decided.reason ? `it was rejected: ${decided.reason}` : 'it was rejected',
      }
    // What the engine made for an injected tool may hold more than a model or a person can send.
    if (decided.input === undefined) return { approved: true, input }
    const parsed = tool.input.safeParse(decided.input)
    return parsed.success
      ? { approved: true, input: parsed.data }
      : { approved: false, reason: 'the arguments that were approved are not valid' }
  }
