import { findScalarFault, MAX_ITEMS } from '../arguments/scalar-faults.ts'
import type { Parameter, Parameters } from './parameters.ts'
import type { Value, Values } from './placeholders.ts'

export type CheckedArguments = { ok: true; values: Values } | { ok: false; faults: string[] }

/** Reports all problems together, so that a model can correct its call in one step. Pure. */
export function checkArguments(
  parameters: Parameters,
  args: Readonly<Record<string, unknown>>,
): CheckedArguments {
  const values = new Map<string, Value>()
  const faults = Object.keys(args)
    .filter((name) => !Object.hasOwn(parameters.properties, name))
    .map((name) => `unknown parameter ${JSON.stringify(name.slice(0, 48))}`)
  for (const [name, parameter] of Object.entries(parameters.properties)) {
    // Models send null for omitted values.
    const value = (Object.hasOwn(args, name) ? args[name] : undefined) ?? parameter.default
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

/** Returns what is wrong with a value, to be appended to its name. */
export function findFault(parameter: Parameter, value: unknown): string | undefined {
  if (parameter.type !== 'array') return findScalarFault({ ...parameter, type: parameter.type }, value)
  if (!Array.isArray(value)) return 'must be a list'
  const most = Math.min(parameter.maxItems ?? MAX_ITEMS, MAX_ITEMS)
  if (value.length > most) return `must have at most ${most} items`
  if (value.length < (parameter.minItems ?? 0)) return `must have at least ${parameter.minItems} items`
  const items = parameter.items ?? { type: 'string' as const }
  const wrong = value.map((item) => findScalarFault(items, item)).find((fault) => fault !== undefined)
  return wrong && `has an item that ${wrong}`
}
