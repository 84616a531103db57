import type { Caller } from '../../platform/caller.ts'
import { mayChangeThings, opensChangesToAll, targetsNamed } from '../../tools/ask-tool.ts'
import type { AskedAssistant, Tool, ToolTarget } from '../../tools/tool.ts'

/** An assistant's tools act with the rights of its owner, for whoever asks. */
export interface ActingFor {
  caller: Caller
  assistant: AskedAssistant
  /** Whether tools that change things may run for this caller. */
  allowsChanges: boolean
}

/** A thing that a tool names, as far as the assistant's owner may use it. */
export interface FoundTarget {
  /** Whose data it is. */
  ownerId: number
  /** Why it can't be used although it is open to the owner. */
  refusal?: string | undefined
}

/** Looks a thing up anew each time: a share that was taken back is gone with the next run. */
export type FindTarget = (target: ToolTarget, acting: ActingFor) => Promise<FoundTarget | undefined>

export type ToolAccess = { allowed: true; dataOf: readonly number[] } | { allowed: false; reason: string }

const OPEN: ToolAccess = { allowed: true, dataOf: [] }

const WORDS: Record<ToolTarget['kind'], string> = {
  assistant: 'assistant',
  knowledge_base: 'knowledge base',
  rubric: 'rubric',
  file: 'file',
  workspace: 'workspace',
  mcp_server: 'MCP server',
}

/** Most tools touch nothing of ours: they run at once. */
export function needsNoLook(tool: Tool, config: unknown): boolean {
  return !tool.targets && !mayChangeThings(tool, config)
}

/**
 * The one function that decides whether a tool may run, at the time it runs, injected or called: a list of tools passes through a model,
 * and what was right when it was saved may have been taken away since. A refusal tells what is not allowed, not what exists.
 */
export async function validateToolAccess(
  find: FindTarget,
  tool: Tool,
  config: unknown,
  acting: ActingFor,
): Promise<ToolAccess> {
  if (!acting.allowsChanges && mayChangeThings(tool, config) && !opensChangesToAll(tool, config))
    return {
      allowed: false,
      reason: 'it changes things, which the owner of this assistant allows nobody else',
    }
  const targets = targetsNamed(tool, config)
  if (!targets) return { allowed: false, reason: 'it could not say what it works on' }
  if (targets.length === 0) return OPEN
  const found = await Promise.all(targets.map((target) => find(target, acting)))
  const open = found.flatMap((one) => (one && one.refusal === undefined ? [one] : []))
  if (open.length === targets.length || (tool.worksWithSome && open.length > 0))
    return { allowed: true, dataOf: [...new Set(open.map((one) => one.ownerId))] }
  const refusal = found.find((one) => one?.refusal !== undefined)?.refusal
  const [first] = targets
  if (refusal === undefined && first?.kind === 'assistant')
    return { allowed: false, reason: `Assistant ${first.id} not found` }
  const kinds = [...new Set(targets.map(({ kind }) => WORDS[kind]))].join(' or ')
  return {
    allowed: false,
    reason: refusal ?? `the ${kinds} is not there, or not open to the assistant’s owner`,
  }
}
