import type { Kysely } from 'kysely'
import { withDefault } from './columns.ts'
import type { Migration } from './migration.ts'

/** Cached input and reasoning have been billed all along, but were not counted by themselves. */
export const cachedTokens: Migration = {
  name: '0072-cached-tokens',
  async up(db: Kysely<unknown>) {
    for (const column of ['cached_tokens', 'cache_write_tokens', 'reasoning_tokens'])
      await db.schema.alterTable('usage_records').addColumn(column, 'integer', withDefault(0)).execute()
  },
}
