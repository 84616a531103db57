import * as z from 'zod'
import { flag, orEmpty, text } from './form-fields.ts'

/**
 * What educators see of conversations with their assistants: figures only, conversations without names, or with the
 * names of people who agreed.
 */
export const activityPolicySchema = z.enum(['off', 'pseudonymous', 'named'])
export type ActivityPolicy = z.infer<typeof activityPolicySchema>

/** 0 means never, or not at all. */
const days = z.int().min(0).max(3650)
const prompt = text(100_000).meta({ tab: 'defaults' })

/** Settings that LAMB has, too, are stored where it has them: among the features, */
export const featureSettingsSchema = z.object({
  signup_enabled: z.boolean().meta({ tab: 'signup' }),
  /** Admins give it to people. */
  signup_key: z.string().meta({ tab: 'signup', widget: 'sign-up-key' }),
  signup_role: z.enum(['student', 'educator']).meta({ tab: 'signup' }),
  sharing_enabled: z.boolean(),
  multi_tool_enabled: z.boolean(),
})
/** or among the initial values of new assistants, which LAMB's clients also send as texts. */
export const assistantDefaultSettingsSchema = z.object({
  system_prompt: prompt,
  prompt_template: prompt,
  RAG_Top_k: z.coerce.number().int().min(1).max(50).meta({ tab: 'defaults' }),
})
export const generalSettingsSchema = z.object({
  activity: activityPolicySchema,
  chat_days: days,
  trace_days: days,
  require_tests: z.boolean(),
  model_fallback: z.boolean(),
  assistant_migration: z.enum(['manual', 'on_access']),
  forbidden_tools: z.array(z.string().trim().min(1).max(100)).max(200).meta({ widget: 'tool-checklist' }),
})

/**
 * The settings of an organization that are a single value, in the order of the form. Its admins may change all of them.
 * The API, the form, the storage and docs/admins/organization-settings.md follow this list; titles, help and the names
 * of choices are `organization.settings` in texts/<language>/organization.json. See docs/developers/add-a-setting.md.
 */
export const organizationSettingsSchema = z.object({
  ...featureSettingsSchema.shape,
  ...generalSettingsSchema.shape,
  ...assistantDefaultSettingsSchema.shape,
})
export type OrganizationSettingValues = z.infer<typeof organizationSettingsSchema>

/** The values of an organization that has not chosen others. */
export const ORGANIZATION_DEFAULTS: OrganizationSettingValues = {
  signup_enabled: false,
  signup_key: '',
  signup_role: 'student',
  sharing_enabled: true,
  multi_tool_enabled: true,
  activity: 'pseudonymous',
  chat_days: 0,
  trace_days: 30,
  require_tests: false,
  model_fallback: false,
  assistant_migration: 'manual',
  forbidden_tools: [],
  system_prompt: 'You help students learn. Explain step by step, and say so when you do not know something.',
  prompt_template: 'Use this material where it helps:\n\n{context}\n\nThe question:\n\n{user_input}',
  RAG_Top_k: 3,
}

export const organizationSettingsChangeSchema = organizationSettingsSchema.partial()
export type OrganizationSettingsChange = z.infer<typeof organizationSettingsChangeSchema>

export const organizationSettingsFormSchema = z.object({
  values: organizationSettingsSchema,
  schema: z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema of the values' }),
})

export const organizationOverviewSchema = z.object({ name: z.string(), budgets_used_up: z.int() })

/** LAMB's form. A key or role that is left out or empty stays. */
export const signupFormSchema = z.object({
  signup_enabled: flag,
  signup_key: orEmpty(z.string().max(200)),
  signup_role: orEmpty(featureSettingsSchema.shape.signup_role),
})
