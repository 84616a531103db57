import type { Tool } from './tool.ts'

/** Built once at startup. Duplicate names or aliases abort the startup. */
export function createToolRegistry(tools: readonly Tool[]) {
  const byName = new Map<string, Tool>()
  for (const tool of tools) {
    for (const name of [tool.name, ...(tool.aliases ?? [])]) {
      const other = byName.get(name)
      if (other) throw new Error(`The tools ${other.name} and ${tool.name} have the same name: ${name}`)
      byName.set(name, tool)
    }
  }
  return {
    find: (name: string): Tool | undefined => byName.get(name),
    list: (): readonly Tool[] => tools,
  }
}

export type ToolRegistry = ReturnType<typeof createToolRegistry>
