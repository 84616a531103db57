import {
  acceptMcpToolSchema,
  actingInSchema,
  changeMcpServerSchema,
  changeMcpToolSchema,
  createMcpServerSchema,
  DONE,
  doneSchema,
  idSchema,
  mcpServerListSchema,
  mcpServerSchema,
  mcpTestSchema,
  offeredMcpToolListSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { McpServerService } from './mcp-server.service.ts'

const PATH = '/mcp-servers'
const tag = 'MCP servers'
const params = z.object({ id: idSchema })
const toolParams = z.object({ id: idSchema, tool: idSchema })
const access = 'organization-admin'

export const createMcpServerRoutes = ({ mcpServers }: { mcpServers: McpServerService }): Endpoint[] => [
  ...serverRoutes(mcpServers),
  ...toolRoutes(mcpServers),
]

const serverRoutes = (servers: McpServerService): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: PATH,
    tag,
    summary: 'List MCP servers',
    description: 'The organization’s servers with their tools. Secrets are never returned.',
    access,
    query: actingInSchema,
    answer: mcpServerListSchema,
    handle: async ({ caller, query }) => ({ servers: await servers.list(caller, query.org) }),
  }),
  endpoint({
    method: 'POST',
    path: PATH,
    tag,
    summary: 'Add an MCP server',
    description: 'HTTP only. Its tools can be used once you enable them one by one.',
    access,
    status: 201,
    query: actingInSchema,
    body: createMcpServerSchema,
    answer: mcpServerSchema,
    handle: ({ body, caller, query }) => servers.create(caller, body, query.org),
  }),
  endpoint({
    method: 'GET',
    path: `${PATH}/{id}`,
    tag,
    summary: 'Get an MCP server',
    description: 'With its tools.',
    access,
    params,
    answer: mcpServerSchema,
    handle: ({ params, caller }) => servers.get(caller, params.id),
  }),
  endpoint({
    method: 'PUT',
    path: `${PATH}/{id}`,
    tag,
    summary: 'Update an MCP server',
    description: 'A new URL disables its tools; a new host also removes the secret.',
    access,
    params,
    body: changeMcpServerSchema,
    answer: mcpServerSchema,
    handle: ({ params, body, caller }) => servers.update(caller, params.id, body),
  }),
  endpoint({
    method: 'DELETE',
    path: `${PATH}/{id}`,
    tag,
    summary: 'Delete an MCP server',
    description: 'Assistants that use its tools continue without them.',
    access,
    params,
    answer: doneSchema,
    async handle({ params, caller }) {
      await servers.remove(caller, params.id)
      return DONE
    },
  }),
  endpoint({
    method: 'POST',
    path: `${PATH}/{id}/test`,
    tag,
    summary: 'Test an MCP server',
    description: 'Returns its name and tools. Changes nothing.',
    access,
    params,
    answer: mcpTestSchema,
    handle: ({ params, caller, exchange }) => servers.test(caller, params.id, exchange.signal),
  }),
  endpoint({
    method: 'POST',
    path: `${PATH}/{id}/refresh`,
    tag,
    summary: 'Refresh the tools of an MCP server',
    description: 'An enabled tool that has changed is not used until you accept the change.',
    access,
    params,
    answer: mcpServerSchema,
    handle: ({ params, caller, exchange }) => servers.refresh(caller, params.id, exchange.signal),
  }),
]

const toolRoutes = (servers: McpServerService): Endpoint[] => [
  endpoint({
    method: 'PUT',
    path: `${PATH}/{id}/tools/{tool}`,
    tag,
    summary: 'Update an MCP tool',
    description: 'Enables or renames a tool, or marks it as read-only.',
    access,
    params: toolParams,
    body: changeMcpToolSchema,
    answer: mcpServerSchema,
    handle: ({ params, body, caller }) => servers.changeTool(caller, params.id, params.tool, body),
  }),
  endpoint({
    method: 'POST',
    path: `${PATH}/{id}/tools/{tool}/accept`,
    tag,
    summary: 'Accept a changed MCP tool',
    description: 'The new version can be used from now on.',
    access,
    params: toolParams,
    body: acceptMcpToolSchema,
    answer: mcpServerSchema,
    handle: ({ params, body, caller }) =>
      servers.acceptTool(caller, params.id, params.tool, body.fingerprint),
  }),
  endpoint({
    method: 'GET',
    path: '/mcp-tools',
    tag,
    summary: 'List available MCP tools',
    description: 'The tools of MCP servers that assistants of your organization can use.',
    access: 'author',
    answer: offeredMcpToolListSchema,
    handle: async ({ caller }) => ({ tools: await servers.offered(caller) }),
  }),
]
