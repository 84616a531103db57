import type { Message } from '@bellwether/wire'
import type { Asking } from '../../platform/asking-person.ts'
import type { Log } from '../../platform/log.ts'
import type { AskedAssistant, Tool, ToolEvent } from '../../tools/tool.ts'
import type { Delegation, FindTarget } from './access/tool-access.ts'

/** Shared by all tools of a server. */
export interface ToolDeps {
  findTarget: FindTarget
  /** Called for each refused run. */
  /** Resolves when it is in the audit log. */
  noteDenial(denial: Denial): Promise<void>
  askApproval: AskApproval
  /** Saves a checkpoint of a workspace, so that all changes of this answer can be undone. Never throws. */
  keepWorkspace(id: string, label: string, delegation: Delegation): Promise<void>
}

export interface Denial extends Pick<Delegation, 'caller' | 'assistant'> {
  endUser: string | undefined
  tool: string
  reason: string | Message
  traceId: string
}

export type Verdict = { approved: true; input: unknown } | { approved: false; reason: string | Message }

export type AskApproval = (
  request: { tool: Tool; config: unknown; name: string; input: unknown },
  scope: Omit<ToolScope, 'deps'>,
) => Promise<Verdict>

/** The person, the rights and the time limit for the tools of one completion. */
export interface ToolScope extends Delegation {
  deps: ToolDeps
  endUser: string | undefined
  signal: AbortSignal
  log: Log
  /** Time limit per tool, unless its entry or the tool itself sets another. */
  toolTimeoutMs: number
  /** The trace of this answer. */
  traceId: string
  /** Receives a tool's events while it runs; absent if they are not shown. */
  tell?: ((event: ToolEvent) => void) | undefined
}

/** The answer whose tools run. */
export interface ScopeSubject {
  asking: Asking
  assistant: AskedAssistant
  tools: {
    /** Whether tools with side effects may run for this person. */
    allowsChanges: boolean
    timeoutMs: number
  }
}

export const toScope = (
  { toolDeps, log }: { toolDeps: ToolDeps; log: Log },
  { asking: { caller, endUser }, assistant, tools: { allowsChanges, timeoutMs } }: ScopeSubject,
  signal: AbortSignal,
  traceId: string,
): ToolScope => ({
  deps: toolDeps,
  caller,
  endUser,
  assistant,
  allowsChanges,
  signal,
  log,
  toolTimeoutMs: timeoutMs,
  traceId,
})
