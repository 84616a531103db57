import type { ModelChoice, ToolInfo } from '@bellwether/wire'
import type { BodyOf } from '@bellwether/wire/client/operations'
import { api } from '$lib/api'
import { memberApi } from './members/member-api.ts'
import { providerApi } from './providers/provider-api.ts'

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

export interface TestResult {
  success: boolean
  message: string
}

/** The settings of one organization. `org`: an organization other than the user's own, for system admins. */
export function organizationApi(org: string | undefined) {
  const params = { slug: org ?? 'current' }
  return {
    ...providerApi(org),
    ...memberApi(org),
    overview: (signal: AbortSignal) => api.get('/organizations/{slug}/overview', { params, signal }),

    moodle: (signal: AbortSignal) => api.get('/organizations/{slug}/moodle', { params, signal }),
    saveMoodle: (body: BodyOf<'patch', '/organizations/{slug}/moodle'>) =>
      api.patch('/organizations/{slug}/moodle', { params, body }),
    testMoodle: (body: { url: string; token: string }) =>
      api.post('/organizations/{slug}/moodle/test', { params, body }),

    settings: (signal: AbortSignal) => api.get('/organizations/{slug}/settings', { params, signal }),
    saveSettings: (body: BodyOf<'patch', '/organizations/{slug}/settings'>) =>
      api.patch('/organizations/{slug}/settings', { params, body }),
    /** All tools, without `no_rag`, which means none. */
    tools: async (signal: AbortSignal): Promise<ToolInfo[]> =>
      (await api.get('/completions/tools', { signal })).tools.filter(({ name }) => name !== 'no_rag'),
  }
}

export type OrganizationApi = ReturnType<typeof organizationApi>

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
