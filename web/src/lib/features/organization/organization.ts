import type { ModelChoice, ToolInfo } from '@bellwether/wire'
import { untyped as api } from '$lib/api'
import { memberApi } from './members/member-api.ts'
import { providerApi } from './providers/provider-api.ts'
import { settingsRequests, type TestResult } from './settings-requests.ts'

/** The settings pages by subject, in the order of the menu. */
export const GROUPS = [
  { id: 'people', tabs: ['members', 'invitations', 'signup', 'signin'] },
  { id: 'models', tabs: ['providers', 'defaults'] },
  { id: 'money', tabs: ['budgets', 'prices'] },
  { id: 'knowledge', tabs: ['knowledge'] },
  { id: 'connections', tabs: ['lms', 'moodle', 'mcp'] },
  { id: 'policy', tabs: ['policy', 'audit'] },
] as const
export const TABS = GROUPS.flatMap((group) => [...group.tabs])
export type Tab = (typeof GROUPS)[number]['tabs'][number]

interface Organization {
  id: number
  name: string
  slug: string
}

/** The settings of one organization. `org`: an organization other than the user's own, for system admins. */
export function organizationApi(org: string | undefined) {
  const { get, put, post } = settingsRequests(org)
  const overview = get<{ organization: Organization; budgets_used_up: number }>('/dashboard')
  return {
    ...providerApi(org),
    ...memberApi(org),
    overview,

    moodle: get<{ url: string; token_set: boolean; enabled: boolean; forwarded_ids?: boolean }>(
      '/settings/moodle',
    ),
    saveMoodle: (change: object) => put('/settings/moodle', change),
    testMoodle: (settings: { url: string; token: string }) =>
      post<TestResult & { site: string | null; version: string | null }>('/settings/moodle/test', settings),

    policy: get<{
      assistant_migration: 'manual' | 'on_access'
      trace_days: number
      forbidden_tools?: string[]
      multi_tool_enabled?: boolean
      require_tests?: boolean
    }>('/settings/assistants'),
    savePolicy: (change: object) => put('/settings/assistants', change),
    /** All tools, without `no_rag`, which means none. */
    tools: async (signal: AbortSignal): Promise<ToolInfo[]> =>
      (await api.get<{ tools: ToolInfo[] }>('/completions/tools', { signal })).tools.filter(
        ({ name }) => name !== 'no_rag',
      ),
    features: get<{ sharing_enabled: boolean }>('/settings/features'),
    saveFeatures: (change: { sharing_enabled: boolean }) => put('/settings/features', change),

    assistantDefaults: async (signal: AbortSignal): Promise<AssistantDefaults> =>
      api.get(defaultsPath((await overview(signal)).organization.slug), { signal }),
    /** Saved without a model: new assistants start with the organization's default model. */
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

/** A model and its provider as one text, for a list of choices. Models may contain slashes, providers don't. Pure. */
export const toChoice = ({ provider, model }: ModelChoice): string => (model ? `${provider}/${model}` : '')
export const fromChoice = (choice: string): ModelChoice => ({
  provider: choice.slice(0, choice.indexOf('/')),
  model: choice.slice(choice.indexOf('/') + 1),
})

/** A key that is hard to guess and easy to read out: without similar-looking characters. */
export function newSignupKey(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  const numbers = crypto.getRandomValues(new Uint32Array(16))
  return [...numbers]
    .map((number) => letters[number % letters.length])
    .join('')
    .replace(/(.{4})(?=.)/g, '$1-')
}
