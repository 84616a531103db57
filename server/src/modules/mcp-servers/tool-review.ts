import type { McpServerRecord, McpToolChange } from '@bellwether/wire'
import { say } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import { badRequest, conflict, notFound } from '../../platform/errors.ts'
import { readProposed } from './mcp-records.ts'
import { type McpServerRow, type McpToolRow, mcpServerRepository } from './mcp-server.repository.ts'
import { faultMessage, readDefinition } from './tool-definition.ts'

export interface ToolReviewDeps {
  db: Db
  getRow(caller: UserCaller, id: number): Promise<McpServerRow>
  show(id: number): Promise<McpServerRecord>
}

type Columns = Partial<NewRow<'mcp_tools'>>

/** Admins enable tools one at a time; the fingerprint says which definition they have read. */
export function createToolReview({ db, getRow, show }: ToolReviewDeps) {
  async function change(
    caller: UserCaller,
    serverId: number,
    toolId: number,
    toColumns: (tool: McpToolRow) => Columns,
  ): Promise<McpServerRecord> {
    await getRow(caller, serverId)
    try {
      await db.transaction().execute(async (tx) => {
        const tool = await mcpServerRepository.findTool(tx, serverId, toolId)
        if (!tool) throw notFound('Tool')
        await mcpServerRepository.updateTool(tx, toolId, { ...toColumns(tool), updated_at: nowSeconds() })
      })
    } catch (error) {
      if (isUniqueViolation(error)) throw conflict(say('mcp_servers.tool_name_taken'))
      throw error
    }
    return show(serverId)
  }

  return {
    changeTool: (caller: UserCaller, serverId: number, toolId: number, toolChange: McpToolChange) =>
      change(caller, serverId, toolId, (tool) => {
        if (toolChange.enabled) requireRead(tool, toolChange.fingerprint)
        if (toolChange.only_reads) requireReadOnlyHint(tool)
        return {
          ...(toolChange.enabled === undefined ? {} : { enabled: toolChange.enabled ? 1 : 0 }),
          ...(toolChange.function_name === undefined ? {} : { function_name: toolChange.function_name }),
          ...(toolChange.only_reads === undefined ? {} : { only_reads: toolChange.only_reads ? 1 : 0 }),
        }
      }),

    /** Accepts the new definition. Whether the tool is read-only has to be confirmed again. */
    acceptTool: (caller: UserCaller, serverId: number, toolId: number, fingerprint: string) =>
      change(caller, serverId, toolId, (tool) => {
        const proposed = readProposed(tool.proposed)
        if (tool.state !== 'changed' || !proposed) throw badRequest(say('mcp_servers.tool_unchanged'))
        if (proposed.fingerprint !== fingerprint) throw changedAgain()
        if (proposed.definition.fault)
          throw badRequest(
            say('mcp_servers.tool_unusable', { reason: faultMessage(proposed.definition.fault) }),
          )
        return {
          definition: JSON.stringify(proposed.definition),
          fingerprint,
          state: 'current',
          proposed: null,
          only_reads: 0,
        }
      }),
  }
}

const changedAgain = () => conflict(say('mcp_servers.tool_changed_since_review'))

function requireRead(tool: McpToolRow, fingerprint: string | undefined): void {
  if (tool.enabled === 1) return
  if (tool.state === 'gone') throw badRequest(say('mcp_servers.tool_gone'))
  const { fault } = readDefinition(tool.definition)
  if (fault) throw badRequest(say('mcp_servers.tool_unusable', { reason: faultMessage(fault) }))
  if (fingerprint === undefined) throw badRequest(say('mcp_servers.fingerprint_required'))
  if (fingerprint !== tool.fingerprint) throw changedAgain()
}

function requireReadOnlyHint(tool: McpToolRow): void {
  if (!readDefinition(tool.definition).read_only_hint) throw badRequest(say('mcp_servers.not_read_only'))
}
