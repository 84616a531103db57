import { hash } from 'node:crypto'

/** The SQL of prepared queries, by which a server may keep its parsed form: planning a join costs it more than running it. */
const names = new Map<string, string>()

export const nameStatement = (sql: string): void => {
  names.set(sql, `bw_${hash('sha256', sql).slice(0, 24)}`)
}

/** Undefined for SQL that comes once or in ever new forms. */
export const statementName = (sql: string): string | undefined => names.get(sql)
