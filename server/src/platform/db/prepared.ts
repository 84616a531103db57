import type { Compilable, CompiledQuery } from 'kysely'
import type { Db } from './db.ts'
import { directReadsOf } from './direct-reads.ts'
import type { Database, NewRow } from './schema.ts'
import { nameStatement } from './statement-names.ts'

export interface PreparedQuery<Params extends object, Row> {
  all(db: Db, params: Params): Promise<Row[]>
  first(db: Db, params: Params): Promise<Row | undefined>
}

export interface PreparedOptions {
  /**
   * This many results are cached until the next commit, if the database can detect commits cheaply (SQLite). For
   * queries that every request repeats, such as reading the user or the assistant.
   */
  remember?: number
}

/**
 * For queries that run on every request: Kysely builds and compiles the query once per database, which costs several
 * times as much as running it. In `build`, each field of `p` is a placeholder, not a value: pass it to Kysely in place
 * of a value (`where`, `values`, `set`, `limit`) and never read it. Fields may be used in any order and more than once.
 *
 *     const userByEmail = preparedQuery((db, p: { email: string }) =>
 *       db.selectFrom('users').selectAll().where('email', '=', p.email))
 *     const user = await userByEmail.first(db, { email })
 */
export function preparedQuery<Params extends object, Row>(
  build: (db: Db, p: Params) => Compilable<Row>,
  { remember = 0 }: PreparedOptions = {},
): PreparedQuery<Params, Row> {
  // Each transaction is a new object but shares the adapter of its database.
  const plans = new WeakMap<object, Plan<Row>>()

  async function run(db: Db, params: Params): Promise<Row[]> {
    const { adapter } = db.getExecutor()
    let plan = plans.get(adapter)
    if (plan === undefined) {
      plan = compile(db, build)
      plans.set(adapter, plan)
    }
    const values = params as Readonly<Record<string, unknown>>
    const parameters = plan.parameters.map((part) => (part instanceof Mark ? values[part.field] : part))
    const direct = db.isTransaction ? undefined : directReadsOf(adapter)
    const ask = async () =>
      // The query's type guarantees the shape of the rows, as with every Kysely dialect.
      (direct?.read(plan.query, parameters) as Row[] | undefined) ??
      (await db.executeQuery<Row>({ ...plan.query, parameters })).rows
    return direct && remember > 0 ? plan.answers.get(direct.changes(), parameters, remember, ask) : ask()
  }

  return {
    all: run,
    first: async (db, params) => (await run(db, params))[0],
  }
}

export interface PreparedInsertOptions<Table extends keyof Database> {
  fields: readonly (keyof NewRow<Table> & string)[]
  /** For fields that a row does not have; null otherwise. */
  defaults?: Partial<NewRow<Table>>
  /** Rows per statement, largest first, the last one 1. Each is a statement that the database keeps. */
  sizes: readonly number[]
}

/**
 * For rows that every request adds: inserts of fixed sizes, compiled once. Building the SQL for a few hundred rows costs
 * far more than running it.
 */
export function preparedInsert<Table extends keyof Database>(
  table: Table,
  { fields, defaults = {}, sizes }: PreparedInsertOptions<Table>,
): (db: Db, rows: readonly NewRow<Table>[]) => Promise<void> {
  const inserts = sizes.map((size) => ({ size, plans: new WeakMap<object, InsertPlan>() }))
  const defaultOf = defaults as Readonly<Record<string, unknown>>

  return async (db, rows) => {
    const { adapter } = db.getExecutor()
    let done = 0
    for (const { size, plans } of inserts) {
      for (; rows.length - done >= size; done += size) {
        let plan = plans.get(adapter)
        if (plan === undefined) {
          plan = compileInsert(db, table, fields, size)
          plans.set(adapter, plan)
        }
        const group = rows.slice(done, done + size) as readonly Readonly<Record<string, unknown>>[]
        const parameters = plan.places.map(
          ({ row, field }) => group[row]?.[field] ?? defaultOf[field] ?? null,
        )
        await db.executeQuery({ ...plan.query, parameters })
      }
    }
  }
}

class Mark {
  readonly field: string

  constructor(field: string) {
    this.field = field
  }
}

interface Plan<Row> {
  query: CompiledQuery<Row>
  parameters: readonly unknown[]
  answers: Answers<Row>
}

/** Results since the last commit. Rows are shared by all callers and must not be modified. */
class Answers<Row> {
  #since: unknown
  readonly #rows = new Map<string, Row[]>()

  async get(
    now: unknown,
    parameters: readonly unknown[],
    limit: number,
    ask: () => Promise<Row[]>,
  ): Promise<Row[]> {
    if (this.#since !== now || this.#rows.size >= limit) {
      this.#rows.clear()
      this.#since = now
    }
    const key = JSON.stringify(parameters)
    const cached = this.#rows.get(key)
    if (cached) return cached
    const rows = await ask()
    for (const row of rows) Object.freeze(row)
    // Another commit may have happened in between; then these rows are newer than `now` and are dropped at the next
    // read.
    if (this.#since === now) this.#rows.set(key, rows)
    return rows
  }
}

function compile<Params extends object, Row>(
  db: Db,
  build: (db: Db, p: Params) => Compilable<Row>,
): Plan<Row> {
  const fields = new Set<string>()
  const marks = new Proxy<Record<string, Mark>>(
    {},
    {
      get(_, field) {
        if (typeof field !== 'string')
          throw new Error('Fields of a prepared query are placeholders: their values cannot be read.')
        fields.add(field)
        return new Mark(field)
      },
    },
  )
  // The cast makes the builder typed: placeholders stand in for the values.
  const query = build(db, marks as Params).compile()
  const used = new Set(query.parameters.map((part) => (part instanceof Mark ? part.field : undefined)))
  for (const field of fields) {
    if (!used.has(field))
      throw new Error(`The field "${field}" of a prepared query did not become a parameter.`)
  }
  nameStatement(query.sql)
  return { query, parameters: query.parameters, answers: new Answers() }
}

interface InsertPlan {
  query: CompiledQuery
  places: readonly Place[]
}

/** Stands in for the value of a field in one of the rows. */
class Place {
  readonly row: number
  readonly field: string

  constructor(row: number, field: string) {
    this.row = row
    this.field = field
  }
}

function compileInsert<Table extends keyof Database>(
  db: Db,
  table: Table,
  fields: readonly string[],
  size: number,
): InsertPlan {
  const rows = Array.from({ length: size }, (_, row) =>
    Object.fromEntries(fields.map((field) => [field, new Place(row, field)])),
  )
  const query = db
    .insertInto(table)
    .values(rows as never)
    .compile()
  nameStatement(query.sql)
  return { query, places: query.parameters.filter((part) => part instanceof Place) }
}
