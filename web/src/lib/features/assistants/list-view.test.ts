import { describe, expect, it } from 'vitest'
import { PAGE_SIZE, readView, writeView } from './list-view.ts'

describe('the view in the URL', () => {
  it('is read back as written', () => {
    const view = { scope: 'shared', type: 'agent', search: 'a&b', offset: 3 * PAGE_SIZE } as const
    expect(readView(new URLSearchParams(writeView(view)))).toEqual(view)
    expect(writeView({ scope: 'mine', type: 'all', search: '', offset: 0 })).toBe('')
  })

  it('falls back to defaults for invalid values', () => {
    const odd = new URLSearchParams({ scope: 'everything', type: '<b>', page: '-4' })
    expect(readView(odd)).toEqual({ scope: 'mine', type: 'all', search: '', offset: 0 })
  })
})
