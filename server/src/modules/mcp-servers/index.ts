export { createMcpClient, type McpAnswer, type McpClient } from './mcp-client.ts'
export { createMcpServerRoutes } from './mcp-server.routes.ts'
export { createMcpServerService, type McpServerService } from './mcp-server.service.ts'
export { type CallableMcpTool, createMcpToolUse, type McpToolUse } from './mcp-tool-use.ts'
