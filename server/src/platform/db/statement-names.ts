import { hash } from 'node:crypto'

/**
 * Names for the SQL of prepared queries, with which a server can cache the plan: planning a join costs more than
 * running it.
 */
const names = new Map<string, string>()

export const nameStatement = (sql: string): void => {
  names.set(sql, `bw_${hash('sha256', sql).slice(0, 24)}`)
}

/** Undefined for SQL that is used once or varies. */
export const statementName = (sql: string): string | undefined => names.get(sql)
