import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { messageFields } from '../messages/message-fields.ts'

const NOT_AN_ADDRESS = fieldText('fields.mcp_url')

const urlSchema = z
  .string()
  .trim()
  .max(2000)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    return url !== undefined && /^https?:$/.test(url.protocol) && !url.username && !url.password && !url.hash
  }, NOT_AN_ADDRESS)

const nameSchema = z.string().trim().min(1, fieldText('fields.server_name_required')).max(80)

const headerNameSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9-]{1,60}$/, fieldText('fields.header_name'))
  .refine(
    (name) =>
      !/^(host|content-|accept|connection|transfer-|mcp-|last-event-id|cookie$|origin$|expect$|te$|upgrade$)/.test(
        name,
      ),
    fieldText('fields.header_not_allowed'),
  )

const secretSchema = z
  .string()
  .max(4096)
  .regex(/^$|^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, fieldText('fields.secret_format'))

/** `secret`: the whole value of the header, such as `Bearer abc`. Never shown again. */
export const createMcpServerSchema = z.object({
  name: nameSchema,
  url: urlSchema,
  header_name: headerNameSchema.default('authorization'),
  secret: secretSchema.optional(),
})
export type NewMcpServer = z.output<typeof createMcpServerSchema>

/** Fields that are left out stay. An empty `secret` removes it, and so does another host. */
export const changeMcpServerSchema = z.object({
  name: nameSchema.optional(),
  url: urlSchema.optional(),
  header_name: headerNameSchema.optional(),
  secret: secretSchema.optional(),
  enabled: z.boolean().optional(),
})
export type McpServerChange = z.output<typeof changeMcpServerSchema>

export const mcpFunctionNameSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,59}$/, fieldText('fields.function_name'))

/** A tool as its server describes it. */
export const mcpToolDefinitionSchema = z.object({
  title: z.string(),
  description: z.string(),
  input_schema: z.record(z.string(), z.unknown()),
  /** Whether the server says that it only reads. Only trusted if an admin confirms it. */
  read_only_hint: z.boolean(),
  /** Why it can't be used; missing if it can. */
  fault: z.string().optional(),
  ...messageFields,
})
export type McpToolDefinition = z.infer<typeof mcpToolDefinitionSchema>

export const mcpToolSchema = z.object({
  id: z.number(),
  name: z.string(),
  function_name: z.string(),
  enabled: z.boolean(),
  only_reads: z.boolean(),
  state: z.enum(['current', 'changed', 'gone']),
  definition: mcpToolDefinitionSchema,
  /** Identifies the definition that the person who approved the tool has seen. */
  fingerprint: z.string(),
  /** The definition that waits for review, if `state` is `changed`. */
  proposed: mcpToolDefinitionSchema.nullable(),
  proposed_fingerprint: z.string().nullable(),
})
export type McpToolRecord = z.infer<typeof mcpToolSchema>

export const mcpServerSchema = z.object({
  id: z.number(),
  name: z.string(),
  url: z.string(),
  header_name: z.string(),
  has_secret: z.boolean(),
  enabled: z.boolean(),
  checked_at: z.number(),
  check_error: z.string().nullable(),
  ...messageFields,
  created_at: z.number(),
  updated_at: z.number(),
  tools: z.array(mcpToolSchema),
})
export type McpServerRecord = z.infer<typeof mcpServerSchema>
export const mcpServerListSchema = z.object({ servers: z.array(mcpServerSchema) })

export const changeMcpToolSchema = z.object({
  enabled: z.boolean().optional(),
  /** Required to enable a tool and to accept a changed one: identifies the definition that was reviewed. */
  fingerprint: z.string().max(100).optional(),
  function_name: mcpFunctionNameSchema.optional(),
  only_reads: z.boolean().optional(),
})
export type McpToolChange = z.output<typeof changeMcpToolSchema>
export const acceptMcpToolSchema = z.object({ fingerprint: z.string().max(100) })

export const mcpTestSchema = z.object({
  ok: z.boolean(),
  message: z.string(),
  ...messageFields,
  server: z.object({ name: z.string(), version: z.string() }).nullable(),
  tools: z.array(z.string()),
})
export type McpTest = z.infer<typeof mcpTestSchema>

/** The tools that educators can choose from. */
export const offeredMcpToolSchema = z.object({
  server_id: z.number(),
  server_name: z.string(),
  tool: z.string(),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
  only_reads: z.boolean(),
})
export type OfferedMcpTool = z.infer<typeof offeredMcpToolSchema>
export const offeredMcpToolListSchema = z.object({ tools: z.array(offeredMcpToolSchema) })
