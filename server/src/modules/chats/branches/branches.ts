/** A message of a chat, as far as branches are concerned. */
export interface BranchMessage {
  id: string
  role: 'user' | 'assistant'
  previous_id: string | null
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
    const known = versions.get(keyOf(row))
    if (known) known.push(row.id)
    else versions.set(keyOf(row), [row.id])
  }
  return (row) => versions.get(keyOf(row)) ?? []
}

/** The end of the newest branch with this message. Pure. */
export function lastOfNewestBranch(rows: readonly BranchMessage[], id: string): string {
  const next = new Map<string, string>()
  // Later messages replace earlier ones.
  for (const row of rows) if (row.previous_id !== null) next.set(row.previous_id, row.id)
  const passed = new Set<string>()
  let last = id
  for (let one: string | undefined = id; one !== undefined && !passed.has(one); one = next.get(one)) {
    passed.add(one)
    last = one
  }
  return last
}
