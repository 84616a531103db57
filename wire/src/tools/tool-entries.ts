import * as z from 'zod'
import { messageFields } from '../messages/message-fields.ts'

/** How an assistant uses a tool: before the model, into a placeholder, or when the model calls it. */
export const toolUseSchema = z.enum(['inject', 'call'])

/** Time limit of one tool run, in milliseconds. */
export const toolTimeoutSchema = z.int().min(1000).max(120_000)

/**
 * One tool of an assistant, in the only format that the server uses internally. Older formats are converted on input.
 */
export const toolEntrySchema = z.object({
  type: z.string(),
  use: toolUseSchema,
  enabled: z.boolean(),
  /** The placeholder for the output, without braces; by default the tool's own. */
  placeholder: z.string().optional(),
  /** The name for the model and the status lines. */
  name: z.string().optional(),
  description: z.string().optional(),
  /** Time limit of one run; by default the assistant's. */
  timeout_ms: toolTimeoutSchema.optional(),
  /** `ask`: the asking person must approve each call by the model. */
  approval: z.literal('ask').optional(),
  config: z.record(z.string(), z.unknown()),
})
export type ToolEntry = z.infer<typeof toolEntrySchema>

/** A tool, for forms and other programs. */
export const toolInfoSchema = z.object({
  name: z.string(),
  aliases: z.array(z.string()),
  display_name: z.string(),
  description: z.string(),
  placeholder: z.string().nullable().meta({ description: 'null: can’t be injected' }),
  category: z.string(),
  version: z.string(),
  uses: z.array(toolUseSchema),
  function_name: z.string().nullable().meta({ description: 'null: can’t be called' }),
  lamb: z
    .object({ display_name: z.string(), description: z.string(), category: z.string() })
    .nullable()
    .meta({ description: 'Its name in LAMB; null if LAMB does not have it' }),
  allow_multiple: z.boolean().meta({ description: 'false: an assistant can have it only once' }),
  config_schema: z.record(z.string(), z.unknown()),
  input_schema: z.record(z.string(), z.unknown()),
})
export type ToolInfo = z.infer<typeof toolInfoSchema>

/** A kind of provider that an assistant can use, with its models. */
export const connectorChoiceSchema = z.object({
  name: z.string(),
  available_llms: z.array(z.string()),
  metadata: z.object({
    id: z.string(),
    name: z.string(),
    description: z.string(),
    capabilities: z.object({
      text_generation: z.boolean(),
      image_generation: z.boolean(),
      vision_input: z.boolean(),
    }),
  }),
  models: z.array(z.looseObject({ id: z.string(), display_name: z.string(), description: z.string() })),
})
export type ConnectorChoice = z.infer<typeof connectorChoiceSchema>

/** What assistants can be built from. */
export const capabilitiesSchema = z.object({
  prompt_processors: z.array(z.string()),
  connectors: z.record(z.string(), connectorChoiceSchema),
  rag_processors: z.array(z.string()),
  tools: z.array(toolInfoSchema),
})
export type Capabilities = z.infer<typeof capabilitiesSchema>

/** Organizations may have stored anything as their defaults. */
const defaultText = z.string().catch('')
export const newAssistantDefaultsSchema = z.object({
  connector: defaultText,
  llm: defaultText,
  system_prompt: defaultText,
  prompt_template: defaultText,
})

export const toolFaultSchema = z.object({ pointer: z.string(), message: z.string(), ...messageFields })
export type ToolFault = z.infer<typeof toolFaultSchema>

export const toolValidationSchema = z.object({
  valid: z.boolean(),
  errors: z.array(toolFaultSchema),
})

/** LAMB's format: each error is one sentence. */
