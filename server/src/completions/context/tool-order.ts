/** The placeholders in a tool's settings. The tool has to wait for the tools that fill them. Pure. */
export function placeholdersIn(config: unknown): string[] {
  if (typeof config === 'string')
    return [...config.matchAll(/\{([a-z0-9_]+)\}/g)].map(([, name = '']) => name)
  if (typeof config !== 'object' || config === null) return []
  return Object.values(config).flatMap(placeholdersIn)
}

/** Fills the placeholders in settings in one pass: inserted text is not searched again. Pure. */
export function fillSettings(config: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof config === 'string') {
    return config.replace(/\{([a-z0-9_]+)\}/g, (match, name: string) => values.get(name) ?? match)
  }
  if (Array.isArray(config)) return config.map((item) => fillSettings(item, values))
  if (typeof config !== 'object' || config === null) return config
  return Object.fromEntries(Object.entries(config).map(([name, item]) => [name, fillSettings(item, values)]))
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
