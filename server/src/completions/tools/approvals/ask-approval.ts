import { say } from '@bellwether/wire'
import { askingPerson } from '../../../platform/asking-person.ts'
import { holdClocks } from '../../../platform/time-limit.ts'
import { explainRun } from '../../../tools/safe-tool-queries.ts'
import { toStatus } from '../../events/to-status.ts'
import type { AskApproval } from '../tool-scope.ts'
import type { Approvals } from './approvals.ts'

/** Asks the person for approval. Their changes to the arguments are checked like the model's own. */
export const createAskApproval =
  (approvals: Pick<Approvals, 'ask'>): AskApproval =>
  async ({ tool, config, name, input }, { caller, endUser, assistant, traceId, signal, tell }) => {
    const explanation = await explainRun(tool, config, assistant.organizationId)
    // Pauses the time limits of this answer and of its parent.
    const resumeClocks = holdClocks(signal)
    const asking = approvals.ask(
      {
        organizationId: assistant.organizationId,
        // The assistant the person talks to, so that an API key limited to it can also decide.
        assistantId: assistant.leaderId ?? assistant.id,
        ...askingPerson({ caller, endUser }).record,
        traceId,
        tool: tool.name,
        name,
        input,
        explanation,
      },
      (approval) => {
        tell?.({ type: 'approval', approval })
        tell?.(toStatus('approval', name, say('statuses.approval', { tool: name }), '⏸️'))
      },
      signal,
    )
    const decided = await asking.finally(resumeClocks)
    if (decided.state === 'expired') return { approved: false, reason: say('reasons.approval_expired') }
    if (decided.state === 'rejected')
      return {
        approved: false,
        reason: decided.reason
          ? say('reasons.approval_rejected_because', { reason: decided.reason })
          : say('reasons.approval_rejected'),
      }
    // The input of an injected tool may hold more than a client can send, so it is kept as it is.
    if (decided.input === undefined) return { approved: true, input }
    const parsed = tool.input.safeParse(decided.input)
    return parsed.success
      ? { approved: true, input: parsed.data }
      : { approved: false, reason: say('reasons.approved_input_invalid') }
  }
