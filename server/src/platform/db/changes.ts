/** How a database tells that something was committed since the last look. */
export type Changes = () => unknown

const known = new WeakMap<object, Changes>()

/** Kysely makes one adapter per database, and transactions share it: the only thing that all handles of a database have in common. */
export const noteChanges = (adapter: object, changes: Changes): void => {
  known.set(adapter, changes)
}

/** Undefined where asking would cost as much as the query itself: on a server. */
export const changesOf = (adapter: object): Changes | undefined => known.get(adapter)
