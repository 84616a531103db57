import { SqliteError } from './sqlite/sqlite-error.ts'

const SQLITE_UNIQUE = [2067, 1555, 2579] // unique, primary key, rowid
const SQLITE_FOREIGN_KEY = [787]
const POSTGRES_UNIQUE = '23505'
const POSTGRES_FOREIGN_KEY = '23503'

/** True when a row with the same key already exists. */
export const isUniqueViolation = (error: unknown): boolean => violates(error, SQLITE_UNIQUE, POSTGRES_UNIQUE)

/** True when the referenced row does not exist, or the row to delete is still referenced. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  violates(error, SQLITE_FOREIGN_KEY, POSTGRES_FOREIGN_KEY)

function violates(error: unknown, sqliteCodes: readonly number[], postgresCode: string): boolean {
  if (error instanceof SqliteError) return sqliteCodes.includes(error.errcode)
  return error instanceof Error && 'code' in error && error.code === postgresCode
}
