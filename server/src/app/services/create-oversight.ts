import { say } from '@bellwether/wire'
import { createFindTarget, type FindTargetDeps } from '../../completions/tools/access/find-target.ts'
import { createApprovals } from '../../completions/tools/approvals/approvals.ts'
import { createAskApproval } from '../../completions/tools/approvals/ask-approval.ts'
import type { Denial, ToolDeps } from '../../completions/tools/tool-scope.ts'
import { createAuditLog } from '../../modules/audit/index.ts'
import type { OrganizationService } from '../../modules/organizations/index.ts'
import type { Workspaces } from '../../modules/workspaces/index.ts'
import { askingPerson } from '../../platform/asking-person.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Outbox } from '../../platform/db/outbox/outbox.ts'
import { isAppError } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'

/** Oversight of tools: access checks, approvals, and the log of refused calls. */
export function createOversight(
  deps: FindTargetDeps & {
    db: Db
    outbox: Outbox
    notifications: Notifications
    config: Config
    log: Log
    workspaces: Workspaces
    organizations: Pick<OrganizationService, 'getFor'>
  },
) {
  const { db, config, log } = deps
  const audit = createAuditLog({
    db,
    outbox: deps.outbox,
    organizations: deps.organizations,
    onError: (error, lost) => log.error({ err: error, lost }, 'failed to write the audit log'),
  })
  const approvals = createApprovals({
    db,
    notifications: deps.notifications,
    waitSeconds: config.APPROVAL_SECONDS,
  })
  const noteDenial = ({ caller, endUser, assistant, tool, reason, traceId }: Denial) =>
    audit.note({
      organizationId: assistant.organizationId,
      ...askingPerson({ caller, endUser }).record,
      action: 'tool.denied',
      object:
        assistant.id === 0
          ? say('parts.audit_draft_tool', { tool })
          : say('parts.audit_assistant_tool', { assistant: assistant.id, tool }),
      detail: say('parts.audit_denied', { user: assistant.ownerId, reason, trace: traceId }),
      outcome: 'denied',
    })
  const toolDeps: ToolDeps = {
    findTarget: createFindTarget(deps),
    noteDenial,
    askApproval: createAskApproval(approvals),
    async keepWorkspace(id, label, { caller, assistant }) {
      if (caller.kind !== 'user') return
      try {
        const workspace = await deps.workspaces.openForTool({ caller, assistant }, 'edit', id)
        await deps.workspaces.checkpoints.checkpointFor(workspace, label, {
          kind: 'message',
          userId: caller.userId,
        })
      } catch (error) {
        // Not awaited: an answer does not wait for the audit log.
        if (!isAppError(error)) log.error({ err: error }, 'failed to save the state of a workspace')
      }
    },
  }
  return { audit, approvals, toolDeps }
}

export type Oversight = ReturnType<typeof createOversight>
