import {
  type McpServerRecord,
  type McpToolDefinition,
  type McpToolRecord,
  mcpToolDefinitionSchema,
  type OfferedMcpTool,
  readStoredText,
  textOf,
  toMessageFields,
} from '@bellwether/wire'
import * as z from 'zod'
import type { McpServerRow, McpToolRow, UsableToolRow } from './mcp-server.repository.ts'
import { faultMessage, readDefinition } from './tool-definition.ts'

const proposedSchema = z.object({ definition: mcpToolDefinitionSchema, fingerprint: z.string() })
export type Proposed = z.infer<typeof proposedSchema>

export const readProposed = (stored: string | null): Proposed | null =>
  stored === null ? null : proposedSchema.parse(JSON.parse(stored))

function toCheckError(stored: string | null) {
  if (stored === null) return { check_error: null }
  const message = readStoredText(stored)
  return { check_error: textOf(message), ...(typeof message === 'object' ? toMessageFields(message) : {}) }
}

/** Deliberately has no field for the secret. */
export const toServerRecord = (row: McpServerRow, tools: readonly McpToolRow[]): McpServerRecord => ({
  id: row.id,
  name: row.name,
  url: row.url,
  header_name: row.header_name,
  has_secret: row.sealed_secret !== null,
  enabled: row.enabled === 1,
  checked_at: row.checked_at,
  ...toCheckError(row.check_error),
  created_at: row.created_at,
  updated_at: row.updated_at,
  tools: tools.filter((tool) => tool.server_id === row.id).map(toToolRecord),
})

/** With the code of its fault, for translation. */
function withMessage(definition: McpToolDefinition): McpToolDefinition {
  const message = definition.fault === undefined ? '' : faultMessage(definition.fault)
  return typeof message === 'string' ? definition : { ...definition, ...toMessageFields(message) }
}

function toToolRecord(row: McpToolRow): McpToolRecord {
  const proposed = readProposed(row.proposed)
  return {
    id: row.id,
    name: row.name,
    function_name: row.function_name,
    enabled: row.enabled === 1,
    only_reads: row.only_reads === 1,
    state: row.state,
    definition: withMessage(readDefinition(row.definition)),
    fingerprint: row.fingerprint,
    proposed: proposed ? withMessage(proposed.definition) : null,
    proposed_fingerprint: proposed?.fingerprint ?? null,
  }
}

export function toOffered(row: UsableToolRow): OfferedMcpTool {
  const { title, description, input_schema: parameters } = readDefinition(row.definition)
  return {
    server_id: row.server_id,
    server_name: row.server_name,
    tool: row.name,
    name: row.function_name,
    title: title || row.name,
    description,
    parameters,
    only_reads: row.only_reads === 1,
  }
}
