import type { ToolEntry } from '@bellwether/wire'
import { badRequest } from '../platform/errors.ts'
import { normaliseEntries } from '../tools/normalise-entries.ts'
import type { ToolRegistry } from '../tools/registry.ts'
import { placeholderOf, waitsFor } from './entry-tools.ts'
import { isPlaceholder } from './prompt-processors/fill-template.ts'
import { findCircle } from './tool-order.ts'
import { toPointer } from './tools.routes.ts'

/** Per assistant. */
export const MAX_TOOLS = 64

/** Names that every JavaScript object already has a meaning for. */
const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * What is refused when an assistant is saved: a list that can't be read, settings that their tool does not take, two tools in one
 * place, tools that wait for one another. A tool that is not installed is kept: it may come back. Gives the entries in their one form.
 */
export function requireGoodEntries(given: readonly unknown[], tools: ToolRegistry): ToolEntry[] {
  if (given.length > MAX_TOOLS)
    throw badRequest(`Too many tools: ${given.length} (limit: ${MAX_TOOLS} per assistant)`)
  const { entries, unreadable } = normaliseEntries(given, tools)
  if (unreadable.length > 0) {
    throw badRequest(
      `tools${toPointer(unreadable.slice(0, 1))}: name a tool, such as {"type": "single_file_rag", "config": {…}}`,
    )
  }
  for (const [index, entry] of entries.entries()) requireGoodSettings(entry, index, entries, tools)
  requireOwnPlaces(entries, tools)
  return entries
}

function requireGoodSettings(
  entry: ToolEntry,
  index: number,
  all: readonly ToolEntry[],
  tools: ToolRegistry,
): void {
  const tool = tools.find(entry.type)
  // What waits for another tool's text, and what is switched off, is looked at when it runs.
  if (!tool || !entry.enabled || waitsFor(entry, all, tools).length > 0) return
  if (entry.use === 'inject' ? !tool.inject : !tool.call) {
    throw badRequest(
      `tools/${index}: ${tool.title} can’t be ${entry.use === 'inject' ? 'injected' : 'called'}`,
    )
  }
  const parsed = tool.config.safeParse(entry.config)
  const fault = parsed.success ? undefined : parsed.error.issues[0]
  if (fault) throw badRequest(`tools/${index}/config${toPointer(fault.path)}: ${fault.message}`)
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
