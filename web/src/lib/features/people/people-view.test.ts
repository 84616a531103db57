import { expect, it } from 'vitest'
import { readPeople, writePeople } from './people-view.ts'

it('keeps search and page in the URL, and its other parameters', () => {
  const view = { search: 'ana', offset: 50 }
  const query = writePeople(new URLSearchParams('org=north&tab=members&page=9'), view)
  expect(query.toString()).toBe('org=north&tab=members&search=ana&page=3')
  expect(readPeople(query)).toEqual(view)
  expect(writePeople(query, { search: ' ', offset: 0 }).toString()).toBe('org=north&tab=members')
})

it('shows the first page if the page number is invalid', () => {
  for (const page of ['0', '-2', 'x', '1.5', '1e300'])
    expect(readPeople(new URLSearchParams({ page })).offset, page).toBe(0)
})
