import { describe, expect, it, vi } from 'vitest'
import * as zod from 'zod'
import { deferring } from './deferred.ts'
import * as lazy from './lazy-zod.ts'

/** The same schemas, built at once and later. */
const build = (z: typeof zod) => {
  const name = z
    .string()
    .trim()
    .min(1, 'name it')
    .max(5)
    .meta({ description: 'A name', examples: ['Ada'] })
  const base = z.object({ name, age: z.coerce.number().int().nonnegative().optional() })
  const node = z.object({
    value: z.int(),
    get children() {
      return z.array(node).optional()
    },
  })
  const kinds = ['a', 'b'] as const
  return {
    base,
    extended: base.extend({ tags: z.array(z.enum(kinds)).default([]) }).omit({ age: true }),
    partial: base.partial(),
    loose: z.looseObject({ id: z.number().nullable() }),
    strict: z.strictObject(Object.freeze({ on: z.boolean(), none: z.null() })),
    union: z.discriminatedUnion('type', [
      z.object({ type: z.literal('x'), size: z.number() }),
      z.object({ type: z.literal('y'), link: z.url() }),
    ]),
    record: z.record(z.string(), z.union([z.string(), z.email()]).nullish()),
    pair: z.tuple([z.string(), z.unknown()]),
    piped: z.preprocess((value) => value ?? 'none', z.string()).transform((text) => text.length),
    refined: z.object({ a: z.number(), b: z.number() }).refine(({ a, b }) => a < b, 'a must be below b'),
    fallback: z.string().catch('other'),
    node,
    recursive: z.lazy(() => base),
    bool: z.stringbool(),
  }
}

const SAMPLES: unknown[] = [
  undefined,
  null,
  'yes',
  7,
  [],
  ['a', { b: 1 }],
  {},
  { name: ' Ada ', age: '3', tags: ['a'] },
  { name: '', age: -1, tags: ['c'] },
  { id: null, more: 1 },
  { on: true, none: null },
  { on: true, none: null, extra: 1 },
  { type: 'x', size: 2 },
  { type: 'y', link: 'nowhere' },
  { a: 'x@example.org', b: null },
  { a: 2, b: 1 },
  { value: 1, children: [{ value: 2 }, { value: 'three' }] },
]

describe('schemas that are built when they are used', () => {
  const eager = build(zod) as Record<string, zod.ZodType>
  const deferred = build(lazy as typeof zod) as Record<string, zod.ZodType>

  it.each(Object.keys(eager))('accept and refuse the same: %s', (key) => {
    for (const sample of SAMPLES) {
      const expected = eager[key]?.safeParse(sample)
      const { success, data, error } = deferred[key]?.safeParse(sample) ?? {}
      expect({ success, data, issues: error?.issues }).toEqual({
        success: expected?.success,
        data: expected?.data,
        issues: expected?.error?.issues,
      })
    }
  })

  it.each(Object.keys(eager))('are described in the same way: %s', (key) => {
    const options = { io: 'input', unrepresentable: 'any' } as const
    const schemaOf = (schema: zod.ZodType | undefined, z: typeof zod) =>
      z.toJSONSchema(schema as zod.ZodType, options)
    expect(schemaOf(deferred[key], lazy as typeof zod)).toEqual(schemaOf(eager[key], zod))
  })

  it('can be inspected like others', () => {
    const { base, extended } = build(lazy as typeof zod)
    expect(base instanceof zod.ZodObject).toBe(true)
    expect('_zod' in base).toBe(true)
    expect(Object.keys(extended.shape)).toEqual(['name', 'tags'])
    expect(base.shape.name.description).toBe('A name')
    expect(lazy.string().meta({ title: 'Title' }).meta()).toEqual({ title: 'Title' })
  })
})

it('can be extended after it was used', () => {
  const base = lazy.object({ name: lazy.string() })
  base.parse({ name: 'Ada' })
  const extended = base.extend({ age: lazy.number().optional() })
  expect(lazy.toJSONSchema(extended)).toEqual(
    zod.toJSONSchema(zod.object({ name: zod.string(), age: zod.number().optional() })),
  )
})

it('is not built before it is used, and then once', () => {
  const construct = vi.fn(() => zod.string())
  const string = deferring(construct as () => zod.ZodString)
  const schema = string().min(2).optional()
  expect(construct).not.toHaveBeenCalled()
  expect(schema.safeParse('abc').success).toBe(true)
  expect(schema.safeParse('a').success).toBe(false)
  expect(construct).toHaveBeenCalledTimes(1)
})

it('continues to work if building it failed once', () => {
  let isBroken = true
  const string = deferring(() => {
    if (isBroken) throw new Error('not yet')
    return zod.string()
  })
  const schema = string()
  expect(() => schema.parse('a')).toThrow('not yet')
  isBroken = false
  expect(schema.parse('a')).toBe('a')
})
