import * as z from 'zod'
import type { Limits, Parameter, Parameters } from './parameters.ts'
import type { Scalar, Value, Values } from './placeholders.ts'

/** Where the settings give no limit of their own. */
const LONGEST_TEXT = 10_000
const MOST_ITEMS = 100

const FORMATS: Record<NonNullable<Limits['format']>, z.ZodType> = {
  date: z.iso.date(),
  'date-time': z.iso.datetime({ offset: true, local: true }),
  time: z.iso.time(),
  email: z.email(),
  uri: z.url(),
  uuid: z.guid(),
}

export type CheckedArguments = { ok: true; values: Values } | { ok: false; faults: string[] }

/** Pure. All faults at once, so that a model can mend its call in one go. */
export function checkArguments(
  parameters: Parameters,
  given: Readonly<Record<string, unknown>>,
): CheckedArguments {
  const values = new Map<string, Value>()
  const faults = Object.keys(given)
    .filter((name) => !Object.hasOwn(parameters.properties, name))
    .map((name) => `there is no parameter ${JSON.stringify(name.slice(0, 48))}`)
  for (const [name, parameter] of Object.entries(parameters.properties)) {
    // Models write null for what they leave out.
    const value = (Object.hasOwn(given, name) ? given[name] : undefined) ?? parameter.default
    if (value === undefined) {
      if (parameters.required.includes(name)) faults.push(`${name} is required`)
      continue
    }
    const wrong = findFault(parameter, value)
    if (wrong) faults.push(`${name} ${wrong}`)
    else values.set(name, value as Value)
  }
  return faults.length > 0 ? { ok: false, faults } : { ok: true, values }
}

/** What is wrong with a value, as the rest of a sentence that starts with its name. */
export function findFault(parameter: Parameter, value: unknown): string | undefined {
  if (parameter.type !== 'array') return findScalarFault({ ...parameter, type: parameter.type }, value)
  if (!Array.isArray(value)) return 'must be a list'
  const most = Math.min(parameter.maxItems ?? MOST_ITEMS, MOST_ITEMS)
  if (value.length > most) return `must have at most ${most} items`
  if (value.length < (parameter.minItems ?? 0)) return `must have at least ${parameter.minItems} items`
  const items = parameter.items ?? { type: 'string' as const }
  const wrong = value.map((item) => findScalarFault(items, item)).find((fault) => fault !== undefined)
  return wrong && `has an item that ${wrong}`
}

function findScalarFault(limits: Limits, value: unknown): string | undefined {
  if (!isOfType(limits.type, value))
    return `must be a ${limits.type === 'integer' ? 'whole number' : limits.type}`
  if (limits.enum && !limits.enum.includes(value))
    return `must be one of ${JSON.stringify(limits.enum).slice(1, -1).slice(0, 120)}`
  return typeof value === 'string' ? findTextFault(limits, value) : findNumberFault(limits, value)
}

function isOfType(type: Limits['type'], value: unknown): value is Scalar {
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'number') return Number.isFinite(value)
  return typeof value === type
}

function findTextFault({ minLength = 0, maxLength, format }: Limits, value: string): string | undefined {
  const most = Math.min(maxLength ?? LONGEST_TEXT, LONGEST_TEXT)
  if (value.length > most) return `must have at most ${most} characters`
  if (value.length < minLength) return `must have at least ${minLength} characters`
  if (format && !FORMATS[format].safeParse(value).success) return `must be a ${format}`
  return undefined
}

function findNumberFault({ minimum, maximum }: Limits, value: Scalar): string | undefined {
  if (typeof value !== 'number') return undefined
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`
  if (maximum !== undefined && value > maximum) return `must be at most ${maximum}`
  return undefined
}
