import { expect, it } from 'vitest'
import * as z from 'zod'
import { findUnknownField } from './unknown-fields.ts'

const plain = z.object({ name: z.string() })

it.each<[string, z.ZodType, unknown, string | undefined]>([
  ['a plain object', plain, { name: 'x' }, undefined],
  ['an unknown field', plain, { name: 'x', expires_in_days: 5 }, 'expires_in_days'],
  ['a transformed object', plain.transform((one) => one.name), { nam: 'x' }, 'nam'],
  ['a preprocessed object', z.preprocess((one) => one, plain), { nam: 'x' }, 'nam'],
  ['a refined object', plain.refine(() => true), { nam: 'x' }, 'nam'],
  ['an optional object', plain.optional(), { nam: 'x' }, 'nam'],
  ['one of two', z.union([plain, z.object({ id: z.number() })]), { id: 1 }, undefined],
  ['none of two', z.union([plain, z.object({ id: z.number() })]), { ids: 1 }, 'ids'],
  ['a loose object', z.looseObject({ name: z.string() }), { nam: 'x' }, undefined],
  ['a record', z.record(z.string(), z.unknown()), { nam: 'x' }, undefined],
  ['a list', z.array(plain), [{ nam: 'x' }], undefined],
  ['not an object', plain, 'x', undefined],
])('%s', (_what, schema, body, unknown) => {
  expect(findUnknownField(schema, body)).toBe(unknown)
})

it('accepts read-only fields', () => {
  expect(findUnknownField(plain, { name: 'x', id: 4 }, new Set(['id']))).toBeUndefined()
})
