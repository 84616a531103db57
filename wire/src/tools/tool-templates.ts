import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { toolEntrySchema } from './tool-entries.ts'

export const TOOL_TEMPLATE_LIMITS = { tools: 30, toolBytes: 64 * 1024, questions: 10 } as const

// PostgreSQL can't store U+0000 in a text; refused here with a clear message.
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))

const MAX_DEPTH = 32
const isDeeperThan = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((item) => isDeeperThan(item, levels - 1)))

function findToolsFault(tools: readonly unknown[]): string | undefined {
  // Checked first, because JSON.stringify would overflow the stack.
  if (isDeeperThan(tools, MAX_DEPTH)) return fieldText('fields.nested_too_deeply')
  const written = JSON.stringify(tools)
  if (new TextEncoder().encode(written).length > TOOL_TEMPLATE_LIMITS.toolBytes)
    return fieldText('fields.max_kib', { limit: TOOL_TEMPLATE_LIMITS.toolBytes / 1024 })
  return undefined
}

/** Written by an organization admin. `tools` may use any notation that assistants may use. */
export const toolTemplateDraftSchema = z.object({
  name: text(100).trim().min(1, fieldText('fields.template_name_required')),
  description: text(1000).default(''),
  icon: z
    .string()
    .regex(/^[a-z0-9-]{0,40}$/, fieldText('fields.icon'))
    .default(''),
  tools: z
    .array(z.unknown())
    .min(1, fieldText('fields.at_least_one_tool'))
    .max(TOOL_TEMPLATE_LIMITS.tools)
    .superRefine((tools, context) => {
      const fault = findToolsFault(tools)
      if (fault) context.addIssue({ code: 'custom', message: fault })
    }),
  prompt_template: text(50_000).default(''),
  system_prompt: text(50_000).default(''),
  suggested_questions: z.array(text(300).trim().min(1)).max(TOOL_TEMPLATE_LIMITS.questions).default([]),
})
export type ToolTemplateDraft = z.output<typeof toolTemplateDraftSchema>

/** A tool combination to start an assistant from. */
export const toolTemplateSchema = z.object({
  id: z.string().meta({ description: '`builtin:…` for built-in ones' }),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  built_in: z.boolean(),
  tools: z.array(
    toolEntrySchema.extend({
      available: z.boolean().meta({ description: 'false: this tool is not installed here' }),
    }),
  ),
  prompt_template: z.string(),
  system_prompt: z.string(),
  suggested_questions: z.array(z.string()),
})
export type ToolTemplate = z.infer<typeof toolTemplateSchema>
export const toolTemplateListSchema = z.object({ templates: z.array(toolTemplateSchema) })

export const savedToolTemplateSchema = toolTemplateSchema.extend({
  cleared: z.array(z.string()).meta({
    description: 'Settings that referred to someone’s file, rubric, knowledge base or assistant; not stored',
  }),
})
export type SavedToolTemplate = z.infer<typeof savedToolTemplateSchema>
