import type { Kysely } from 'kysely'
import type { DatabaseKind } from '../db.ts'
import {
  addIndex,
  belongsTo,
  createTableMaker,
  doneBy,
  isFlag,
  isOneOf,
  required,
  withDefault,
} from './columns.ts'
import type { Migration } from './migration.ts'

export const mcp: Migration = {
  name: '0009-mcp',
  async up(db: Kysely<unknown>, kind: DatabaseKind) {
    const { withId, long } = createTableMaker(db, kind)
    await withId('mcp_servers')
      .addColumn('organization_id', long, belongsTo('organizations.id'))
      .addColumn('name', 'text', required)
      .addColumn('url', 'text', required)
      .addColumn('header_name', 'text', required)
      .addColumn('sealed_secret', 'text')
      .addColumn('enabled', 'integer', withDefault(1))
      .addColumn('checked_at', long, withDefault(0))
      .addColumn('check_error', 'text')
      .addColumn('created_by', long, doneBy('users.id'))
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .addUniqueConstraint('mcp_servers_name', ['organization_id', 'name'])
      .addCheckConstraint('mcp_servers_enabled', isFlag('enabled'))
      .execute()

    await withId('mcp_tools')
      .addColumn('server_id', long, belongsTo('mcp_servers.id'))
      .addColumn('organization_id', long, belongsTo('organizations.id'))
      .addColumn('name', 'text', required)
      .addColumn('function_name', 'text', required)
      .addColumn('definition', 'text', required)
      .addColumn('fingerprint', 'text', required)
      .addColumn('enabled', 'integer', withDefault(0))
      .addColumn('only_reads', 'integer', withDefault(0))
      .addColumn('state', 'text', withDefault('current'))
      .addColumn('proposed', 'text')
      .addColumn('created_at', long, required)
      .addColumn('updated_at', long, required)
      .addUniqueConstraint('mcp_tools_name', ['server_id', 'name'])
      .addUniqueConstraint('mcp_tools_function_name', ['organization_id', 'function_name'])
      .addCheckConstraint('mcp_tools_enabled', isFlag('enabled'))
      .addCheckConstraint('mcp_tools_only_reads', isFlag('only_reads'))
      .addCheckConstraint('mcp_tools_state', isOneOf('state', ['current', 'changed', 'gone']))
      .execute()
    await addIndex(db, 'mcp_tools_by_organization', 'mcp_tools', ['organization_id', 'enabled'])
  },
}
