/** A message of a chat, as far as branches are concerned. */
export interface BranchMessage {
  id: string
  role: 'user' | 'assistant'
  previous_id: string | null
  /** The message after it that was last shown. */
  shown_next_id?: string | null
}

/**
 * The messages of the branch that ends with this one, oldest first. All messages if the chat has no branches.
 * `rows` are sorted by position. Pure.
 */
export function branchOf<T extends BranchMessage>(rows: readonly T[], last: string | null): readonly T[] {
  if (last === null) return rows
  const byId = new Map(rows.map((row) => [row.id, row]))
  const branch: T[] = []
  for (let row = byId.get(last); row !== undefined; row = byId.get(row.previous_id ?? '')) {
    branch.push(row)
    // A message is only once in a branch.
    byId.delete(row.id)
  }
  return branch.reverse()
}

/** The ids of all versions of each message, in their order. Pure. */
export function versionsIn(rows: readonly BranchMessage[]): (row: BranchMessage) => string[] {
  const keyOf = ({ previous_id, role }: BranchMessage) => `${role} ${previous_id ?? ''}`
  const versions = new Map<string, string[]>()
  for (const row of rows) {
    const existing = versions.get(keyOf(row))
    if (existing) existing.push(row.id)
    else versions.set(keyOf(row), [row.id])
  }
  return (row) => versions.get(keyOf(row)) ?? []
}

/** Which of several versions a message is; null if it has no others. Pure. */
export function numberVersions(
  rows: readonly BranchMessage[],
): (row: BranchMessage) => { number: number; count: number } | null {
  // Without branches, no message is linked to the one before.
  if (rows.every(({ previous_id }) => previous_id === null)) return () => null
  const versionsOf = versionsIn(rows)
  return (row) => {
    const versions = versionsOf(row)
    return versions.length > 1 ? { number: versions.indexOf(row.id) + 1, count: versions.length } : null
  }
}

/**
 * The end of the branch with this message as it was last shown; where another version was never left, its newest
 * messages. Pure.
 */
export function lastShownAfter(rows: readonly BranchMessage[], id: string): string {
  const next = new Map<string, string>()
  const shownNext = new Map(rows.map((row) => [row.id, row.shown_next_id]))
  for (const { id: messageId, previous_id } of rows) {
    if (previous_id === null) continue
    const remembered = shownNext.get(previous_id)
    // Later messages replace earlier ones, but not the one that was shown.
    if (next.get(previous_id) !== remembered || remembered == null) next.set(previous_id, messageId)
  }
  const passed = new Set<string>()
  let last = id
  for (
    let current: string | undefined = id;
    current !== undefined && !passed.has(current);
    current = next.get(current)
  ) {
    passed.add(current)
    last = current
  }
  return last
}
