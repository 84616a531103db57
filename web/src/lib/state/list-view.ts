/** The server pages lists, so that ten thousand items load as fast as ten. */
export const PAGE_SIZE = 25

/** The values that each filter of a list can have, the default first. */
type Filters = Readonly<Record<string, readonly string[]>>

export type ListView<F extends Filters> = { [Name in keyof F]: F[Name][number] } & {
  search: string
  offset: number
}

/** The view of a list is in the URL, so that reload, back and shared links show the same. */
export function readListView<F extends Filters>(query: URLSearchParams, filters: F): ListView<F> {
  const page = Number(query.get('page') ?? 1)
  const chosen = Object.entries(filters).map(([name, values]) => [
    name,
    values.find((value) => value === query.get(name)) ?? values[0],
  ])
  return {
    ...Object.fromEntries(chosen),
    search: (query.get('search') ?? '').slice(0, 200),
    offset: Number.isInteger(page) && page > 0 ? (page - 1) * PAGE_SIZE : 0,
  }
}

/** The query of the URL, without what is the default. */
export function writeListView<F extends Filters>(view: ListView<F>, filters: F): string {
  const query = new URLSearchParams()
  for (const [name, values] of Object.entries(filters)) {
    const value: string = view[name as keyof F]
    if (value !== values[0]) query.set(name, value)
  }
  if (view.search !== '') query.set('search', view.search)
  if (view.offset > 0) query.set('page', String(view.offset / PAGE_SIZE + 1))
  return query.size === 0 ? '' : `?${query}`
}
