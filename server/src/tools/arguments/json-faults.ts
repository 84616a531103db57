import { type Message, say } from '@bellwether/wire'
import { isObject } from '../../platform/is-object.ts'
import { findScalarFault, isFormat, type ScalarLimits } from './scalar-faults.ts'

type Json = Record<string, unknown>

const MAX_DEPTH = 12
const MAX_STEPS = 5000
/** Enough to correct a call; each is repeated in the trace and for the model. */
export const MAX_FAULTS = 10
const MAX_SIZE = 100_000
const MAX_ITEMS = 1000

/** Limits the work, whatever the schema or the model contains. */
interface Budget {
  steps: number
}

/**
 * Checks the arguments of a call against an untrusted JSON Schema. Only keywords that can be checked in
 * bounded time are considered: no patterns, no references. The other server checks the rest. Pure.
 */
export function findJsonFaults(schema: Json, value: unknown): Message[] {
  if (JSON.stringify(value)?.length > MAX_SIZE) return [say('parts.arguments_too_long', { limit: MAX_SIZE })]
  const faults = walk(schema, value, '', MAX_DEPTH, { steps: MAX_STEPS })
  return faults.slice(0, MAX_FAULTS)
}

function walk(schema: unknown, value: unknown, path: string, depth: number, budget: Budget): Message[] {
  if (!isObject(schema) || depth === 0 || --budget.steps < 0) return []
  const branches = schema['anyOf'] ?? schema['oneOf']
  if (Array.isArray(branches) && branches.length > 0) {
    const fits = branches.some((branch) => walk(branch, value, path, depth - 1, budget).length === 0)
    if (!fits) return [faultAt(path, say('parts.value_form'))]
  }
  if ('const' in schema && !isScalarEqual(schema['const'], value))
    return [faultAt(path, say('parts.value_constant', { value: toShortJson(schema['const']) }))]
  const choices = schema['enum']
  if (Array.isArray(choices) && !choices.some((choice) => isScalarEqual(choice, value)))
    return [faultAt(path, say('parts.value_choice', { choices: toShortJson(choices).slice(1, -1) }))]
  return walkType(schema, value, path, depth, budget)
}

function walkType(schema: Json, value: unknown, path: string, depth: number, budget: Budget): Message[] {
  const types = [schema['type']].flat().filter((type) => typeof type === 'string')
  if (types.length === 0) return isObject(value) ? walkObject(schema, value, path, depth, budget) : []
  const type = types.find((candidate) => isOfKind(candidate, value))
  if (type === undefined)
    return [faultAt(path, say('parts.value_type', { type: types.join(', ').slice(0, 60) }))]
  if (isObject(value)) return walkObject(schema, value, path, depth, budget)
  if (Array.isArray(value)) return walkList(schema, value, path, depth, budget)
  const fault = type === 'null' ? undefined : findScalarFault(toLimits(type, schema), value)
  return fault ? [faultAt(path, fault)] : []
}

function walkObject(schema: Json, value: Json, path: string, depth: number, budget: Budget): Message[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  const inside = (name: string) => (path ? `${path}.${name}` : name)
  const faults = required
    .filter((name): name is string => typeof name === 'string' && !Object.hasOwn(value, name))
    .map((name) => say('parts.argument_required', { name: inside(name.slice(0, 60)) }))
  for (const [name, item] of Object.entries(value)) {
    if (faults.length >= MAX_FAULTS || budget.steps < 0) break
    if (Object.hasOwn(properties, name))
      faults.push(...walk(properties[name], item, inside(name), depth - 1, budget))
    else if (schema['additionalProperties'] === false)
      faults.push(say('parts.argument_unknown', { name: JSON.stringify(inside(name).slice(0, 60)) }))
    else
      faults.push(...walk(schema['additionalProperties'], item, inside(name.slice(0, 60)), depth - 1, budget))
  }
  return faults
}

function walkList(schema: Json, value: unknown[], path: string, depth: number, budget: Budget): Message[] {
  const max = numberOf(schema['maxItems']) ?? MAX_ITEMS
  if (value.length > max) return [faultAt(path, say('parts.value_max_items', { limit: max }))]
  const min = numberOf(schema['minItems']) ?? 0
  if (value.length < min) return [faultAt(path, say('parts.value_min_items', { limit: min }))]
  for (const [index, item] of value.entries()) {
    const faults = walk(schema['items'], item, `${path}[${index}]`, depth - 1, budget)
    if (faults.length > 0) return faults
  }
  return []
}

const KINDS: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  number: (value) => Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: (value) => isObject(value),
}

/** Unknown types are ignored. */
const isOfKind = (type: string, value: unknown): boolean => KINDS[type]?.(value) ?? true

const faultAt = (path: string, problem: Message): Message =>
  say('parts.argument', { name: path || say('parts.the_arguments'), problem })

function toLimits(type: string, schema: Json): ScalarLimits {
  const format = schema['format']
  return {
    type: type === 'integer' || type === 'number' || type === 'boolean' ? type : 'string',
    minimum: numberOf(schema['minimum']),
    maximum: numberOf(schema['maximum']),
    minLength: numberOf(schema['minLength']),
    maxLength: numberOf(schema['maxLength']) ?? MAX_SIZE,
    format: isFormat(format) ? format : undefined,
  }
}

const numberOf = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const isScalarEqual = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
const toShortJson = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, 120)
