/** The part of JSON Schema that settings of tools are written in. */
export interface Schema {
  type?: string | string[]
  title?: string
  description?: string
  default?: unknown
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  format?: string
  /** Which picker to draw instead of a plain field. */
  widget?: string
  [other: string]: unknown
}

export type FieldKind =
  | 'text'
  | 'long-text'
  | 'number'
  | 'switch'
  | 'choice'
  | 'list'
  | 'object'
  | 'knowledge-base-picker'
  | 'rubric-picker'
  | 'file-picker'
  | 'assistant-picker'
  | 'workspace-picker'
  | 'json'

const PICKERS = [
  'knowledge-base-picker',
  'rubric-picker',
  'file-picker',
  'assistant-picker',
  'workspace-picker',
] as const
/** From this length on a text gets several lines. */
const LONG = 1000

/** A schema that only says "one of these types" is drawn as the first that can be typed. Pure. */
function settle(schema: Schema): Schema {
  const variants = (schema.anyOf ?? schema.oneOf)?.filter((one) => one.type !== 'null')
  if (!variants?.[0]) return schema
  if (variants.every((one) => one.const !== undefined))
    return { ...schema, enum: variants.map((one) => one.const) }
  const typed = variants.find((one) => one.type === 'string') ?? variants[0]
  return { ...typed, ...schema }
}

const typeOf = ({ type }: Schema): string | undefined =>
  Array.isArray(type) ? type.find((one) => one !== 'null') : type

/** How a setting is asked for. What we do not know is asked for as JSON, so that no setting is out of reach. Pure. */
export function kindOf(given: Schema): FieldKind {
  const schema = settle(given)
  const picker = PICKERS.find((one) => one === schema.widget)
  if (picker) return picker
  if (schema.enum?.every((one) => typeof one === 'string')) return 'choice'
  const type = typeOf(schema)
  if (type === 'string')
    return (schema.maxLength ?? 0) >= LONG || schema.widget === 'textarea' ? 'long-text' : 'text'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'boolean') return 'switch'
  if (type === 'array' && schema.items && typeOf(settle(schema.items)) === 'string') return 'list'
  if (type === 'object' && schema.properties) return 'object'
  return 'json'
}

/** The fields of an object's schema, in the order in which they were written. Pure. */
export const fieldsOf = (schema: Schema): [name: string, field: Schema][] =>
  Object.entries(schema.properties ?? {})

/** What a setting is called: its title, or its name in words. Pure. */
export const titleOf = (name: string, { title }: Schema): string => {
  const words = name.replaceAll('_', ' ')
  return title ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const SHORT = new Set(['csv', 'html', 'json', 'url', 'xml'])

/** A choice as a person would write it. Pure. */
export const choiceName = (value: string): string =>
  SHORT.has(value) ? value.toUpperCase() : value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')

export const optionsOf = (given: Schema): string[] => (settle(given).enum ?? []).map(String)

/** The defaults of all settings that have one. Pure. */
export const defaultsOf = (schema: Schema): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(schema).flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]])),
  )

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** The required settings that are still missing. An empty list can be saved: the server warns about it. Pure. */
export const missingOf = (schema: Schema, config: Record<string, unknown>): string[] =>
  (schema.required ?? []).filter((name) => {
    const field = schema.properties?.[name]
    return (
      isEmpty(config[name]) && field?.default === undefined && !(field && typeOf(settle(field)) === 'array')
    )
  })

/** Limits of a number, for the field. Safe whole numbers' own limits say nothing to a person. Pure. */
export function limitsOf(given: Schema): { min?: number; max?: number; step: number | 'any' } {
  const schema = settle(given)
  const step = typeOf(schema) === 'integer' ? 1 : 'any'
  const { minimum, maximum } = schema
  return {
    step,
    ...(minimum !== undefined && Math.abs(minimum) < Number.MAX_SAFE_INTEGER ? { min: minimum } : {}),
    ...(maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER ? { max: maximum } : {}),
  }
}
