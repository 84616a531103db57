import { expect, it } from 'vitest'
import { toClientTypes } from './client-types.mjs'

const json = (schema: object) => ({ content: { 'application/json': { schema } } })
const number = { type: 'number' }
const typesOf = (operation: object, method = 'get') =>
  toClientTypes({
    'x-tagGroups': [{ name: 'Bellwether', tags: ['Own'] }, { tags: ['LAMB'] }],
    paths: {
      '/things/{id}': { [method]: { tags: ['Own'], summary: 'Things', responses: {}, ...operation } },
    },
  })

it.each<[string, object, string]>([
  ['text, or nothing', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
  ['one of a few', { type: 'string', enum: ['a', 'b'] }, '"a" | "b"'],
  ['a list', { type: 'array', items: number }, '(number)[]'],
  ['two in order', { type: 'array', prefixItems: [number, { type: 'string' }] }, '[number, string]'],
  ['any of several types', { type: ['string', 'number'] }, 'string | number'],
  [
    'fields',
    { type: 'object', properties: { a: number, 'b-c': number }, required: ['a'] },
    '{ a: number; "b-c"?: number }',
  ],
  ['a record', { type: 'object', additionalProperties: number }, '{ [name: string]: number }'],
  ['both', { allOf: [number, { type: 'string' }] }, '(number) & (string)'],
  ['anything', {}, 'unknown'],
])('answers with %s', (_what, schema, type) => {
  expect(typesOf({ responses: { 200: json(schema) } })).toContain(`answer: ${type} }`)
})

it('knows parameters, queries and bodies', () => {
  const parameters = [
    { name: 'id', in: 'path', required: true, schema: { type: 'integer' } },
    { name: 'limit', in: 'query', schema: number },
  ]
  const types = typesOf(
    { parameters, requestBody: { required: false, ...json(number) }, responses: { 204: {} } },
    'post',
  )
  expect(types).toContain(
    '"/things/{id}": /** Things */ { params: { id: string | number }; query?: { limit?: string | number }; body?: number; answer: undefined }',
  )
})

it('tells files from JSON, and leaves out the APIs of other products', () => {
  const file = { 200: { content: { 'application/octet-stream': {} } } }
  expect(typesOf({ responses: file })).toContain("answer: 'File'")
  expect(typesOf({ responses: file, tags: ['LAMB'] })).not.toContain('/things')
})
