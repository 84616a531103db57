import type { MemberPage, MemberRecord, ModelChoice, ToolInfo, UsageReport } from '@bellwether/wire'
import { type PeoplePage, type PeopleView, toPage } from '$features/people/people-view.ts'
import { api, toPath } from '$lib/api'

export const TABS = [
  'providers',
  'defaults',
  'members',
  'signup',
  'budgets',
  'prices',
  'knowledge',
  'moodle',
  'mcp',
  'policy',
  'audit',
] as const
export type Tab = (typeof TABS)[number]

export interface ProviderInfo {
  /** The system organization's, used by reference. */
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
  global_default_model: ModelChoice
  small_fast_model: ModelChoice
  is_system: boolean
  use_system_providers: boolean
  api_status: { providers: Record<string, ProviderStatus> }
}

export interface TestResult {
  success: boolean
  message: string
}

export interface SearchModels {
  embeddings: { provider: string; model: string } | null
  rerank: { provider?: string; url?: string; model: string; api_key_set: boolean } | null
  providers: { embeddings: string[]; rerank: string[] }
}

export interface ImportCheck {
  summary: { total: number; valid: number; invalid: number }
  users: { email: string; name: string; valid: boolean; errors: string[]; line: number }[]
  error: string | null
}

export interface ImportDone {
  summary: { total: number; created: number }
  results: { email: string; name: string; status: string; message: string; password?: string }[]
}

interface Organization {
  id: number
  name: string
  slug: string
}

const BASE = '/creator/admin/org-admin'

/** The settings of one organization. `org`: another one than the caller's own, for system admins. */
export function organizationApi(org: string | undefined) {
  const query = { org }
  const get =
    <T>(path: string) =>
    (signal: AbortSignal): Promise<T> =>
      api.get(BASE + path, { query, signal })
  const put = <T>(path: string, body: unknown): Promise<T> => api.put(BASE + path, body, { query })
  const post = <T>(path: string, body?: unknown): Promise<T> => api.post(BASE + path, body, { query })
  const user = (id: number) => `/users/${id}`
  return {
    overview: get<{ organization: Organization }>('/dashboard'),

    providers: get<ApiSettings>('/settings/api'),
    saveProviders: (change: object) => put<{ warnings: string[] }>('/settings/api', change),
    usage: (days: { from: string; to: string }, signal: AbortSignal): Promise<UsageReport> =>
      api.get('/usage', { query: { scope: 'organization', org, ...days }, signal }),
    testProvider: (provider: string) =>
      post<TestResult & { models: string[] }>('/settings/api/test', { provider }),

    async members(view: PeopleView, signal: AbortSignal): Promise<PeoplePage<MemberRecord>> {
      const asked = { query: { ...query, ...toPage(view) }, signal }
      const { users: people, total } = await api.get<MemberPage>(`${BASE}/users`, asked)
      return { people, total }
    },
    addMember: (draft: object) => post<MemberRecord>('/users', draft),
    changeMember: (id: number, change: { name?: string; enabled?: boolean }) => put(user(id), change),
    removeMember: (id: number, hand_over_to?: number) =>
      api.delete(BASE + user(id), { query: { ...query, hand_over_to } }),
    setPassword: (id: number, new_password: string) => post(`${user(id)}/password`, { new_password }),
    setCanShare: (id: number, can_share: boolean) => put(`${user(id)}/can-share`, { can_share }),
    setEmailConfirmed: (id: number, confirmed: boolean) =>
      api.put(`/organizations/${org ?? 'current'}/members/${id}/email-confirmed`, { confirmed }),
    setRole: (slug: string, id: number, role: 'admin' | 'member') =>
      api.put(`/creator/admin/organizations/${slug}/members/${id}/role`, { role }),
    checkImport(file: File) {
      const form = new FormData()
      form.append('file', file)
      return post<ImportCheck>('/users/bulk-import/validate', form)
    },
    runImport: (users: object[], filename: string) =>
      post<ImportDone>('/users/bulk-import/execute', { users, filename }),
    importTemplate: () =>
      api.download(toPath(`${BASE}/users/bulk-import/template`, { ...query, format: 'csv' }), 'users.csv'),

    signup: get<{ signup_enabled: boolean; signup_key: string }>('/settings/signup'),
    saveSignup: (change: { signup_enabled: boolean; signup_key: string }) => put('/settings/signup', change),

    moodle: get<{ url: string; token_set: boolean; enabled: boolean; forwarded_ids?: boolean }>(
      '/settings/moodle',
    ),
    saveMoodle: (change: object) => put('/settings/moodle', change),
    testMoodle: (tried: { url: string; token: string }) =>
      post<TestResult & { site: string | null; version: string | null }>('/settings/moodle/test', tried),

    searchModels: get<SearchModels>('/settings/kb/search-models'),
    saveSearchModels: (change: object) => put<SearchModels>('/settings/kb/search-models', change),
    testSearchModel: (model: 'embeddings' | 'rerank') =>
      post<TestResult>('/settings/kb/search-models/test', { model }),

    policy: get<{
      assistant_migration: 'manual' | 'on_access'
      trace_days: number
      forbidden_tools?: string[]
      multi_tool_enabled?: boolean
    }>('/settings/assistants'),
    savePolicy: (change: object) => put('/settings/assistants', change),
    /** Every tool that there is; `no_rag` only stands for none. */
    tools: async (signal: AbortSignal): Promise<ToolInfo[]> =>
      (await api.get<{ tools: ToolInfo[] }>('/completions/tools', { signal })).tools.filter(
        ({ name }) => name !== 'no_rag',
      ),
    features: get<{ sharing_enabled: boolean }>('/settings/features'),
    saveFeatures: (change: { sharing_enabled: boolean }) => put('/settings/features', change),

    async assistantDefaults(signal: AbortSignal): Promise<AssistantDefaults> {
      const { organization } = await api.get<{ organization: Organization }>(`${BASE}/dashboard`, {
        query,
        signal,
      })
      return api.get(defaultsPath(organization.slug), { signal })
    },
    /** Without a model: new assistants begin with the organization's default model. */
    async saveAssistantDefaults(
      slug: string,
      { connector, llm, ...defaults }: AssistantDefaults,
    ): Promise<void> {
      await api.put(defaultsPath(slug), defaults)
    },
  }
}

export type OrganizationApi = ReturnType<typeof organizationApi>

export interface AssistantDefaults extends Record<string, unknown> {
  system_prompt?: string
  prompt_template?: string
  RAG_Top_k?: number
}

const defaultsPath = (slug: string) => `/creator/admin/organizations/${slug}/assistant-defaults`

/** Pure. One text for a model of a provider, for a list of choices; models may have slashes, providers have none. */
export const toChoice = ({ provider, model }: ModelChoice): string => (model ? `${provider}/${model}` : '')
export const fromChoice = (choice: string): ModelChoice => ({
  provider: choice.slice(0, choice.indexOf('/')),
  model: choice.slice(choice.indexOf('/') + 1),
})

/** A key that is hard to guess and easy to read out: no letters that look alike. */
export function newSignupKey(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const picked = crypto.getRandomValues(new Uint32Array(16))
  return [...picked]
    .map((number) => letters[number % letters.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')
}
