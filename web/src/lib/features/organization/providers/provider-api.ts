import type { ModelAbilities, ModelChoice, UsageReport } from '@bellwether/wire'
import { untyped as api } from '$lib/api'
import { settingsRequests, type TestResult } from '../settings-requests.ts'

export interface ProviderInfo {
  /** Provided by the system organization. */
  from_system: boolean
  api_key_set: boolean
  base_url: string
  models: string[]
  default_model: string
  enabled: boolean
}

export interface ProviderStatus {
  status: 'working' | 'error' | 'not_configured'
  models: string[]
  error?: string
}

export interface ApiSettings {
  providers: Record<string, ProviderInfo>
  available_models: Record<string, string[]>
  model_abilities: Record<string, Record<string, ModelAbilities>>
  global_default_model: ModelChoice
  small_fast_model: ModelChoice
  is_system: boolean
  use_system_providers: boolean
  api_status: { providers: Record<string, ProviderStatus> }
}

export interface SearchModels {
  embeddings: { provider: string; model: string } | null
  rerank: { provider?: string; url?: string; model: string; api_key_set: boolean } | null
  transcription: { provider: string; model: string } | null
  providers: { embeddings: string[]; rerank: string[]; transcription: string[] }
}

/** Model providers of one organization, and the models for searching knowledge bases. */
export function providerApi(org: string | undefined) {
  const { get, put, post } = settingsRequests(org)
  return {
    providers: get<ApiSettings>('/settings/api'),
    saveProviders: (change: object) => put<{ warnings: string[] }>('/settings/api', change),
    usage: (days: { from: string; to: string }, signal: AbortSignal): Promise<UsageReport> =>
      api.get('/usage', { query: { scope: 'organization', org, ...days }, signal }),
    testProvider: (provider: string) =>
      post<TestResult & { models: string[] }>('/settings/api/test', { provider }),

    searchModels: get<SearchModels>('/settings/kb/search-models'),
    saveSearchModels: (change: object) => put<SearchModels>('/settings/kb/search-models', change),
    testSearchModel: (model: 'embeddings' | 'rerank' | 'transcription') =>
      post<TestResult>('/settings/kb/search-models/test', { model }),
  }
}
