import {
  assistantDefaultSettingsSchema,
  featureSettingsSchema,
  generalSettingsSchema,
  ORGANIZATION_DEFAULTS,
  type OrganizationConfig,
  type OrganizationSettingsChange,
  type OrganizationSettingValues,
  organizationSettingsSchema,
  say,
} from '@bellwether/wire'
import * as z from 'zod'
import { badRequest } from '../../../platform/errors.ts'

/** The values that apply in an organization: chosen ones, as far as they are valid, or else the defaults. */
export const settingsIn = (
  config: OrganizationConfig,
  defaults: OrganizationSettingsChange = {},
): OrganizationSettingValues =>
  organizationSettingsSchema.parse({
    ...ORGANIZATION_DEFAULTS,
    ...defaults,
    ...validIn(assistantDefaultSettingsSchema, config.assistant_defaults),
    ...validIn(featureSettingsSchema, config.features),
    ...validIn(generalSettingsSchema, config),
  })

/** Each setting by itself, and only at its own place: configurations may be old, imported, or written by LAMB's clients. */
const validIn = ({ shape }: z.ZodObject, stored: object = {}): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(shape).flatMap(([name, setting]) => {
      const { success, data } = z.safeParse(setting, Reflect.get(stored, name))
      return success ? [[name, data]] : []
    }),
  )

/** Undefined values change nothing. `config` is without secrets. */
export function withSettings(
  config: OrganizationConfig,
  change: OrganizationSettingsChange,
): OrganizationConfig {
  const { features, assistant_defaults } = config
  const isOpen = change.signup_enabled ?? features?.signup_enabled
  const hasKey = change.signup_key ?? features?.signup_key_configured
  const isAboutSignup = change.signup_enabled !== undefined || change.signup_key !== undefined
  if (isAboutSignup && isOpen && !hasKey) throw badRequest(say('org_settings.signup_key_required'))
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
  return {
    ...config,
    ...generalSettingsSchema.partial().parse(given),
    features: { ...features, ...featureSettingsSchema.partial().parse(given) },
    assistant_defaults: { ...assistant_defaults, ...assistantDefaultSettingsSchema.partial().parse(given) },
  }
}
