import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { paging } from '../paging.ts'

export const TEMPLATE_LIMITS = {
  name: 255,
  description: 10_000,
  prompt: 200_000,
  extraBytes: 64 * 1024,
  atOnce: 500,
} as const

// PostgreSQL can't store U+0000 in a text; refused here with a clear message.
const text = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => !value.includes('\u0000'), fieldText('fields.nul_character'))

const templateName = text(TEMPLATE_LIMITS.name).trim().min(1, fieldText('fields.template_name_required'))

/** For clients' own data (`metadata` in LAMB's API); stored unchanged. */
const extra = z
  .record(z.string(), z.unknown())
  .refine((value) => new TextEncoder().encode(JSON.stringify(value)).length <= TEMPLATE_LIMITS.extraBytes, {
    message: fieldText('fields.max_kib', { limit: TEMPLATE_LIMITS.extraBytes / 1024 }),
  })

const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value ?? undefined)
const optionalExtra = extra.nullish().transform((value) => value ?? undefined)

const contents = {
  description: optionalText(TEMPLATE_LIMITS.description),
  system_prompt: optionalText(TEMPLATE_LIMITS.prompt),
  prompt_template: optionalText(TEMPLATE_LIMITS.prompt),
  metadata: optionalExtra,
}

const sharing = z
  .boolean()
  .nullish()
  .transform((value) => value ?? undefined)

export const createTemplateSchema = z.object({ name: templateName, ...contents, is_shared: sharing })
export type TemplateDraft = z.output<typeof createTemplateSchema>

/** Fields that are left out stay unchanged. */
export const updateTemplateSchema = z.object({
  name: templateName.nullish().transform((value) => value ?? undefined),
  ...contents,
  is_shared: sharing,
})
export type TemplateChange = z.output<typeof updateTemplateSchema>

export const duplicateTemplateSchema = z.object({
  new_name: z
    .preprocess(
      (value) => (typeof value === 'string' && value.trim() === '' ? undefined : value),
      templateName.nullish(),
    )
    .transform((value) => value ?? undefined),
})

export const exportTemplatesSchema = z.object({
  template_ids: z
    .array(z.int().positive())
    .min(1, fieldText('fields.at_least_one_template'))
    .max(TEMPLATE_LIMITS.atOnce)
    .transform((ids) => [...new Set(ids)]),
})

const templateExportSchema = z.object({
  export_version: z.literal('1.0'),
  exported_at: z.string(),
  templates: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      system_prompt: z.string(),
      prompt_template: z.string(),
      metadata: z.record(z.string(), z.unknown()),
    }),
  ),
})
export type TemplateExport = z.infer<typeof templateExportSchema>

/** The content of an export. Files of other versions are read as far as they have the same fields. */
export const importTemplatesSchema = z.object({
  templates: z
    .array(z.object({ name: templateName, ...contents }))
    .min(1, fieldText('fields.no_templates_in_file'))
    .max(TEMPLATE_LIMITS.atOnce),
})
export type TemplatesToImport = z.output<typeof importTemplatesSchema>['templates']

export const templateListQuerySchema = z.object({
  scope: z
    .enum(['mine', 'shared', 'usable'])
    .default('mine')
    .meta({ description: '`shared`: those of colleagues; `usable`: both' }),
  ...paging(50, 500),
  search: text(200)
    .trim()
    .default('')
    .meta({ description: 'Only templates with this text in their name, description or prompt' }),
})

export const templateRecordSchema = z.object({
  id: z.number(),
  organization_id: z.number(),
  owner_email: z.string(),
  name: z.string(),
  description: z.string(),
  system_prompt: z.string(),
  prompt_template: z.string(),
  is_shared: z.boolean(),
  metadata: z.record(z.string(), z.unknown()),
  created_at: z.number(),
  updated_at: z.number(),
  owner_name: z.string(),
  is_owner: z.boolean(),
})
export type TemplateRecord = z.infer<typeof templateRecordSchema>

export const templateListSchema = z.object({ templates: z.array(templateRecordSchema), total: z.number() })
