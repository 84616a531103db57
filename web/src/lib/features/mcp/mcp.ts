import type { McpToolDefinition } from '@bellwether/wire'
import type { BodyOf } from '@bellwether/wire/client/operations'
import { api } from '$lib/api'
import { isObject, stringOf } from '$lib/json.ts'

/** The MCP servers of an organization. `org`: an organization other than the user's own, for system admins. */
export const mcpApi = {
  list: async (org: string | undefined, signal: AbortSignal) =>
    (await api.get('/mcp-servers', { query: { org }, signal })).servers,
  add: (body: BodyOf<'post', '/mcp-servers'>, org: string | undefined) =>
    api.post('/mcp-servers', { body, query: { org } }),
  change: (id: number, body: BodyOf<'put', '/mcp-servers/{id}'>) =>
    api.put('/mcp-servers/{id}', { params: { id }, body }),
  remove: (id: number, isLeaving: boolean) =>
    api.delete('/mcp-servers/{id}', { params: { id }, outlivesPage: isLeaving }),
  test: (id: number) => api.post('/mcp-servers/{id}/test', { params: { id } }),
  refresh: (id: number) => api.post('/mcp-servers/{id}/refresh', { params: { id } }),
  changeTool: (id: number, tool: number, body: BodyOf<'put', '/mcp-servers/{id}/tools/{tool}'>) =>
    api.put('/mcp-servers/{id}/tools/{tool}', { params: { id, tool }, body }),
  acceptTool: (id: number, tool: number, fingerprint: string) =>
    api.post('/mcp-servers/{id}/tools/{tool}/accept', { params: { id, tool }, body: { fingerprint } }),
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
