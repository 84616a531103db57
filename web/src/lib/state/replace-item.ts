/** The list with the new version of an item in its place, or at the end. Pure. */
export const replaceItem = <Item extends { id: unknown }>(all: readonly Item[], next: Item): Item[] =>
  all.some(({ id }) => id === next.id) ? all.map((one) => (one.id === next.id ? next : one)) : [...all, next]
