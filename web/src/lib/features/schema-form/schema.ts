import { nameInWords } from '$lib/name-in-words.ts'

/** The part of JSON Schema that tool settings use. */
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
  /** The picker to show instead of a plain field. */
  widget?: string
  /** The key of its texts, if it belongs to a built-in tool. */
  'x-text'?: string
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
/** Longer texts get several lines. */
const LONG = 1000

/** A schema that only lists several types is shown as the first one that can be typed. Pure. */
function settle(schema: Schema): Schema {
  const variants = (schema.anyOf ?? schema.oneOf)?.filter((variant) => variant.type !== 'null')
  if (!variants?.[0]) return schema
  if (variants.every((variant) => variant.const !== undefined))
    return { ...schema, enum: variants.map((variant) => variant.const) }
  const typed = variants.find((variant) => variant.type === 'string') ?? variants[0]
  return { ...typed, ...schema }
}

const typeOf = ({ type }: Schema): string | undefined =>
  Array.isArray(type) ? type.find((name) => name !== 'null') : type

/** The kind of field for a setting. Unknown kinds are edited as JSON, so that every setting is accessible. Pure. */
export function kindOf(field: Schema): FieldKind {
  const schema = settle(field)
  const picker = PICKERS.find((name) => name === schema.widget)
  if (picker) return picker
  if (schema.enum?.every((value) => typeof value === 'string')) return 'choice'
  const type = typeOf(schema)
  if (type === 'string')
    return (schema.maxLength ?? 0) >= LONG || schema.widget === 'textarea' ? 'long-text' : 'text'
  if (type === 'number' || type === 'integer') return 'number'
  if (type === 'boolean') return 'switch'
  if (type === 'array' && schema.items && typeOf(settle(schema.items)) === 'string') return 'list'
  if (type === 'object' && schema.properties) return 'object'
  return 'json'
}

/** The fields of an object's schema, in their original order. Pure. */
export const fieldsOf = (schema: Schema): [name: string, field: Schema][] =>
  Object.entries(schema.properties ?? {})

/** The label of a setting: its title, or its name as words. Pure. */
export const titleOf = (name: string, { title }: Schema): string => title ?? nameInWords(name)

const SHORT = new Set(['csv', 'html', 'json', 'url', 'xml'])

/** The label of a choice. Pure. */
export const choiceName = (value: string): string =>
  SHORT.has(value) ? value.toUpperCase() : value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')

export const optionsOf = (schema: Schema): string[] => (settle(schema).enum ?? []).map(String)

/** The defaults of all settings that have one. Pure. */
export const defaultsOf = (schema: Schema): Record<string, unknown> =>
  Object.fromEntries(
    fieldsOf(schema).flatMap(([name, field]) => (field.default === undefined ? [] : [[name, field.default]])),
  )

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

/** The required settings that are missing. An empty list can be saved: the server warns about it. Pure. */
export const missingOf = (schema: Schema, config: Record<string, unknown>): string[] =>
  (schema.required ?? []).filter((name) => {
    const field = schema.properties?.[name]
    return (
      isEmpty(config[name]) && field?.default === undefined && !(field && typeOf(settle(field)) === 'array')
    )
  })

/** Limits of a number, for the field. The limits of safe integers are left out. Pure. */
export function limitsOf(field: Schema): { min?: number; max?: number; step: number | 'any' } {
  const schema = settle(field)
  const step = typeOf(schema) === 'integer' ? 1 : 'any'
  const { minimum, maximum } = schema
  return {
    step,
    ...(minimum !== undefined && Math.abs(minimum) < Number.MAX_SAFE_INTEGER ? { min: minimum } : {}),
    ...(maximum !== undefined && Math.abs(maximum) < Number.MAX_SAFE_INTEGER ? { max: maximum } : {}),
  }
}
