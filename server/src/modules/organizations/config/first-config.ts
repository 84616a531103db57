import type { OrganizationConfig, ProviderConfig } from '@bellwether/wire'
import type { Config } from '../../../platform/config.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { sealGivenSecrets, withoutAccess } from './config-secrets.ts'
import { trustedAddresses } from './config-writer.ts'
import {
  defaultSetup,
  ENVIRONMENT_PROVIDERS,
  findProvider,
  globalDefaultModel,
  type OrganizationSettings,
  smallFastModel,
} from './provider-settings.ts'

export interface FirstConfigDraft {
  /** The system organization, if the new one starts with its settings. */
  baseline: OrganizationSettings | undefined
  given: OrganizationConfig | undefined
  useSystemProviders: boolean
  signup: { enabled: boolean; key: string | undefined }
  admin: { id: number; email: string } | undefined
}

/** The initial configuration of an organization, encrypted. Addresses given by the system admin are trusted. */
export function toFirstConfig(draft: FirstConfigDraft, env: Config, box: SecretBox): OrganizationConfig {
  const { trusted_addresses: _ignored, ...initial } = draft.given ?? {}
  const start = draft.baseline ? toBaseline(draft.baseline, env) : EMPTY
  const config: OrganizationConfig = {
    ...start,
    ...initial,
    ...(draft.useSystemProviders ? { use_system_providers: true } : {}),
    features: {
      ...start.features,
      ...initial.features,
      signup_enabled: draft.signup.enabled,
      ...(draft.signup.key ? { signup_key: draft.signup.key } : {}),
    },
    ...(draft.admin
      ? { metadata: { admin_user_id: draft.admin.id, admin_user_email: draft.admin.email } }
      : {}),
  }
  return sealGivenSecrets(
    { ...config, trusted_addresses: trustedAddresses({ systemAdmin: true }, start, config) },
    box,
  )
}

const EMPTY: OrganizationConfig = {
  version: '1.0',
  setups: { default: { name: 'Default Setup', is_default: true, providers: {} } },
  features: { sharing_enabled: true, rag_enabled: true, mcp_enabled: true, lti_publishing: true },
  assistant_defaults: {},
}

/**
 * The system organization's settings without keys and addresses: an organization enters its own, or may be allowed to
 * use the system's providers, which are never copied.
 */
function toBaseline(system: OrganizationSettings, env: Config): OrganizationConfig {
  const { metadata: _own, use_system_providers: _none, features = {}, ...rest } = withoutAccess(system.config)
  const { signup_enabled: _enabled, signup_role: _role, ...otherFeatures } = features
  const setup = defaultSetup(rest)
  const names = new Set([...Object.keys(setup.providers ?? {}), ...ENVIRONMENT_PROVIDERS])
  const providers = [...names].flatMap((name): [string, ProviderConfig][] => {
    const { models = [], default_model } = findProvider(system, name, env) ?? {}
    const provider: ProviderConfig = {
      ...setup.providers?.[name],
      ...(models.length > 0 ? { models } : {}),
      ...(default_model ? { default_model } : {}),
    }
    return Object.keys(provider).length > 0 ? [[name, provider]] : []
  })
  const global_default_model = globalDefaultModel(system, env)
  const small_fast_model = smallFastModel(system, env)
  return {
    ...EMPTY,
    ...rest,
    features: { ...EMPTY.features, ...otherFeatures },
    setups: {
      ...rest.setups,
      default: {
        ...setup,
        providers: Object.fromEntries(providers),
        ...(global_default_model ? { global_default_model } : {}),
        ...(small_fast_model ? { small_fast_model } : {}),
      },
    },
  }
}
