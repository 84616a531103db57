import type { McpServerRecord, McpTest, McpToolDefinition } from '@bellwether/wire'
import { untyped as api } from '$lib/api'
import { isObject, stringOf } from '$lib/json.ts'

const BASE = '/mcp-servers'

/** The MCP servers of an organization. `org`: an organization other than the user's own, for system admins. */
export const mcpApi = {
  list: async (org: string | undefined, signal: AbortSignal): Promise<McpServerRecord[]> =>
    (await api.get<{ servers: McpServerRecord[] }>(BASE, { query: { org }, signal })).servers,
  add: (draft: object, org: string | undefined): Promise<McpServerRecord> =>
    api.post(BASE, draft, { query: { org } }),
  change: (id: number, change: object): Promise<McpServerRecord> => api.put(`${BASE}/${id}`, change),
  remove: (id: number, isLeaving: boolean): Promise<unknown> =>
    api.delete(`${BASE}/${id}`, { outlivesPage: isLeaving }),
  test: (id: number): Promise<McpTest> => api.post(`${BASE}/${id}/test`),
  refresh: (id: number): Promise<McpServerRecord> => api.post(`${BASE}/${id}/refresh`),
  changeTool: (id: number, tool: number, change: object): Promise<McpServerRecord> =>
    api.put(`${BASE}/${id}/tools/${tool}`, change),
  acceptTool: (id: number, tool: number, fingerprint: string): Promise<McpServerRecord> =>
    api.post(`${BASE}/${id}/tools/${tool}/accept`, { fingerprint }),
}

export interface Parameter {
  name: string
  type: string
  isRequired: boolean
  description: string
}

/** The parameters that the model can fill in; nested ones are only in the schema, which is shown too. Pure. */
export function parametersOf({ input_schema }: Pick<McpToolDefinition, 'input_schema'>): Parameter[] {
  const { properties, required } = input_schema
  const requiredNames = Array.isArray(required) ? required : []
  return Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => {
    const { type, description, enum: choices } = isObject(schema) ? schema : {}
    const kind = Array.isArray(choices)
      ? choices.map((choice) => JSON.stringify(choice)).join(' | ')
      : [type].flat().filter(stringOf).join(' | ')
    return { name, type: kind, isRequired: requiredNames.includes(name), description: stringOf(description) }
  })
}

export const shownSchema = (definition: Pick<McpToolDefinition, 'input_schema'>): string =>
  JSON.stringify(definition.input_schema, null, 2)
