import {
  type ColumnBuilderCallback,
  type CreateTableBuilder,
  type Expression,
  type Kysely,
  sql,
} from 'kysely'
import type { DatabaseKind } from '../db.ts'

/** The differences between the two databases when tables are created. */
export interface TableMaker {
  /** A table with a generated `id` that is never reused. */
  withId<T extends string>(name: T): CreateTableBuilder<T, 'id'>
  table<T extends string>(name: T): CreateTableBuilder<T>
  /** For ids, times and other numbers that may outgrow 32 bits. */
  long: 'integer' | 'bigint'
}

export function createTableMaker(db: Kysely<unknown>, kind: DatabaseKind): TableMaker {
  if (kind === 'postgres') {
    return {
      long: 'bigint',
      table: (name) => db.schema.createTable(name),
      withId: (name) =>
        db.schema
          .createTable(name)
          .addColumn('id', 'bigint', (c) => c.primaryKey().generatedByDefaultAsIdentity()),
    }
  }
  // STRICT makes SQLite refuse values of the wrong type, as PostgreSQL does.
  const table = <T extends string>(name: T) => db.schema.createTable(name).modifyEnd(sql`strict`)
  return {
    long: 'integer',
    table,
    withId: (name) => table(name).addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement()),
  }
}

export const required: ColumnBuilderCallback = (c) => c.notNull()
export const withDefault =
  (value: string | number): ColumnBuilderCallback =>
  (c) =>
    c.notNull().defaultTo(value)

/** `0` or `1`; see schema.ts for why not a boolean. */
export const isFlag = (column: string): Expression<boolean> => sql<boolean>`${sql.ref(column)} in (0, 1)`
export const isOneOf = (column: string, values: readonly string[]): Expression<boolean> =>
  sql<boolean>`${sql.ref(column)} in (${sql.join(values.map((value) => sql.lit(value)))})`

/** Deleted together with its parent. */
export const belongsTo =
  (target: string): ColumnBuilderCallback =>
  (c) =>
    c.notNull().references(target).onDelete('cascade')
/** Prevents its parent from being deleted. */
export const needs =
  (target: string): ColumnBuilderCallback =>
  (c) =>
    c.notNull().references(target)
/** The person who did something; the row stays when they are deleted. */
export const doneBy =
  (target: string): ColumnBuilderCallback =>
  (c) =>
    c.references(target).onDelete('set null')

export async function addIndex(
  db: Kysely<unknown>,
  name: string,
  table: string,
  columns: string[],
): Promise<void> {
  await db.schema.createIndex(name).on(table).columns(columns).execute()
}
