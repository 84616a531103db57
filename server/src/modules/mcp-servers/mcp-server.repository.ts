import type { Db } from '../../platform/db/db.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type McpServerRow = Row<'mcp_servers'>
export type McpToolRow = Row<'mcp_tools'>

/** A tool with everything needed to call it. */
export interface UsableToolRow extends McpToolRow {
  server_name: string
  url: string
  header_name: string
  sealed_secret: string | null
  checked_at: number
}

/** Enabled, unchanged since it was accepted, and on an enabled server. */
const usable = (db: Db) =>
  db
    .selectFrom('mcp_tools')
    .innerJoin('mcp_servers', 'mcp_servers.id', 'mcp_tools.server_id')
    .selectAll('mcp_tools')
    .select([
      'mcp_servers.name as server_name',
      'mcp_servers.url',
      'mcp_servers.header_name',
      'mcp_servers.sealed_secret',
      'mcp_servers.checked_at',
    ])
    .where('mcp_servers.enabled', '=', 1)
    .where('mcp_tools.enabled', '=', 1)
    .where('mcp_tools.state', '=', 'current')

export const mcpServerRepository = {
  find: (db: Db, id: number): Promise<McpServerRow | undefined> =>
    db.selectFrom('mcp_servers').selectAll().where('id', '=', id).executeTakeFirst(),

  listOf: (db: Db, organizationId: number): Promise<McpServerRow[]> =>
    db
      .selectFrom('mcp_servers')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy('name')
      .execute(),

  insert: (db: Db, server: NewRow<'mcp_servers'>): Promise<McpServerRow> =>
    db.insertInto('mcp_servers').values(server).returningAll().executeTakeFirstOrThrow(),

  async update(db: Db, id: number, change: Partial<NewRow<'mcp_servers'>>): Promise<void> {
    await db.updateTable('mcp_servers').set(change).where('id', '=', id).execute()
  },

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('mcp_servers').where('id', '=', id).execute()
  },

  toolsOf: (db: Db, servers: readonly number[]): Promise<McpToolRow[]> =>
    servers.length === 0
      ? Promise.resolve([])
      : db.selectFrom('mcp_tools').selectAll().where('server_id', 'in', servers).orderBy('name').execute(),

  findTool: (db: Db, serverId: number, id: number): Promise<McpToolRow | undefined> =>
    db
      .selectFrom('mcp_tools')
      .selectAll()
      .where('server_id', '=', serverId)
      .where('id', '=', id)
      .executeTakeFirst(),

  async functionNamesOf(db: Db, organizationId: number): Promise<string[]> {
    const rows = await db
      .selectFrom('mcp_tools')
      .select('function_name')
      .where('organization_id', '=', organizationId)
      .execute()
    return rows.map((row) => row.function_name)
  },

  async insertTool(db: Db, tool: NewRow<'mcp_tools'>): Promise<void> {
    await db.insertInto('mcp_tools').values(tool).execute()
  },

  async updateTool(db: Db, id: number, change: Partial<NewRow<'mcp_tools'>>): Promise<void> {
    await db.updateTable('mcp_tools').set(change).where('id', '=', id).execute()
  },

  /** A new address is a different server: its tools must be enabled again. */
  async untickAll(db: Db, serverId: number, now: number): Promise<void> {
    await db
      .updateTable('mcp_tools')
      .set({ enabled: 0, only_reads: 0, updated_at: now })
      .where('server_id', '=', serverId)
      .execute()
  },

  listUsable: (db: Db, organizationId: number): Promise<UsableToolRow[]> =>
    usable(db).where('mcp_tools.organization_id', '=', organizationId).orderBy('function_name').execute(),

  findUsable: (
    db: Db,
    organizationId: number,
    serverId: number,
    name: string,
  ): Promise<UsableToolRow | undefined> =>
    usable(db)
      .where('mcp_tools.organization_id', '=', organizationId)
      .where('mcp_tools.server_id', '=', serverId)
      .where('mcp_tools.name', '=', name)
      .executeTakeFirst(),
}
