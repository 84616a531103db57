import type { Db } from '../../platform/db/db.ts'
import { type McpServerRow, type McpToolRow, mcpServerRepository } from './mcp-server.repository.ts'
import { type ListedTool, type SeenTool, toSeenTool } from './tool-definition.ts'

type ToolChange = Partial<
  Pick<McpToolRow, 'definition' | 'fingerprint' | 'state' | 'proposed' | 'only_reads'>
>

/**
 * Stores the tools that a server currently lists. A tool that is not enabled takes its new definition immediately; an
 * enabled one keeps the accepted definition and can't be used until an admin has reviewed the new one.
 */
export async function compareTools(
  tx: Db,
  server: Pick<McpServerRow, 'id' | 'organization_id' | 'name'>,
  listedTools: readonly ListedTool[],
  now: number,
): Promise<void> {
  const seen = new Map(
    listedTools.flatMap((listedTool) => toSeenTool(listedTool) ?? []).map((tool) => [tool.name, tool]),
  )
  const stored = await mcpServerRepository.toolsOf(tx, [server.id])
  for (const row of stored) {
    const change = changeOf(row, seen.get(row.name))
    if (change) await mcpServerRepository.updateTool(tx, row.id, { ...change, updated_at: now })
  }
  const takenNames = new Set(await mcpServerRepository.functionNamesOf(tx, server.organization_id))
  const before = new Set(stored.map((row) => row.name))
  for (const tool of seen.values()) {
    if (before.has(tool.name)) continue
    const function_name = toFreeFunctionName(tool.name, server.name, takenNames)
    takenNames.add(function_name)
    await mcpServerRepository.insertTool(tx, {
      server_id: server.id,
      organization_id: server.organization_id,
      name: tool.name,
      function_name,
      definition: JSON.stringify(tool.definition),
      fingerprint: tool.fingerprint,
      proposed: null,
      created_at: now,
      updated_at: now,
    })
  }
  await mcpServerRepository.update(tx, server.id, { checked_at: now, check_error: null })
}

/** The change to a known tool; undefined when there is none. Pure. */
export function changeOf(
  row: Pick<McpToolRow, 'enabled' | 'fingerprint' | 'state' | 'proposed'>,
  seen: SeenTool | undefined,
): ToolChange | undefined {
  if (!seen) return row.state === 'gone' ? undefined : { state: 'gone', proposed: null }
  if (seen.fingerprint === row.fingerprint)
    return row.state === 'current' ? undefined : { state: 'current', proposed: null }
  const definition = JSON.stringify(seen.definition)
  if (row.enabled === 0)
    return { definition, fingerprint: seen.fingerprint, state: 'current', proposed: null, only_reads: 0 }
  const proposed = JSON.stringify({ definition: seen.definition, fingerprint: seen.fingerprint })
  return row.state === 'changed' && row.proposed === proposed ? undefined : { state: 'changed', proposed }
}

const MAX_NAME = 60

/** The tool's own name if it is free, otherwise with its server's name, then with a number. Pure. */
export function toFreeFunctionName(tool: string, server: string, takenNames: ReadonlySet<string>): string {
  const ownName = toFunctionName(tool)
  if (!takenNames.has(ownName)) return ownName
  const both = toFunctionName(`${server.toLowerCase()}_${tool}`)
  let name = both
  for (let number = 2; takenNames.has(name); number++)
    name = `${both.slice(0, MAX_NAME - String(number).length - 1)}_${number}`
  return name
}

const toFunctionName = (text: string): string => {
  const plain = text.replace(/[^A-Za-z0-9_-]+/g, '_').replace(/^[^A-Za-z]+/, '')
  return (plain || 'tool').slice(0, MAX_NAME)
}
