import { type Message, say } from '@bellwether/wire'
import { MAX_FAULTS } from '../arguments/json-faults.ts'
import { findScalarFault, MAX_ITEMS } from '../arguments/scalar-faults.ts'
import type { Parameter, Parameters } from './parameters.ts'
import type { Value, Values } from './placeholders.ts'

export type CheckedArguments = { ok: true; values: Values } | { ok: false; faults: Message[] }

/** Reports the first problems together, so that a model can correct its call in one step. Pure. */
export function checkArguments(
  parameters: Parameters,
  args: Readonly<Record<string, unknown>>,
): CheckedArguments {
  const values = new Map<string, Value>()
  const faults = Object.keys(args)
    .filter((name) => !Object.hasOwn(parameters.properties, name))
    .slice(0, MAX_FAULTS)
    .map((name) => say('parts.argument_unknown', { name: JSON.stringify(name.slice(0, 48)) }))
  for (const [name, parameter] of Object.entries(parameters.properties)) {
    // Models send null for omitted values.
    const value = (Object.hasOwn(args, name) ? args[name] : undefined) ?? parameter.default
    if (value === undefined) {
      if (parameters.required.includes(name)) faults.push(say('parts.argument_required', { name }))
      continue
    }
    const wrong = findFault(parameter, value)
    if (wrong) faults.push(say('parts.argument', { name, problem: wrong }))
    else values.set(name, value as Value)
  }
  return faults.length > 0 ? { ok: false, faults: faults.slice(0, MAX_FAULTS) } : { ok: true, values }
}

/** Returns what is wrong with a value, to be appended to its name. */
export function findFault(parameter: Parameter, value: unknown): Message | undefined {
  if (parameter.type !== 'array') return findScalarFault({ ...parameter, type: parameter.type }, value)
  if (!Array.isArray(value)) return say('parts.value_type', { type: 'array' })
  const limit = Math.min(parameter.maxItems ?? MAX_ITEMS, MAX_ITEMS)
  if (value.length > limit) return say('parts.value_max_items', { limit })
  const { minItems = 0 } = parameter
  if (value.length < minItems) return say('parts.value_min_items', { limit: minItems })
  const items = parameter.items ?? { type: 'string' as const }
  const wrong = value.map((item) => findScalarFault(items, item)).find((fault) => fault !== undefined)
  return wrong && say('parts.value_item', { problem: wrong })
}
