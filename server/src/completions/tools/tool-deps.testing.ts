import { createLog } from '../../platform/log.ts'
import type { ToolDeps, ToolScope } from './tool-scope.ts'

/** Finds every object and approves everything. */
export const openToolDeps: ToolDeps = {
  findTarget: async () => ({ ownerId: 1 }),
  noteDenial: async () => undefined,
  keepWorkspace: async () => undefined,
  askApproval: async ({ input }) => ({ approved: true, input }),
}

/** An answer for the operator's own client in which nothing is refused. */
export const openToolScope = (more: Partial<ToolScope> = {}): ToolScope => ({
  deps: openToolDeps,
  caller: { kind: 'system', trustedForwarder: true },
  endUser: undefined,
  assistant: { id: 1, ownerId: 1, organizationId: 1 },
  allowsChanges: true,
  signal: new AbortController().signal,
  log: createLog('silent'),
  toolTimeoutMs: 1000,
  traceId: 'trace',
  ...more,
})
