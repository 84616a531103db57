import { fillTemplate, placeholdersOf, textOfPieces } from '../prompt-processors/fill-template.ts'
import { PromptRoom } from '../prompt-processors/prompt-limit.ts'

/** The placeholders in a tool's settings. The tool has to wait for the tools that fill them. Pure. */
export function placeholdersIn(config: unknown): string[] {
  if (typeof config === 'string') return placeholdersOf(config)
  if (typeof config !== 'object' || config === null) return []
  return Object.values(config).flatMap(placeholdersIn)
}

/**
 * Fills the placeholders in settings in one pass: inserted text is not searched again. Throws bad_request when they
 * get too long.
 */
export function fillSettings(
  config: unknown,
  values: ReadonlyMap<string, string>,
  room = new PromptRoom(),
): unknown {
  if (typeof config === 'string') return textOfPieces(fillTemplate(config, (name) => values.get(name), room))
  if (Array.isArray(config)) return config.map((item) => fillSettings(item, values, room))
  if (typeof config !== 'object' || config === null) return config
  return Object.fromEntries(
    Object.entries(config).map(([name, item]) => [name, fillSettings(item, values, room)]),
  )
}

export interface Waiting {
  placeholder: string
  after: readonly string[]
}

/** The placeholders of tools that wait for each other in a cycle; empty if there is none. Pure. */
export function findCycle(tools: readonly Waiting[]): string[] {
  const remaining = new Map(tools.map((tool) => [tool.placeholder, tool.after]))
  for (let sizeBefore = -1; sizeBefore !== remaining.size; ) {
    sizeBefore = remaining.size
    for (const [placeholder, after] of remaining)
      if (!after.some((name) => remaining.has(name))) remaining.delete(placeholder)
  }
  return [...remaining.keys()]
}
