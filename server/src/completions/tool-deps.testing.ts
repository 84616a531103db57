import type { ToolDeps } from './invoke-tool.ts'

/** Everything is there, open and approved. */
export const openToolDeps: ToolDeps = {
  findTarget: async () => ({ ownerId: 1 }),
  noteDenial: () => undefined,
  keepWorkspace: async () => undefined,
  askApproval: async ({ input }) => ({ approved: true, input }),
}
