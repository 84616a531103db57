import { type Message, type SettingsWarning, say, type ToolEntry, toolTimeoutSchema } from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'
import { issueMessage, plainMessageOf } from '../../../platform/http/plain-issue.ts'
import { isObject } from '../../../platform/is-object.ts'
import { normalizeEntries } from '../../../tools/normalize-entries.ts'
import type { ToolRegistry } from '../../../tools/registry.ts'
import { placeholderOf, waitsFor } from '../../context/entry-tools.ts'
import { findCycle } from '../../context/tool-order.ts'
import { isPlaceholder } from '../../prompt-processors/fill-template.ts'
import { toWarning } from './entry-warnings.ts'

/** Limit per assistant. */
export const MAX_TOOLS = 64

/** Names with a built-in meaning on JavaScript objects. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Validates the tools of an assistant on save and returns them in normalized form. Refuses settings that a
 * tool does not accept, duplicate placeholders and cycles. Tools that are not installed are kept, because
 * they may come back, and so are tools with incomplete settings (`findIncomplete`). Unreadable entries are
 * dropped; for our own clients, `requireWellFormed` refuses them.
 */
export function requireValidEntries(rawEntries: readonly unknown[], tools: ToolRegistry): ToolEntry[] {
  requireFew(rawEntries)
  const { entries } = normalizeEntries(rawEntries, tools)
  for (const [index, entry] of entries.entries()) requireGoodSettings(entry, index, entries, tools)
  requireUniquePlaceholders(entries, tools)
  requireSingles(entries, tools)
  return entries
}

function requireFew({ length: count }: readonly unknown[]): void {
  if (count > MAX_TOOLS) throw badRequest(say('settings.too_many_tools', { count, limit: MAX_TOOLS }))
}

type Rule = [field: string, isGood: (value: unknown) => boolean, problem: Message]

const isText = (value: unknown): boolean => typeof value === 'string'
const isAbsentOr =
  (isGood: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || value === null || isGood(value)

const EXAMPLE = '{"type": "single_file_rag", "config": {…}}'

const RULES: readonly Rule[] = [
  ['type', isAbsentOr(isText), say('fields.tool_type')],
  ['plugin', isAbsentOr(isText), say('fields.tool_type')],
  ['enabled', (value) => value === undefined || typeof value === 'boolean', say('fields.true_or_false')],
  [
    'use',
    isAbsentOr((value) => value === 'inject' || value === 'call'),
    say('fields.choice', { names: '“inject”, “call”' }),
  ],
  ['config', (value) => value === undefined || isObject(value), say('fields.object')],
  ['placeholder', isAbsentOr(isText), say('fields.text')],
  ['name', isAbsentOr(isText), say('fields.text')],
  ['description', isAbsentOr(isText), say('fields.text')],
  [
    'timeout_ms',
    isAbsentOr((value) => toolTimeoutSchema.safeParse(value).success),
    say('fields.between', { min: 1000, max: 120_000 }),
  ],
  ['approval', isAbsentOr((value) => value === 'ask'), say('fields.choice', { names: '“ask”' })],
]

/** Lists the parts of a tool list that can't be read, such as `tools/0/enabled: Must be true or false`. */
function findMalformed(tools: unknown): { path: string; problem: Message }[] {
  if (tools === undefined || tools === null) return []
  if (!Array.isArray(tools)) return [{ path: 'tools', problem: say('fields.list') }]
  return tools.flatMap((entry: unknown, index) => {
    if (typeof entry === 'string' && entry.trim() !== '') return []
    const path = `tools/${index}`
    const faults = isObject(entry)
      ? RULES.filter(([field, isGood]) => !isGood(entry[field])).map(([field, , problem]) => ({
          path: `${path}/${field}`,
          problem,
        }))
      : []
    const isTool = isObject(entry) && (isNamed(entry['type']) || isNamed(entry['plugin']))
    return isTool || faults.length > 0
      ? faults
      : [{ path, problem: say('fields.tool_required', { example: EXAMPLE }) }]
  })
}

/** For our own clients, which must send valid lists. LAMB clients are read leniently, with a warning. */
export function requireWellFormed(tools: unknown): void {
  if (Array.isArray(tools)) requireFew(tools)
  const [fault] = findMalformed(tools)
  if (fault) throw badRequest(say('settings.field_invalid', fault))
}

export const warnOfMalformed = (tools: unknown): SettingsWarning[] =>
  findMalformed(tools).map(({ path, problem }) =>
    toWarning('malformed', say('settings.ignored', { path, problem }), `/metadata/${path}`),
  )

const isNamed = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

interface Fault {
  path: readonly PropertyKey[]
  message: string | Message
  /** The text is zod's, which does not say what the setting is for. */
  isGeneric: boolean
  /** The setting has not been chosen yet, as opposed to being wrong. */
  isMissing: boolean
}

function faultsOf(entry: ToolEntry, tools: ToolRegistry): Fault[] {
  const tool = tools.find(entry.type)
  if (!tool) return []
  const parsed = tool.config.safeParse(entry.config)
  if (parsed.success) return []
  return parsed.error.issues.map((issue) => ({
    path: issue.path,
    message: issueMessage(issue),
    isGeneric: plainMessageOf(issue) !== undefined,
    isMissing: issue.path.length > 0 && isEmpty(issue.path.reduce<unknown>(step, entry.config)),
  }))
}

const step = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Enabled tools that still need a setting. They can be saved, but not published. */
export function findIncomplete(entries: readonly ToolEntry[], tools: ToolRegistry): SettingsWarning[] {
  return entries.flatMap((entry, index) => {
    const tool = tools.find(entry.type)
    if (!tool || !entry.enabled || waitsFor(entry, entries, tools).length > 0) return []
    const missing = faultsOf(entry, tools)
      .filter((fault) => fault.isMissing)
      .map(({ path, message, isGeneric }) =>
        toWarning(
          'incomplete',
          sayIncomplete(tool.title, String(path.at(-1)), isGeneric ? undefined : message),
          `/metadata/tools/${index}/config${toPointer(path)}`,
        ),
      )
    const empty = (tool.neededFields ?? [])
      .filter((field) => !missing.some(({ path }) => path.endsWith(`/${field}`)))
      .filter((field) => isUnset(entry.config[field]))
      .map((field) =>
        toWarning(
          'nothing_chosen',
          sayIncomplete(tool.title, field),
          `/metadata/tools/${index}/config/${field}`,
        ),
      )
    return [...missing, ...empty]
  })
}

const CHOOSE = {
  assistant_id: 'settings.choose_assistant',
  collections: 'settings.choose_knowledge_base',
  file_path: 'settings.choose_file',
  rubric_id: 'settings.choose_rubric',
  workspace_id: 'settings.choose_workspace',
} as const

const isChosen = (field: string): field is keyof typeof CHOOSE => Object.hasOwn(CHOOSE, field)

/** `problem`: the tool's own message for the field, if it has one. */
function sayIncomplete(tool: string, field: string, problem?: string | Message): Message {
  if (isChosen(field)) return say(CHOOSE[field], { tool })
  return problem === undefined
    ? say('settings.setting_required', { tool, field })
    : say('settings.tool_incomplete', { tool, problem })
}

export const isUnset = (value: unknown): boolean =>
  isEmpty(value) || (Array.isArray(value) && value.length === 0)

function requireGoodSettings(
  entry: ToolEntry,
  index: number,
  all: readonly ToolEntry[],
  tools: ToolRegistry,
): void {
  const tool = tools.find(entry.type)
  // Disabled tools, and those whose settings contain another tool's text, are checked when they run.
  if (!tool || !entry.enabled || waitsFor(entry, all, tools).length > 0) return
  if (entry.use === 'inject' ? !tool.inject : !tool.call) {
    const code = entry.use === 'inject' ? 'settings.tool_not_injectable' : 'settings.tool_not_callable'
    throw badRequest(say(code, { index, tool: tool.title }))
  }
  const fault = faultsOf(entry, tools).find(({ isMissing }) => !isMissing)
  if (!fault) return
  const path = `tools/${index}/config${toPointer(fault.path)}`
  throw badRequest(say('settings.field_invalid', { path, problem: fault.message }))
}

/** Refuses duplicates of tools that can be added only once. */
function requireSingles(entries: readonly ToolEntry[], tools: ToolRegistry): void {
  const seen = new Set<string>()
  for (const [index, { type, enabled }] of entries.entries()) {
    const tool = tools.find(type)
    if (!enabled || tool?.allowMultiple !== false) continue
    if (seen.has(tool.name)) throw badRequest(say('settings.tool_once', { index, tool: tool.title }))
    seen.add(tool.name)
  }
}

/**
 * Refuses placeholders that no template can contain or that the question fills: the tool's
 * output would never appear.
 */
function requireGoodPlaceholder({ placeholder }: ToolEntry, index: number): void {
  if (placeholder === undefined) return
  if (!isPlaceholder(placeholder))
    throw badRequest(say('settings.placeholder_invalid', { index, example: '{context_2}' }))
  const params = { index, placeholder: `{${placeholder}}` }
  if (RESERVED.has(placeholder)) throw badRequest(say('settings.placeholder_reserved', params))
  if (placeholder === 'user_input') throw badRequest(say('settings.placeholder_is_question', params))
}

function requireUniquePlaceholders(entries: readonly ToolEntry[], tools: ToolRegistry): void {
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
  const duplicate = placed.find(
    (candidate, index) => placed.findIndex((other) => other.placeholder === candidate.placeholder) !== index,
  )
  if (duplicate) {
    throw badRequest(
      say('settings.placeholder_taken', {
        placeholder: `{${duplicate.placeholder}}`,
        example: `{${duplicate.placeholder}_2}`,
      }),
    )
  }
  const cycle = findCycle(placed)
  if (cycle.length > 0) {
    const placeholders = cycle.map((name) => `{${name}}`).join(', ')
    throw badRequest(say('settings.circular_tools', { placeholders }))
  }
}

/** RFC 6901. */
export const toPointer = (path: readonly PropertyKey[]): string =>
  path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
