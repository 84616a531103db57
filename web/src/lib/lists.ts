/** The list with one item moved to another position, which is clamped to the list. Pure. */
export function moveItem<T>(list: readonly T[], from: number, to: number): T[] {
  const next = [...list]
  const [item] = next.splice(from, 1)
  if (item !== undefined) next.splice(Math.max(0, Math.min(to, next.length)), 0, item)
  return next
}

/** The list with the new version of an item in its place, or at the end. Pure. */
export const replaceItem = <Item extends { id: unknown }>(all: readonly Item[], next: Item): Item[] =>
  all.some(({ id }) => id === next.id) ? all.map((one) => (one.id === next.id ? next : one)) : [...all, next]
