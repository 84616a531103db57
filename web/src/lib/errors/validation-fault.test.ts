import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readValidationFault } from './validation-fault.ts'

/** The server's error for this value. */
function faultOf(schema: z.ZodType, value: unknown) {
  const issue = schema.safeParse(value).error?.issues[0]
  return readValidationFault(issue?.code ?? '', issue?.message ?? '')
}

describe('a generic validation error', () => {
  it.each([
    ['a missing value', z.string(), undefined, { kind: 'required' }],
    ['an empty text', z.string().min(1), '', { kind: 'required' }],
    ['a wrong type', z.string(), 5, { kind: 'wrongType' }],
    ['a short text', z.string().min(8), 'a', { kind: 'minLength', limit: 8 }],
    ['a long text', z.string().max(3), 'abcd', { kind: 'maxLength', limit: 3 }],
    ['too few items', z.array(z.string()).min(2), [], { kind: 'minItems', limit: 2 }],
    ['too many items', z.array(z.string()).max(1), ['a', 'b'], { kind: 'maxItems', limit: 1 }],
    ['a small number', z.number().min(0.5), 0, { kind: 'min', limit: 0.5 }],
    ['a large number', z.number().max(-1), 0, { kind: 'max', limit: -1 }],
    ['a number at an open limit', z.number().positive(), 0, { kind: 'above', limit: 0 }],
    ['a number that is not a multiple', z.number().multipleOf(5), 3, { kind: 'multipleOf', limit: 5 }],
    ['an e-mail', z.email(), 'x', { kind: 'email' }],
    ['a URL', z.url(), 'x', { kind: 'url' }],
    ['another format', z.uuid(), 'x', { kind: 'format' }],
    ['a choice', z.enum(['a', 'b']), 'c', { kind: 'choice', names: '“a”, “b”' }],
    ['an unknown field', z.strictObject({}), { x: 1 }, { kind: 'unknownField', names: '“x”' }],
    ['a union', z.union([z.string(), z.number()]), true, { kind: 'invalid' }],
  ])('is read from zod’s text: %s', (_name, schema, value, fault) => {
    expect(faultOf(schema, value)).toEqual(fault)
  })

  it('is not read from a text that an endpoint wrote itself', () => {
    expect(faultOf(z.string().min(1, 'Enter a name'), '')).toBeUndefined()
    expect(
      faultOf(
        z.string().refine(() => false, 'Choose another name'),
        'a',
      ),
    ).toBeUndefined()
    expect(readValidationFault('custom', 'Two tools fill {context}')).toBeUndefined()
  })
})
