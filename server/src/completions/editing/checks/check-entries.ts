import { type SettingsWarning, type ToolEntry, toolTimeoutSchema } from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'
import { normaliseEntries } from '../../../tools/normalise-entries.ts'
import type { ToolRegistry } from '../../../tools/registry.ts'
import { placeholderOf, waitsFor } from '../../context/entry-tools.ts'
import { findCircle } from '../../context/tool-order.ts'
import { isPlaceholder } from '../../prompt-processors/fill-template.ts'
import { toPointer } from '../json-pointer.ts'

/** Per assistant. */
export const MAX_TOOLS = 64

/** Names that every JavaScript object already has a meaning for. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Refuses, when an assistant is saved, settings that their tool does not accept, two tools with one placeholder, and tools that wait for
 * each other. A tool that is not installed is kept: it may come back. So is one whose settings are not complete yet (`findIncomplete`).
 * Entries that can't be read are left out; `requireWellFormed` refuses them where the client is ours. Gives the entries in their one form.
 */
export function requireGoodEntries(given: readonly unknown[], tools: ToolRegistry): ToolEntry[] {
  if (given.length > MAX_TOOLS)
    throw badRequest(`Too many tools: ${given.length} (limit: ${MAX_TOOLS} per assistant)`)
  const { entries } = normaliseEntries(given, tools)
  for (const [index, entry] of entries.entries()) requireGoodSettings(entry, index, entries, tools)
  requireOwnPlaces(entries, tools)
  requireSingles(entries, tools)
  return entries
}

type Rule = [field: string, isGood: (value: unknown) => boolean, message: string]

const isText = (value: unknown): boolean => typeof value === 'string'
const isAbsentOr =
  (isGood: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || value === null || isGood(value)

const RULES: readonly Rule[] = [
  ['type', isAbsentOr(isText), 'must be the name of a tool'],
  ['plugin', isAbsentOr(isText), 'must be the name of a tool'],
  ['enabled', (value) => value === undefined || typeof value === 'boolean', 'must be true or false'],
  ['use', isAbsentOr((value) => value === 'inject' || value === 'call'), 'must be "inject" or "call"'],
  ['config', (value) => value === undefined || isObject(value), 'must be an object'],
  ['placeholder', isAbsentOr(isText), 'must be a text'],
  ['name', isAbsentOr(isText), 'must be a text'],
  ['description', isAbsentOr(isText), 'must be a text'],
  [
    'timeout_ms',
    isAbsentOr((value) => toolTimeoutSchema.safeParse(value).success),
    'must be a whole number from 1000 to 120000',
  ],
  ['approval', isAbsentOr((value) => value === 'ask'), 'must be "ask"'],
]

/** What in a list of tools can't be read as it is: `tools/0/enabled: must be true or false`. */
export function findMalformed(given: unknown): { path: string; message: string }[] {
  if (given === undefined || given === null) return []
  if (!Array.isArray(given)) return [{ path: 'tools', message: 'must be a list' }]
  return given.flatMap((entry: unknown, index) => {
    if (typeof entry === 'string' && entry.trim() !== '') return []
    const path = `tools/${index}`
    const faults = isObject(entry)
      ? RULES.filter(([field, isGood]) => !isGood(entry[field])).map(([field, , message]) => ({
          path: `${path}/${field}`,
          message,
        }))
      : []
    const isTool = isObject(entry) && (isNamed(entry['type']) || isNamed(entry['plugin']))
    return isTool || faults.length > 0
      ? faults
      : [{ path, message: 'name a tool, such as {"type": "single_file_rag", "config": {…}}' }]
  })
}

/** For our own clients: nothing in a list of tools is guessed at. LAMB's clients are read leniently, with a warning. */
export function requireWellFormed(given: unknown): void {
  const [fault] = findMalformed(given)
  if (fault) throw badRequest(`${fault.path}: ${fault.message}`)
}

export const warnOfMalformed = (given: unknown): SettingsWarning[] =>
  findMalformed(given).map(({ path, message }) => ({
    code: 'malformed',
    message: `${path}: ${message}. It was ignored.`,
    path: `/metadata/${path}`,
  }))

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isNamed = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

interface Fault {
  path: readonly PropertyKey[]
  message: string
  /** Nothing has been chosen yet, which is different from a wrong choice. */
  isMissing: boolean
}

function faultsOf(entry: ToolEntry, tools: ToolRegistry): Fault[] {
  const tool = tools.find(entry.type)
  if (!tool) return []
  const parsed = tool.config.safeParse(entry.config)
  if (parsed.success) return []
  return parsed.error.issues.map(({ path, message }) => ({
    path,
    message,
    isMissing: path.length > 0 && isEmpty(path.reduce<unknown>(step, entry.config)),
  }))
}

const step = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Tools that are switched on and still need a setting. They can be saved, but not published. */
export function findIncomplete(entries: readonly ToolEntry[], tools: ToolRegistry): SettingsWarning[] {
  return entries.flatMap((entry, index) => {
    const tool = tools.find(entry.type)
    if (!tool || !entry.enabled || waitsFor(entry, entries, tools).length > 0) return []
    const missing = faultsOf(entry, tools)
      .filter((fault) => fault.isMissing)
      .map(({ path, message }) => ({
        code: 'incomplete',
        message: `${tool.title}: ${toPlainMessage(String(path.at(-1)), message)}. The tool brings nothing until then.`,
        path: `/metadata/tools/${index}/config${toPointer(path)}`,
      }))
    const empty = (tool.neededFields ?? [])
      .filter((field) => !missing.some(({ path }) => path.endsWith(`/${field}`)))
      .filter((field) => isUnset(entry.config[field]))
      .map((field) => ({
        code: 'nothing_chosen',
        message: `${tool.title}: ${nothingChosen(field)}. The tool brings nothing until then.`,
        path: `/metadata/tools/${index}/config/${field}`,
      }))
    return [...missing, ...empty]
  })
}

export const NOTHING_CHOSEN: Readonly<Record<string, string>> = { collections: 'choose a knowledge base' }

const nothingChosen = (field: string): string => NOTHING_CHOSEN[field] ?? `${field} is required`

/** Tools have their own words for most fields; the schema's about types say nothing to people. */
const toPlainMessage = (field: string, message: string): string =>
  message.startsWith('Invalid') ? nothingChosen(field) : message

export const isUnset = (value: unknown): boolean =>
  isEmpty(value) || (Array.isArray(value) && value.length === 0)

function requireGoodSettings(
  entry: ToolEntry,
  index: number,
  all: readonly ToolEntry[],
  tools: ToolRegistry,
): void {
  const tool = tools.find(entry.type)
  // Tools that wait for another tool's text, and disabled ones, are checked when they run.
  if (!tool || !entry.enabled || waitsFor(entry, all, tools).length > 0) return
  if (entry.use === 'inject' ? !tool.inject : !tool.call) {
    throw badRequest(
      `tools/${index}: ${tool.title} can’t be ${entry.use === 'inject' ? 'injected' : 'called'}`,
    )
  }
  const fault = faultsOf(entry, tools).find(({ isMissing }) => !isMissing)
  if (fault) throw badRequest(`tools/${index}/config${toPointer(fault.path)}: ${fault.message}`)
}

/** A tool may say that one assistant has it only once. */
function requireSingles(entries: readonly ToolEntry[], tools: ToolRegistry): void {
  const seen = new Set<string>()
  for (const [index, { type, enabled }] of entries.entries()) {
    const tool = tools.find(type)
    if (!enabled || tool?.allowMultiple !== false) continue
    if (seen.has(tool.name)) throw badRequest(`tools/${index}: ${tool.title} can only be added once`)
    seen.add(tool.name)
  }
}

/** A place that no template can have, or that the question has already, would never show what the tool brings. */
function requireGoodPlaceholder({ placeholder }: ToolEntry, index: number): void {
  if (placeholder === undefined) return
  if (!isPlaceholder(placeholder))
    throw badRequest(
      `tools/${index}/placeholder: write it in small letters, digits and _, such as {context_2}`,
    )
  if (RESERVED.has(placeholder))
    throw badRequest(`tools/${index}/placeholder: {${placeholder}} is reserved; choose another name`)
  if (placeholder === 'user_input')
    throw badRequest(`tools/${index}/placeholder: {user_input} is the question; choose another name`)
}

function requireOwnPlaces(entries: readonly ToolEntry[], tools: ToolRegistry): void {
  for (const [index, entry] of entries.entries()) {
    if (entry.placeholder !== undefined && RESERVED.has(entry.placeholder))
      requireGoodPlaceholder(entry, index)
    if (entry.enabled && entry.use === 'inject') requireGoodPlaceholder(entry, index)
  }
  const placed = entries
    .filter((entry) => entry.enabled && entry.use === 'inject')
    .flatMap((entry) => {
      const placeholder = placeholderOf(entry, tools)
      return placeholder === undefined ? [] : [{ placeholder, after: waitsFor(entry, entries, tools) }]
    })
  const twice = placed.find(
    (one, index) => placed.findIndex((other) => other.placeholder === one.placeholder) !== index,
  )
  if (twice) {
    throw badRequest(
      `Two tools fill {${twice.placeholder}}; give one of them a placeholder of its own, such as {${twice.placeholder}_2}`,
    )
  }
  const circle = findCircle(placed)
  if (circle.length > 0) {
    throw badRequest(`These tools wait for one another: ${circle.map((name) => `{${name}}`).join(', ')}`)
  }
}
