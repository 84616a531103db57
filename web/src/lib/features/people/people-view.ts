/** The server pages the list, so that ten thousand people load as fast as ten. */
export const PAGE_SIZE = 25

export interface PeopleView {
  search: string
  offset: number
}

export interface PeoplePage<Person> {
  people: Person[]
  /** On all pages. */
  total: number
}

/** The view is in the URL, so that reload, back and shared links show the same page. */
export function readPeople(query: URLSearchParams): PeopleView {
  const page = Number(query.get('page') ?? 1)
  return {
    search: (query.get('search') ?? '').trim().slice(0, 200),
    offset: Number.isSafeInteger(page * PAGE_SIZE) && page > 0 ? (page - 1) * PAGE_SIZE : 0,
  }
}

/** Keeps the other parameters of the URL. Pure. */
export function writePeople(query: URLSearchParams, { search, offset }: PeopleView): URLSearchParams {
  const next = withoutPeople(query)
  if (search.trim() !== '') next.set('search', search.trim())
  if (offset > 0) next.set('page', String(offset / PAGE_SIZE + 1))
  return next
}

/** Removes search and page, which belong to one list only. Pure. */
export function withoutPeople(query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query)
  next.delete('search')
  next.delete('page')
  return next
}

export const toPage = ({ search, offset }: PeopleView) => ({ search, offset, limit: PAGE_SIZE })
