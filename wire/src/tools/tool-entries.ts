import * as z from 'zod'
import { messageFields } from '../messages/message-fields.ts'

/** How an assistant uses one of its tools: before the model, into a placeholder, or when the model asks for it. */
export const toolUseSchema = z.enum(['inject', 'call'])

/** How long one run of a tool may take, in milliseconds. */
export const toolTimeoutSchema = z.int().min(1000).max(120_000)

/** One tool of an assistant, in the only form that the server works with. Every older form is turned into it at the edge. */
export const toolEntrySchema = z.object({
  type: z.string(),
  use: toolUseSchema,
  enabled: z.boolean(),
  /** Where the output goes; the tool's own placeholder when absent. Without braces. */
  placeholder: z.string().optional(),
  /** What the model and the status lines call it. */
  name: z.string().optional(),
  description: z.string().optional(),
  /** How long one run may take; the assistant's own limit when absent. */
  timeout_ms: toolTimeoutSchema.optional(),
  /** `ask`: the person who asks must agree to each call that the model makes. */
  approval: z.literal('ask').optional(),
  config: z.record(z.string(), z.unknown()),
})
export type ToolEntry = z.infer<typeof toolEntrySchema>

/** A tool, as forms and other programs see it. */
export const toolInfoSchema = z.object({
  name: z.string(),
  aliases: z.array(z.string()),
  display_name: z.string(),
  description: z.string(),
  placeholder: z.string().nullable().meta({ description: 'null = can’t be injected' }),
  category: z.string(),
  version: z.string(),
  uses: z.array(toolUseSchema),
  function_name: z.string().nullable().meta({ description: 'null = can’t be called' }),
  lamb: z
    .object({ display_name: z.string(), description: z.string(), category: z.string() })
    .nullable()
    .meta({ description: 'What LAMB calls it; null = LAMB does not have it' }),
  allow_multiple: z.boolean().meta({ description: 'false = one assistant can have it only once' }),
  config_schema: z.record(z.string(), z.unknown()),
  input_schema: z.record(z.string(), z.unknown()),
})
export type ToolInfo = z.infer<typeof toolInfoSchema>

export const toolFaultSchema = z.object({ pointer: z.string(), message: z.string(), ...messageFields })
export type ToolFault = z.infer<typeof toolFaultSchema>

export const toolValidationSchema = z.object({
  valid: z.boolean(),
  errors: z.array(toolFaultSchema),
})

/** LAMB's form: each fault is one sentence. */
export const lambToolValidationSchema = z.object({ valid: z.boolean(), errors: z.array(z.string()) })
