import { describe, expect, it } from 'vitest'
import { PAGE_SIZE, readListView, writeListView } from './list-view.ts'

const FILTERS = { scope: ['mine', 'shared'], type: ['all', 'agent'] } as const

describe('the view in the URL', () => {
  it('is read back as written', () => {
    const view = { scope: 'shared', type: 'agent', search: 'a&b', offset: 3 * PAGE_SIZE } as const
    const query = writeListView(view, FILTERS)
    expect(query).toBe('?scope=shared&type=agent&search=a%26b&page=4')
    expect(readListView(new URLSearchParams(query), FILTERS)).toEqual(view)
    expect(writeListView({ scope: 'mine', type: 'all', search: '', offset: 0 }, FILTERS)).toBe('')
  })

  it('falls back to defaults for invalid values', () => {
    const odd = new URLSearchParams({ scope: 'everything', type: '<b>', page: '-4' })
    expect(readListView(odd, FILTERS)).toEqual({ scope: 'mine', type: 'all', search: '', offset: 0 })
    const long = new URLSearchParams({ search: 'x'.repeat(300), page: '1.5' })
    expect(readListView(long, FILTERS)).toMatchObject({ search: 'x'.repeat(200), offset: 0 })
  })
})
