import { joinMessages, type Message, say } from '@bellwether/wire'
import type { Caller } from '../../../platform/caller.ts'
import { hasSideEffects, opensChangesToAll, safeTargets } from '../../../tools/safe-tool-queries.ts'
import type { AskedAssistant, Tool, ToolTarget } from '../../../tools/tool.ts'

/** Tools run with the rights of the assistant's owner, on behalf of the person who asks. */
export interface Delegation {
  caller: Caller
  assistant: AskedAssistant
  /** Whether tools with side effects may run for this caller. */
  allowsChanges: boolean
}

/** An object a tool works on, if the assistant's owner may use it. */
export interface FoundTarget {
  /** The owner of the data. */
  ownerId: number
  /** The reason why it can't be used although the owner has access. */
  refusal?: Message | undefined
  /** Undefined if it has none, such as a knowledge base on an organization's own server. */
  name?: string | undefined
  /** Only of assistants, which people and models tell apart by name and purpose. */
  purpose?: string | undefined
}

/** Whether a tool reads the object or changes it. */
export type TargetVerb = 'see' | 'edit'

/** Looks an object up on each run, so that a revoked share takes effect immediately. */
export type FindTarget = (
  target: ToolTarget,
  delegation: Delegation,
  verb?: TargetVerb,
) => Promise<FoundTarget | undefined>

export type ToolAccess =
  | { allowed: true; dataOf: readonly number[]; asked?: AskedTarget | undefined }
  | { allowed: false; reason: string | Message }

/** The assistant that a tool asks. */
export interface AskedTarget {
  name: string
  purpose: string
}

const OPEN: ToolAccess = { allowed: true, dataOf: [] }

/** Most tools use no stored objects and have no side effects, so they need no check. */
export function skipsAccessCheck(tool: Tool, config: unknown): boolean {
  return !tool.targets && !hasSideEffects(tool, config)
}

/**
 * Decides whether a tool may run, each time it runs, injected or called: a model chooses the calls, and
 * access may have been revoked since the assistant was saved. A refusal does not reveal what exists.
 */
export async function validateToolAccess(
  find: FindTarget,
  tool: Tool,
  config: unknown,
  delegation: Delegation,
): Promise<ToolAccess> {
  const changes = hasSideEffects(tool, config)
  const isOpen = delegation.allowsChanges || opensChangesToAll(tool, config)
  if (changes && (!isOpen || delegation.assistant.changesNothing))
    return {
      allowed: false,
      reason: say('reasons.changes_not_allowed'),
    }
  const targets = safeTargets(tool, config)
  if (!targets) return { allowed: false, reason: say('reasons.targets_unknown') }
  if (targets.length === 0) return OPEN
  const accessResults = await Promise.all(
    targets.map((target) => find(target, delegation, changes ? 'edit' : 'see')),
  )
  const open = accessResults.flatMap((result) => (result && result.refusal === undefined ? [result] : []))
  if (open.length === targets.length || (tool.worksWithSome && open.length > 0))
    return { allowed: true, dataOf: [...new Set(open.map((target) => target.ownerId))], asked: askedIn(open) }
  const refusal = accessResults.find((result) => result?.refusal !== undefined)?.refusal
  const [first] = targets
  if (refusal === undefined && first?.kind === 'assistant')
    return { allowed: false, reason: say('reasons.assistant_not_found', { id: first.id }) }
  const kinds = [...new Set(targets.map(({ kind }) => kind))].map((kind) => say(`parts.kind_${kind}`))
  const objects = joinMessages('parts.or', kinds)
  return { allowed: false, reason: refusal ?? say('reasons.target_not_found', { objects }) }
}

function askedIn([first]: readonly FoundTarget[]): AskedTarget | undefined {
  const { name, purpose } = first ?? {}
  return name === undefined || purpose === undefined ? undefined : { name, purpose }
}

/** The assistant that this run would ask; undefined if the tool asks none, or may not. */
export async function findAsked(
  find: FindTarget,
  tool: Tool,
  config: unknown,
  delegation: Delegation,
): Promise<AskedTarget | undefined> {
  const [target] = safeTargets(tool, config) ?? []
  if (target?.kind !== 'assistant') return undefined
  const object = await find(target, delegation)
  return object && object.refusal === undefined ? askedIn([object]) : undefined
}
