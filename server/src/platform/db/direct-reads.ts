import type { CompiledQuery } from 'kysely'

/** What a database on this very machine offers beside Kysely's way, which costs more than a small read itself. */
export interface DirectReads {
  /** Changes with every commit of any connection. */
  changes(): unknown
  /** Undefined when it is no plain read, or can't be had without waiting: then Kysely is to be asked. */
  read(query: CompiledQuery, parameters: readonly unknown[]): unknown[] | undefined
}

const known = new WeakMap<object, DirectReads>()

/** Kysely makes one adapter per database, and transactions share it: the only thing that all handles of a database have in common. */
export const noteDirectReads = (adapter: object, reads: DirectReads): void => {
  known.set(adapter, reads)
}

/** Undefined where there are none: on a server. */
export const directReadsOf = (adapter: object): DirectReads | undefined => known.get(adapter)
