import type { OrganizationConfig, ProviderConfig } from '@bellwether/wire'
import type { Config } from '../../platform/config.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { sealGivenSecrets } from './config-secrets.ts'
import { trustedAddresses } from './config-writer.ts'
import { findKnowledgeServer, type KnowledgeServer, kbServer } from './knowledge-server.ts'
import {
  defaultSetup,
  ENVIRONMENT_PROVIDERS,
  findProvider,
  globalDefaultModel,
  type OrganizationSettings,
  smallFastModel,
} from './provider-settings.ts'

export interface FirstConfigDraft {
  /** The system organization, when its settings are the new one's start. */
  baseline: OrganizationSettings | undefined
  given: OrganizationConfig | undefined
  signup: { enabled: boolean; key: string | undefined }
  admin: { id: number; email: string } | undefined
}

/** What a new organization starts with, sealed. What the system admin gives is trusted; what is copied is as trusted as it was. */
export function toFirstConfig(draft: FirstConfigDraft, env: Config, box: SecretBox): OrganizationConfig {
  const { trusted_addresses: _ignored, ...given } = draft.given ?? {}
  const start = draft.baseline ? toBaseline(draft.baseline, env) : EMPTY
  const config: OrganizationConfig = {
    ...start,
    ...given,
    features: {
      ...start.features,
      ...given.features,
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

/** The system organization's settings with what the operator set by environment, which only that organization falls back to. */
function toBaseline(system: OrganizationSettings, env: Config): OrganizationConfig {
  const { metadata: _own, features = {}, ...rest } = system.config
  const { signup_key: _key, signup_enabled: _enabled, ...otherFeatures } = features
  const setup = defaultSetup(system.config)
  const trustedHere = [...(system.config.trusted_addresses ?? [])]
  const names = new Set([...Object.keys(setup.providers ?? {}), ...ENVIRONMENT_PROVIDERS])
  const providers = [...names].flatMap((name): [string, ProviderConfig][] => {
    const found = findProvider(system, name, env)
    if (found?.trusted && found.base_url) trustedHere.push(found.base_url)
    const { trusted: _trusted, ...provider } = { ...setup.providers?.[name], ...found }
    return Object.keys(provider).length > 0 ? [[name, provider]] : []
  })
  const knowledge = findKnowledgeServer(system, env)
  if (knowledge?.trusted) trustedHere.push(knowledge.url)
  const global_default_model = globalDefaultModel(system, env)
  const small_fast_model = smallFastModel(system, env)
  return {
    ...EMPTY,
    ...rest,
    trusted_addresses: trustedHere,
    ...(knowledge ? { kb_server: toKbServer(system, knowledge) } : {}),
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

/** Address and key as they are in force together; what else stands there is copied. */
function toKbServer(
  system: OrganizationSettings,
  { url, api_key }: KnowledgeServer,
): Record<string, unknown> {
  const { embedding_model, collection_defaults } = kbServer(system.config)
  return { url, ...(api_key ? { api_key } : {}), embedding_model, collection_defaults }
}
