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
export function findScalarFault(limits: ScalarLimits, value: unknown): string | undefined {
  if (!isOfType(limits.type, value))
    return `must be a ${limits.type === 'integer' ? 'whole number' : limits.type}`
  if (limits.enum && !limits.enum.includes(value))
    return `must be one of ${JSON.stringify(limits.enum).slice(1, -1).slice(0, 120)}`
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
): string | undefined {
  const most = Math.min(maxLength ?? MAX_TEXT, MAX_TEXT)
  if (value.length > most) return `must have at most ${most} characters`
  if (value.length < minLength) return `must have at least ${minLength} characters`
  if (format && !FORMATS[format].safeParse(value).success) return `must be a ${format}`
  return undefined
}

function findNumberFault({ minimum, maximum }: ScalarLimits, value: Scalar): string | undefined {
  if (typeof value !== 'number') return undefined
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`
  if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`
  return undefined
}
