import { say, toolTemplateDraftSchema } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { check } from './body.ts'
import { toIssue } from './plain-issue.ts'

/** The error that a request with this value gets. */
function faultOf(schema: z.ZodType, value: unknown) {
  try {
    check(z.object({ value: schema }), { value }, 'body', 'lamb')
  } catch (error) {
    const [fault] = (error as { details: { faults: { msg: string; message_code?: string }[] } }).details
      .faults
    return fault
  }
  throw new Error('The value was accepted')
}

const VARIANTS = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('a') }),
  z.object({ kind: z.literal('b') }),
])

describe('validation errors', () => {
  it.each([
    ['a missing value', z.string(), undefined, 'This field is required'],
    ['null', z.number(), null, 'Must be a number'],
    ['a missing choice', z.enum(['a', 'b']), undefined, 'This field is required'],
    ['an empty text', z.string().min(1), '', 'This field is required'],
    ['a number as text', z.string(), 5, 'Must be text'],
    ['a text as number', z.number(), '5', 'Must be a number'],
    ['a fraction', z.int(), 1.5, 'Must be a whole number'],
    ['a text as boolean', z.boolean(), 'yes', 'Must be true or false'],
    ['a text as list', z.array(z.string()), 'a', 'Must be a list'],
    ['a list as object', z.object({}), [], 'Must be an object'],
    ['a short text', z.string().min(8), 'a', 'Enter at least 8 characters'],
    ['a long text', z.string().max(3), 'abcd', 'Enter at most 3 characters'],
    ['no items', z.array(z.string()).min(1), [], 'Add at least one item'],
    ['too few items', z.array(z.string()).min(2), [], 'Add at least 2 items'],
    ['too many items', z.array(z.string()).max(1), ['a', 'b'], 'Only one item is allowed'],
    ['far too many items', z.array(z.string()).max(2), ['a', 'b', 'c'], 'No more than 2 items are allowed'],
    ['a small number', z.number().min(0.5), 0, 'Must be at least 0.5'],
    ['a large number', z.number().max(-1), 0, 'Must be at most -1'],
    ['a number at an open minimum', z.number().positive(), 0, 'Must be greater than 0'],
    ['a number at an open maximum', z.number().lt(3), 3, 'Must be less than 3'],
    ['a number that is not a multiple', z.number().multipleOf(5), 3, 'Must be a multiple of 5'],
    ['an e-mail', z.email(), 'x', 'Enter an e-mail address such as name@example.edu'],
    ['a URL', z.url(), 'x', 'Enter a valid URL'],
    ['a day', z.iso.date(), 'x', 'Enter a date such as 2026-09-30'],
    ['another format', z.uuid(), 'x', 'Check the format of this value'],
    ['a choice', z.enum(['a', 'b']), 'c', 'Choose one of “a”, “b”'],
    ['an unknown field', z.strictObject({}), { x: 1 }, 'Unknown field: “x”'],
    ['a variant', VARIANTS, { kind: 'c' }, 'Choose one of “a”, “b”'],
    ['a missing variant', VARIANTS, {}, 'Choose one of “a”, “b”'],
    ['a union', z.union([z.string(), z.number()]), true, 'Must be text'],
    ['a union without a form for it', z.union([z.null(), z.date()]), 5, 'This value isn’t valid'],
    ['a missing union', z.union([z.string(), z.number()]), undefined, 'This field is required'],
    ['a choice of a union', z.union([z.number(), z.enum(['a', 'b'])]), 'c', 'Choose one of “a”, “b”'],
    ['single values', z.union([z.literal('a'), z.literal('b')]), 'c', 'Choose one of “a”, “b”'],
    [
      'the form of a union',
      z.union([z.array(z.string()), z.string().max(3)]),
      'long',
      'Enter at most 3 characters',
    ],
  ])('are plain and can be translated: %s', (_name, schema, value, text) => {
    const fault = faultOf(schema, value)
    expect(fault?.msg).toBe(text)
    expect(fault?.message_code).toMatch(/^fields\./)
  })

  const CARD = z.object({ front: z.string(), back: z.string() })
  const LINK = z.object({ type: z.literal('link'), url: z.url(), hidden: z.boolean() })
  const NOTE = z.object({ type: z.literal('note'), text: z.string(), hidden: z.boolean() })

  it.each([
    [
      'the form that fits best',
      z.union([z.string(), CARD]),
      { front: 'a' },
      ['back'],
      'This field is required',
    ],
    [
      'the variant that it names',
      z.union([LINK, NOTE]),
      { type: 'note', hidden: 1 },
      ['text'],
      'This field is required',
    ],
    [
      'a list of them',
      z.array(z.union([LINK, NOTE])),
      [{ type: 'link', url: 'x', hidden: true }],
      [0, 'url'],
      'Enter a valid URL',
    ],
    [
      'a union in a union',
      z.union([z.number(), z.object({ one: z.union([z.int(), CARD]) })]),
      { one: { front: 'a', back: 2 } },
      ['one', 'back'],
      'Must be text',
    ],
  ])('of a union name the field of %s', (_name, schema, value, path, text) => {
    expect(faultOf(schema, value)).toMatchObject({ loc: ['body', 'value', ...path], msg: text })
  })

  it('of a union keep the text of a schema that has its own', () => {
    const schema = z.union([z.string(), z.number()], 'Enter a name or a number')
    expect(faultOf(schema, true)?.msg).toBe('Enter a name or a number')
  })

  it('carry the limit for the translation', () => {
    expect(faultOf(z.string().max(80), 'x'.repeat(81))).toMatchObject({
      message_code: 'fields.max_characters',
      message_params: { limit: 80 },
    })
  })

  it('carry the values of a text that a schema took from the messages', () => {
    expect(faultOf(toolTemplateDraftSchema.shape.tools, [{ text: 'x'.repeat(70_000) }])).toMatchObject({
      msg: 'Must be at most 64 KiB',
      message_code: 'fields.max_kib',
      message_params: { limit: 64 },
    })
  })

  it('carry the message of a check of their own', () => {
    const message = say('tools.parameter_unused', { name: '{isbn}' })
    const schema = z.string().superRefine((_value, context) => context.addIssue(toIssue(message)))
    expect(faultOf(schema, '')).toMatchObject({
      msg: message.text,
      message_code: message.code,
      message_params: { name: '{isbn}' },
    })
  })

  it('keep the text of a schema that has its own', () => {
    const fault = faultOf(z.string().min(1, 'Pick a colour'), '')
    expect(fault).toEqual({ loc: ['body', 'value'], msg: 'Pick a colour', type: 'too_small' })
  })
})
