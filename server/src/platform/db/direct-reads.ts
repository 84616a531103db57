import type { CompiledQuery } from 'kysely'

/** Synchronous reads from a database on this machine, bypassing Kysely, which costs more than a small read itself. */
export interface DirectReads {
  /** Changes with every commit of any connection. */
  changes(): unknown
  /** Undefined when it is not a plain read or would have to wait; then Kysely must be used. */
  read(query: CompiledQuery, parameters: readonly unknown[]): unknown[] | undefined
}

const cache = new WeakMap<object, DirectReads>()

/**
 * Kysely creates one adapter per database, shared by its transactions. It is the only object that all handles of a
 * database have in common.
 */
export const noteDirectReads = (adapter: object, reads: DirectReads): void => {
  cache.set(adapter, reads)
}

/** Undefined for a database server. */
export const directReadsOf = (adapter: object): DirectReads | undefined => cache.get(adapter)
