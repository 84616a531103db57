import { expect, it, vi } from 'vitest'
import { createApi, toAddress } from './operations.ts'

it.each([
  ['/assistants/{id}', { params: { id: 7 } }, '/assistants/7'],
  ['/links/{code}', { params: { code: 'a/b c' } }, '/links/a%2Fb%20c'],
  [
    '/workspaces/{id}/files/{path}',
    { params: { id: 1, path: 'src/a b.py' } },
    '/workspaces/1/files/src/a%20b.py',
  ],
  ['/jobs', { query: { limit: 5, status: undefined, search: '' } }, '/jobs?limit=5'],
  ['/jobs', {}, '/jobs'],
])('%s', (path, input, address) => {
  expect(toAddress(path, input)).toBe(address)
})

it('sends the body and returns what the server answers', async () => {
  const send = vi.fn(async () => Response.json({ id: 7 }))
  const api = createApi(send)
  await expect(api.post('/api-keys', { body: { name: 'Course' } })).resolves.toEqual({ id: 7 })
  expect(send).toHaveBeenCalledWith('POST', '/api-keys', { name: 'Course' }, { body: { name: 'Course' } })
})

it('returns nothing for an answer without content', async () => {
  const api = createApi(async () => new Response(null, { status: 204 }))
  await expect(api.delete('/budgets/{id}', { params: { id: 1 } })).resolves.toBeUndefined()
})

it('does not compile with a wrong path, parameter or body', () => {
  const api = createApi(async () => Response.json({}))
  const wrong = () => [
    // @ts-expect-error there is no such path
    api.get('/assistent/{id}', { params: { id: 1 } }),
    // @ts-expect-error the parameter has another name
    api.get('/assistants/{id}', { params: { assistant: 1 } }),
    // @ts-expect-error the path needs a parameter
    api.get('/assistants/{id}'),
    // @ts-expect-error the body has no such field
    api.post('/api-keys', { body: { title: 'Course' } }),
    // @ts-expect-error a file is not JSON
    api.get('/assistants/{id}/export', { params: { id: 1 } }),
  ]
  expect(wrong).toBeTypeOf('function')
})
