import { say } from '@bellwether/wire'
import * as z from 'zod'
import { PARAMETER_NAME } from './placeholders.ts'

export const MAX_PARAMETERS = 30
const SUPPORTED =
  'type, title, description, enum, default, minimum, maximum, minLength, maxLength, format, items, minItems, maxItems'

const scalar = z.union([z.string().max(2000), z.number(), z.boolean()])
const length = z.int().min(0).max(100_000)

const limits = {
  enum: z.array(scalar).min(1, say('tools.enum_empty').text).max(100).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: length.optional(),
  maxLength: length.optional(),
  format: z.enum(['date', 'date-time', 'time', 'email', 'uri', 'uuid']).optional(),
}

/** Rejects other keywords: `pattern` would run an untrusted regular expression, and `$ref` can be circular. */
const onlySupported = {
  error: (issue: { code?: string | undefined; keys?: unknown }) =>
    issue.code === 'unrecognized_keys' && Array.isArray(issue.keys)
      ? say('tools.unsupported_schema', { names: issue.keys.slice(0, 5).join(', '), supported: SUPPORTED })
          .text
      : undefined,
}

const SCALAR_TYPES = ['string', 'number', 'integer', 'boolean'] as const

const itemSchema = z.strictObject(
  { type: z.enum(SCALAR_TYPES, say('tools.choose_item_type').text), ...limits },
  onlySupported,
)

const parameterSchema = z.strictObject(
  {
    type: z.enum([...SCALAR_TYPES, 'array'], say('tools.choose_parameter_type').text),
    title: z.string().max(200).optional(),
    description: z.string().max(1000).optional(),
    ...limits,
    default: z.union([scalar, z.array(scalar).max(100)]).optional(),
    items: itemSchema.optional(),
    minItems: z.int().min(0).max(100).optional(),
    maxItems: z.int().min(0).max(100).optional(),
  },
  onlySupported,
)
export type Parameter = z.output<typeof parameterSchema>
export type Limits = z.output<typeof itemSchema>

/** The supported part of JSON Schema: one level of named values, and lists of plain ones. */
export const parametersSchema = z
  .strictObject({
    type: z.literal('object').default('object'),
    properties: z
      .record(z.string().regex(PARAMETER_NAME, say('tools.parameter_name').text), parameterSchema)
      .default({})
      .refine(
        (properties) => Object.keys(properties).length <= MAX_PARAMETERS,
        say('tools.too_many_parameters').text,
      ),
    required: z.array(z.string().max(48)).max(MAX_PARAMETERS).default([]),
    additionalProperties: z.literal(false).optional(),
  })
  .default({ type: 'object', properties: {}, required: [] })
export type Parameters = z.output<typeof parametersSchema>

/** The schema as the model sees it. */
export const toJsonSchema = ({ properties, required }: Parameters): Record<string, unknown> => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
