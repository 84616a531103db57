import { expect, it } from 'vitest'
import { readAction } from './audit.ts'

it('describes an action with a verb', () => {
  expect(readAction('PUT /creator/admin/users/{id}')).toEqual({
    verb: 'put',
    target: 'users',
  })
  expect(readAction('POST /mcp-servers/{id}/refresh').target).toBe('mcp-servers › refresh')
  expect(readAction('tool.denied')).toEqual({ verb: 'refused', target: '' })
  expect(readAction('something new')).toEqual({ verb: 'other', target: 'something new' })
})
