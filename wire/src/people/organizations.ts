import * as z from 'zod'
import { priceTableSchema } from '../oversight/money.ts'
import { modelMarksSchema } from './model-abilities.ts'
import { featureSettingsSchema, generalSettingsSchema } from './organization-settings.ts'

/** A model of a provider, in the form of LAMB's settings. */
export const modelChoiceSchema = z.looseObject({
  provider: z.string().default(''),
  model: z.string().default(''),
})

export const providerConfigSchema = z.looseObject({
  api_key: z.string().optional(),
  base_url: z.string().optional(),
  models: z.array(z.string()).optional(),
  default_model: z.string().optional(),
  /** Chooses the tools to call. Also answers if the assistant names no model. */
  tool_use_model: z.string().optional(),
  /**
   * Small and fast, for titles, tags and search queries. Takes precedence over `small_fast_model` for assistants of
   * this provider.
   */
  fast_model: z.string().optional(),
  /** Missing means enabled. */
  enabled: z.boolean().optional(),
  /** What admins have set about models. */
  model_marks: z.record(z.string(), modelMarksSchema).optional().catch(undefined),
})

export const setupSchema = z.looseObject({
  name: z.string().optional(),
  is_default: z.boolean().optional(),
  providers: z.record(z.string(), providerConfigSchema).optional(),
  knowledge_base: z.looseObject({}).optional(),
  global_default_model: modelChoiceSchema.optional(),
  small_fast_model: modelChoiceSchema.optional(),
})

export const featuresSchema = z.looseObject(featureSettingsSchema.partial().shape)

/** `organizations.config`: LAMB's JSON. Only the setup named `default` is used; unknown fields are kept unchanged. */
export const organizationConfigSchema = z.looseObject({
  version: z.string().optional(),
  setups: z.record(z.string(), setupSchema).optional(),
  features: featuresSchema.optional(),
  assistant_defaults: z.record(z.string(), z.unknown()).optional(),
  limits: z.looseObject({}).optional(),
  ...generalSettingsSchema.partial().shape,
  prices: priceTableSchema.optional(),
  /**
   * Providers that the organization has not configured itself are taken from the system organization. Only a system
   * admin can enable it.
   */
  use_system_providers: z.boolean().optional(),
  /** Addresses entered by a system admin, which may therefore be private. Set by the server, not by clients. */
  trusted_addresses: z.array(z.string()).optional(),
})

export type OrganizationConfig = z.infer<typeof organizationConfigSchema>
export type ProviderConfig = z.infer<typeof providerConfigSchema>
export type ModelChoice = z.infer<typeof modelChoiceSchema>

export const organizationStatusSchema = z.enum(['active', 'suspended', 'trial'])

export const organizationRecordSchema = z.object({
  id: z.number(),
  slug: z.string(),
  name: z.string(),
  is_system: z.boolean(),
  status: organizationStatusSchema,
  config: organizationConfigSchema,
  created_at: z.number(),
  updated_at: z.number(),
})
export type OrganizationRecord = z.infer<typeof organizationRecordSchema>

export const organizationListSchema = z.object({ organizations: z.array(organizationRecordSchema) })

/** Every assistant of an organization, for its admins. */
export const organizationAssistantsSchema = z.object({
  assistants: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      display_name: z.string(),
      description: z.string(),
      owner: z.string().describe('The e-mail address of the owner'),
      published: z.boolean(),
      group_id: z.string().nullable(),
      created_at: z.int(),
    }),
  ),
})
