import {
  acceptMcpToolSchema,
  actingInSchema,
  changeMcpServerSchema,
  changeMcpToolSchema,
  createMcpServerSchema,
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
    summary: 'The MCP servers of an organization with their tools. Secrets are never shown.',
    access,
    query: actingInSchema,
    answer: mcpServerListSchema,
    handle: async ({ caller, query }) => ({ servers: await servers.list(caller, query.org) }),
  }),
  endpoint({
    method: 'POST',
    path: PATH,
    tag,
    summary: 'Register an MCP server (HTTP only). None of its tools can be used until it is ticked.',
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
    summary: 'One MCP server.',
    access,
    params,
    answer: mcpServerSchema,
    handle: ({ params, caller }) => servers.get(caller, params.id),
  }),
  endpoint({
    method: 'PUT',
    path: `${PATH}/{id}`,
    tag,
    summary: 'Change an MCP server. Another address unticks its tools; another host forgets the secret.',
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
    summary: 'Remove an MCP server. Assistants that call its tools go on without them.',
    access,
    params,
    async handle({ params, caller }) {
      await servers.remove(caller, params.id)
      return { success: true }
    },
  }),
  endpoint({
    method: 'POST',
    path: `${PATH}/{id}/test`,
    tag,
    summary: 'Ask the server who it is and what tools it has. Changes nothing.',
    access,
    params,
    answer: mcpTestSchema,
    handle: ({ params, caller, exchange }) => servers.test(caller, params.id, exchange.signal),
  }),
  endpoint({
    method: 'POST',
    path: `${PATH}/{id}/refresh`,
    tag,
    summary:
      'Read the list of its tools anew. A ticked tool that has changed is not used until it is accepted.',
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
    summary: 'Tick a tool, rename it, or vouch that it only reads.',
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
    summary: 'Accept what a ticked tool has become.',
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
    summary: 'The tools of MCP servers that assistants of my organization may call.',
    access: 'user',
    answer: offeredMcpToolListSchema,
    handle: async ({ caller }) => ({ tools: await servers.offered(caller) }),
  }),
]
