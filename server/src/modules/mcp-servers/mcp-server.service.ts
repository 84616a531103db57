import type {
  McpServerChange,
  McpServerRecord,
  McpTest,
  NewMcpServer,
  OfferedMcpTool,
} from '@bellwether/wire'
import { say, toMessageBody, toStoredText } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import { lockOrganization } from '../../platform/db/with-lock.ts'
import {
  type AppError,
  badRequest,
  conflict,
  isAppError,
  messageOf,
  notFound,
} from '../../platform/errors.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { requireMay } from '../access/index.ts'
import type { OrganizationService } from '../organizations/index.ts'
import { compareTools } from './compare-tools.ts'
import type { McpClient } from './mcp-client.ts'
import { toOffered, toServerRecord } from './mcp-records.ts'
import { type McpServerRow, mcpServerRepository } from './mcp-server.repository.ts'
import { toTarget } from './mcp-tool-use.ts'
import { createToolReview } from './tool-review.ts'

export interface McpServerDeps {
  db: Db
  box: SecretBox
  client: McpClient
  organizations: Pick<OrganizationService, 'getFor'>
}

const THING = 'MCP server'
const MAX_PER_ORGANIZATION = 20

/** The MCP servers of an organization, and the tools its assistants may call. */
export function createMcpServerService(deps: McpServerDeps) {
  const { db } = deps
  const lookup = createLookup(deps)
  const { getRow, show } = lookup

  return {
    ...readMethods(deps, lookup),
    ...changeMethods(deps, lookup),
    ...connectionMethods(deps, lookup),

    ...createToolReview({ db, getRow, show }),
  }
}

function createLookup({ db }: McpServerDeps) {
  /** Throws not_found unless the caller may manage the organization. */
  async function getRow(caller: UserCaller, id: number): Promise<McpServerRow> {
    const row = await mcpServerRepository.find(db, id)
    if (!row) throw notFound(THING)
    requireMay(caller, 'manage', { kind: 'organization', organizationId: row.organization_id }, THING)
    return row
  }

  async function show(id: number): Promise<McpServerRecord> {
    const row = await mcpServerRepository.find(db, id)
    if (!row) throw notFound(THING)
    return toServerRecord(row, await mcpServerRepository.toolsOf(db, [id]))
  }

  return { getRow, show }
}

type Lookup = ReturnType<typeof createLookup>

function changeMethods({ db, box, organizations }: McpServerDeps, { getRow, show }: Lookup) {
  /** A secret belongs to one server: a new address removes it and disables the tools. */
  function toColumns(row: McpServerRow, change: McpServerChange) {
    const url = change.url ?? row.url
    const isElsewhere = new URL(url).origin !== new URL(row.url).origin
    const savedSecret = isElsewhere ? null : row.sealed_secret
    return {
      name: change.name ?? row.name,
      url,
      header_name: change.header_name ?? row.header_name,
      sealed_secret: change.secret === undefined ? savedSecret : sealed(change.secret),
      enabled: (change.enabled ?? row.enabled === 1) ? (1 as const) : (0 as const),
      updated_at: nowSeconds(),
    }
  }

  const sealed = (secret: string | undefined): string | null => (secret ? box.seal(secret) : null)

  return {
    async create(caller: UserCaller, draft: NewMcpServer, org?: string): Promise<McpServerRecord> {
      const { id: organization_id } = await organizations.getFor(caller, 'edit', org)
      const now = nowSeconds()
      const row = await nameTaken(draft.name, () =>
        db.transaction().execute(async (tx) => {
          await lockOrganization(tx, organization_id)
          const present = await mcpServerRepository.listOf(tx, organization_id)
          if (present.length >= MAX_PER_ORGANIZATION)
            throw badRequest(say('mcp_servers.too_many', { limit: MAX_PER_ORGANIZATION }))
          return mcpServerRepository.insert(tx, {
            organization_id,
            name: draft.name,
            url: draft.url,
            header_name: draft.header_name,
            sealed_secret: sealed(draft.secret),
            check_error: null,
            created_by: caller.userId,
            created_at: now,
            updated_at: now,
          })
        }),
      )
      return toServerRecord(row, [])
    },

    async update(caller: UserCaller, id: number, change: McpServerChange): Promise<McpServerRecord> {
      const row = await getRow(caller, id)
      const columns = toColumns(row, change)
      await nameTaken(columns.name, () =>
        db.transaction().execute(async (tx) => {
          await mcpServerRepository.update(tx, id, columns)
          if (columns.url !== row.url) await mcpServerRepository.untickAll(tx, id, columns.updated_at)
        }),
      )
      return show(id)
    },

    async remove(caller: UserCaller, id: number): Promise<void> {
      await mcpServerRepository.delete(db, (await getRow(caller, id)).id)
    },
  }
}

const readMethods = ({ db, organizations }: McpServerDeps, { show, getRow }: Lookup) => ({
  /** `org`: an organization other than the caller's own, for system admins. */
  async list(caller: UserCaller, org?: string): Promise<McpServerRecord[]> {
    const rows = await mcpServerRepository.listOf(db, (await organizations.getFor(caller, 'edit', org)).id)
    const tools = await mcpServerRepository.toolsOf(
      db,
      rows.map((row) => row.id),
    )
    return rows.map((row) => toServerRecord(row, tools))
  },

  async get(caller: UserCaller, id: number): Promise<McpServerRecord> {
    return show((await getRow(caller, id)).id)
  },

  /** The tools that assistants of the caller's organization may call. */
  async offered(caller: UserCaller): Promise<OfferedMcpTool[]> {
    return (await mcpServerRepository.listUsable(db, caller.organizationId)).map(toOffered)
  },
})

const connectionMethods = ({ db, box, client }: McpServerDeps, { getRow, show }: Lookup) => ({
  /** Lists the server's tools without changing anything. */
  async test(caller: UserCaller, id: number, signal: AbortSignal): Promise<McpTest> {
    const row = await getRow(caller, id)
    try {
      const { server, tools } = await client.listTools(toTarget(box, row), signal)
      const message = toMessageBody(say('mcp_servers.connected', { count: tools.length }))
      return { ok: true, ...message, server, tools: tools.map((tool) => tool.name.slice(0, 128)) }
    } catch (error) {
      signal.throwIfAborted()
      if (!isAppError(error)) throw error
      return { ok: false, ...toMessageBody(messageOf(error)), server: null, tools: [] }
    }
  },

  /** Fetches the list of tools again. Accepted tools that have changed need a review. */
  async refresh(caller: UserCaller, id: number, signal: AbortSignal): Promise<McpServerRecord> {
    const row = await getRow(caller, id)
    try {
      const { tools } = await client.listTools(toTarget(box, row), signal)
      await db.transaction().execute((tx) => compareTools(tx, row, tools, nowSeconds()))
    } catch (error) {
      if (isAppError(error) && !signal.aborted)
        await mcpServerRepository.update(db, id, { check_error: toCheckError(error) })
      throw error
    }
    return show(id)
  },
})

const MAX_CHECK_ERROR = 500

/** A text that is too long loses its code, because the parameters contain it too. */
const toCheckError = (error: AppError): string =>
  error.message.length > MAX_CHECK_ERROR
    ? error.message.slice(0, MAX_CHECK_ERROR)
    : toStoredText(messageOf(error))

export type McpServerService = ReturnType<typeof createMcpServerService>

async function nameTaken<T>(name: string, save: () => Promise<T>): Promise<T> {
  try {
    return await save()
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict(say('mcp_servers.name_taken', { name }))
    throw error
  }
}
