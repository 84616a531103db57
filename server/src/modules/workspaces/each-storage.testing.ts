import { describeOnPostgres, describeOnSqlite, type OpenTestDatabase } from '../../platform/db/testing.ts'
import type { StorageKind } from './testing.ts'

/**
 * Files on disk with SQLite, and stored files with PostgreSQL: the two ways in which a server is run. Every pair of database and
 * storage would run the same code a second time.
 */
export function describeOnEachStorage(
  name: string,
  suite: (fixture: { kind: StorageKind; open: OpenTestDatabase }) => void,
): void {
  describeOnSqlite(`${name} (disk, sqlite)`, (open) => suite({ kind: 'disk', open }))
  if (process.env['TEST_POSTGRES_URL'])
    describeOnPostgres(`${name} (stored, postgres)`, (open) => suite({ kind: 'stored', open }))
  else describeOnSqlite(`${name} (stored, sqlite)`, (open) => suite({ kind: 'stored', open }))
}
