import { type Message, say } from '@bellwether/wire'
import * as z from 'zod'

type Scalar = string | number | boolean

/** The supported JSON Schema keywords for a single value. */
export interface ScalarLimits {
  type: 'string' | 'number' | 'integer' | 'boolean'
  enum?: readonly Scalar[] | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  format?: keyof typeof FORMATS | undefined
}

/** Used if the schema sets no limit. */
const MAX_TEXT = 10_000
export const MAX_ITEMS = 100

const FORMATS = {
  date: z.iso.date(),
  'date-time': z.iso.datetime({ offset: true, local: true }),
  time: z.iso.time(),
  email: z.email(),
  uri: z.url(),
  uuid: z.guid(),
} as const

export const isFormat = (name: unknown): name is keyof typeof FORMATS =>
  typeof name === 'string' && Object.hasOwn(FORMATS, name)

/** Returns what is wrong with a value, to be appended to its name. Pure. */
export function findScalarFault(limits: ScalarLimits, value: unknown): Message | undefined {
  if (!isOfType(limits.type, value)) return say('parts.value_type', { type: limits.type })
  if (limits.enum && !limits.enum.includes(value))
    return say('parts.value_choice', { choices: JSON.stringify(limits.enum).slice(1, -1).slice(0, 120) })
  return typeof value === 'string' ? findTextFault(limits, value) : findNumberFault(limits, value)
}

function isOfType(type: ScalarLimits['type'], value: unknown): value is Scalar {
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'number') return Number.isFinite(value)
  return typeof value === type
}

function findTextFault(
  { minLength = 0, maxLength, format }: ScalarLimits,
  value: string,
): Message | undefined {
  const limit = Math.min(maxLength ?? MAX_TEXT, MAX_TEXT)
  if (value.length > limit) return say('parts.value_max_characters', { limit })
  if (value.length < minLength) return say('parts.value_min_characters', { limit: minLength })
  if (format && !FORMATS[format].safeParse(value).success) return say('parts.value_format', { format })
  return undefined
}

function findNumberFault({ minimum, maximum }: ScalarLimits, value: Scalar): Message | undefined {
  if (typeof value !== 'number') return undefined
  if (minimum !== undefined && value < minimum) return say('parts.value_minimum', { limit: minimum })
  if (maximum !== undefined && value > maximum) return say('parts.value_maximum', { limit: maximum })
  return undefined
}
