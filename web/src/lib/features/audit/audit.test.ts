import { expect, it } from 'vitest'
import { readAction } from './audit.ts'

it('puts what was done into a word', () => {
  expect(readAction('PUT /creator/admin/users/{id}')).toEqual({
    verb: 'put',
    place: 'users',
  })
  expect(readAction('POST /mcp-servers/{id}/refresh').place).toBe('mcp-servers › refresh')
  expect(readAction('tool.denied')).toEqual({ verb: 'refused', place: '' })
  expect(readAction('something new')).toEqual({ verb: 'other', place: 'something new' })
})
