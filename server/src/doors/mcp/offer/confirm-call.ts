import type { ApprovalRecord } from '@bellwether/wire'
import type { ElicitRequestFormParams, ElicitResult } from '@modelcontextprotocol/sdk/types.js'
import type { Approvals } from '../../../completions/tools/approvals/approvals.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { isAppError } from '../../../platform/errors.ts'
import type { Log } from '../../../platform/log.ts'
import type { CallContext } from './mcp-offer.ts'

const MAX_SHOWN = 4000
/** Invisible characters must not make people approve something other than what they read. */
const UNSEEN = /[\p{Cf}\p{Co}\p{Cn}\u2028\u2029]/gu
const toEscape = (character: string): string => `\\u{${character.codePointAt(0)?.toString(16)}}`
const seen = (text: string): string => text.replace(UNSEEN, toEscape)

/**
 * Asks the client to show an approval to the person. Their decision counts as if it had been made at `/approvals`,
 * where it can still be made too. Not awaited: the answer continues once there is a decision.
 */
export const createConfirm =
  ({ approvals, log }: { approvals: Pick<Approvals, 'decide'>; log: Log }) =>
  (caller: UserCaller, approval: ApprovalRecord, context: CallContext): void => {
    if (!context.can.elicitation) {
      context.note('warning', `${approval.function} is waiting for approval at /approvals/${approval.id}`)
      return
    }
    const decide = async (): Promise<void> => {
      const decision = toDecision(await put(approval, context))
      if (decision) await approvals.decide(caller, undefined, approval.id, decision)
    }
    decide().catch((error: unknown) => {
      // Decided elsewhere, expired, cancelled, or not supported by the client after all: the approval then expires on its own.
      if (!isAppError(error) && !isOfProtocol(error)) log.error({ err: error }, 'failed to record approval')
    })
  }

/** Errors of the SDK have numeric codes. */
const isOfProtocol = (error: unknown): boolean =>
  error instanceof Error && typeof Reflect.get(error, 'code') === 'number'

export type Confirm = ReturnType<typeof createConfirm>

async function put(approval: ApprovalRecord, { ask, signal }: CallContext): Promise<ElicitResult> {
  const { ElicitResultSchema } = await import('@modelcontextprotocol/sdk/types.js')
  const timeout = Math.max(1, approval.expires_at - nowSeconds()) * 1000
  return ask({ method: 'elicitation/create', params: toForm(approval) }, ElicitResultSchema, {
    timeout,
    signal,
  })
}

/** Pure. */
function toForm({ id, function: name, input, ...facts }: ApprovalRecord): ElicitRequestFormParams {
  const shown = seen(JSON.stringify(input, undefined, 2))
  const about = facts.description ? ` (${seen(facts.description)})` : ''
  const receiver = facts.sent_to ? ` and send this to ${seen(facts.sent_to)}` : ' with'
  const left = shown.length - MAX_SHOWN
  const cut = left > 0 ? `${shown.slice(0, MAX_SHOWN)}…\n(${left} more: /approvals/${id})` : shown
  return {
    message: `The assistant wants to use ${name}${about}${receiver}:\n${cut}`,
    requestedSchema: {
      type: 'object',
      properties: {
        approve: { type: 'boolean', title: `Approve ${name}`, default: false },
        reason: { type: 'string', title: 'Reason for rejecting', maxLength: 500 },
      },
      required: ['approve'],
    },
  }
}

/** Closing the form is not a decision. Pure. */
function toDecision({ action, content }: ElicitResult) {
  if (action === 'cancel') return undefined
  if (action === 'accept' && content?.['approve'] === true) return { decision: 'approve' as const }
  const reason = content?.['reason']
  const words = typeof reason === 'string' ? reason.trim().slice(0, 500) : ''
  return { decision: 'reject' as const, ...(words === '' ? {} : { reason: words }) }
}
