import { expect, it } from 'vitest'
import { readPeople, writePeople } from './people.ts'

it('keeps search and page in the address, and what else is there', () => {
  const view = { search: 'ana', offset: 50 }
  const query = writePeople(new URLSearchParams('org=north&tab=members&page=9'), view)
  expect(query.toString()).toBe('org=north&tab=members&search=ana&page=3')
  expect(readPeople(query)).toEqual(view)
  expect(writePeople(query, { search: ' ', offset: 0 }).toString()).toBe('org=north&tab=members')
})

it('takes nonsense in the address for the first page', () => {
  for (const page of ['0', '-2', 'x', '1.5', '1e300'])
    expect(readPeople(new URLSearchParams({ page })).offset, page).toBe(0)
})
