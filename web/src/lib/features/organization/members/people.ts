/** One page at a time: the server counts and cuts, so that ten thousand are as quick as ten. */
export const PAGE_SIZE = 25

export interface PeopleView {
  search: string
  offset: number
}

export interface PeoplePage<Person> {
  people: Person[]
  /** Beyond this page as well. */
  total: number
}

/** In the address, so that reload, back and a sent link show the same. */
export function readPeople(query: URLSearchParams): PeopleView {
  const page = Number(query.get('page') ?? 1)
  return {
    search: (query.get('search') ?? '').trim().slice(0, 200),
    offset: Number.isSafeInteger(page * PAGE_SIZE) && page > 0 ? (page - 1) * PAGE_SIZE : 0,
  }
}

/** Pure. The rest of the address stays. */
export function writePeople(query: URLSearchParams, { search, offset }: PeopleView): URLSearchParams {
  const next = withoutPeople(query)
  if (search.trim() !== '') next.set('search', search.trim())
  if (offset > 0) next.set('page', String(offset / PAGE_SIZE + 1))
  return next
}

/** Pure. What one list looks for says nothing to another. */
export function withoutPeople(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('search')
  next.delete('page')
  return next
}

export const toPage = ({ search, offset }: PeopleView) => ({ search, offset, limit: PAGE_SIZE })
