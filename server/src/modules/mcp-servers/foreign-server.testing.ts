import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'

export interface ForeignTool extends Omit<Tool, 'inputSchema'> {
  inputSchema?: Record<string, unknown>
  run?(args: Record<string, unknown>, signal: AbortSignal): CallToolResult | Promise<CallToolResult>
}

export const text = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })

/** An external MCP server, built with the SDK, that a test can make misbehave. */
export async function startForeignServer(tools: ForeignTool[]) {
  const seen: { headers: IncomingHttpHeaders; method: string | undefined }[] = []
  const calls: { name: string; arguments: Record<string, unknown> }[] = []
  const state = {
    tools,
    /** Replaces the whole server. */
    instead: undefined as ((request: IncomingMessage, response: ServerResponse) => void) | undefined,
  }
  let open = 0

  const createMcp = () => {
    const server = new Server({ name: 'foreign', version: '3' }, { capabilities: { tools: {} } })
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: state.tools.map(({ run: _run, inputSchema, ...tool }) => ({
        ...tool,
        inputSchema: { type: 'object' as const, ...inputSchema },
      })),
    }))
    server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
      const args = params.arguments ?? {}
      calls.push({ name: params.name, arguments: args })
      const tool = state.tools.find(({ name }) => name === params.name)
      if (!tool) throw new Error('no such tool')
      return (await tool.run?.(args, signal)) ?? text('done')
    })
    return server
  }

  const http = createServer(async (request, response) => {
    seen.push({ headers: request.headers, method: request.method })
    open++
    response.on('close', () => open--)
    if (state.instead) return state.instead(request, response)
    const transport = new StreamableHTTPServerTransport({})
    const server = createMcp()
    response.on('close', () => void server.close())
    // The SDK's types don't support exactOptionalPropertyTypes.
    await server.connect(transport as Parameters<Server['connect']>[0])
    await transport.handleRequest(request, response)
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const { port } = http.address() as AddressInfo
  return {
    host: `127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/mcp`,
    seen,
    calls,
    state,
    open: () => open,
    stop: () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
}

export type ForeignServer = Awaited<ReturnType<typeof startForeignServer>>
