import type {
  SamlMetadata,
  SignInPreview,
  SignInProviderList,
  SignInProviderRecord,
  SignInProviderTest,
  SignInRule,
  SignInSettings,
} from '@bellwether/wire'
import { untyped as api } from '$lib/api'
import { isObject } from '$lib/json.ts'

/** The sign-in providers of an organization. `org`: one other than the user's own, for system admins. */
export function signInApi(org: string | undefined) {
  const base = `/organizations/${encodeURIComponent(org ?? 'current')}`
  const of = (id: string) => `${base}/sign-in-providers/${encodeURIComponent(id)}`
  return {
    list: (signal: AbortSignal): Promise<SignInProviderList> =>
      api.get(`${base}/sign-in-providers`, { signal }),
    add: (draft: object): Promise<SignInProviderRecord> => api.post(`${base}/sign-in-providers`, draft),
    change: (id: string, change: object): Promise<SignInProviderRecord> => api.patch(of(id), change),
    remove: (id: string, isLeaving: boolean): Promise<unknown> =>
      api.delete(of(id), { outlivesPage: isLeaving }),
    test: (id: string): Promise<SignInProviderTest> => api.post(`${of(id)}/test`),
    preview: (request: object): Promise<SignInPreview> => api.post(`${base}/sign-in-rules/preview`, request),
    readMetadata: (request: object): Promise<SamlMetadata> => api.post(`${base}/saml-metadata`, request),
    saveSettings: (settings: SignInSettings): Promise<SignInSettings> =>
      api.put(`${base}/sign-in-settings`, settings),
  }
}
export type SignInApi = ReturnType<typeof signInApi>

/** The fields of a SAML provider. */
export type SamlDraft = Pick<
  SignInProviderRecord,
  | 'sso_url'
  | 'slo_url'
  | 'slo_response_url'
  | 'idp_metadata_url'
  | 'certificate'
  | 'subject_attribute'
  | 'idp_initiated'
>

/** An address or the XML itself. Pure. */
export function toMetadataRequest(source: string, entityId: string): object {
  const text = source.trim()
  return {
    ...(text.startsWith('<') || /\s/.test(text) ? { xml: text } : { url: text }),
    ...(entityId.trim() ? { entity_id: entityId.trim() } : {}),
  }
}

/** A rule as the form edits it: `any_of` is a list separated by commas, and the account is one choice. */
export interface RuleDraft {
  claim: string
  operator: SignInRule['operator']
  text: string
  account: Account
}

export const ACCOUNTS = ['student', 'educator', 'admin'] as const
export type Account = (typeof ACCOUNTS)[number]

export const newRule = (): RuleDraft => ({ claim: '', operator: 'contains', text: '', account: 'educator' })

export const accountOf = ({ user_type, role }: Pick<SignInRule, 'user_type' | 'role'>): Account =>
  role === 'admin' ? 'admin' : user_type === 'creator' ? 'educator' : 'student'

export const toRuleDraft = (rule: SignInRule): RuleDraft => ({
  claim: rule.claim,
  operator: rule.operator,
  text: rule.operator === 'any_of' ? (rule.values ?? []).join(', ') : (rule.value ?? ''),
  account: accountOf(rule),
})

/** Pure. */
export function toRule({ claim, operator, text, account }: RuleDraft): SignInRule {
  const values = text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '')
  return {
    claim: claim.trim(),
    operator,
    ...(operator === 'any_of' ? { values } : { value: text.trim() }),
    user_type: account === 'student' ? 'end_user' : 'creator',
    role: account === 'admin' ? 'admin' : 'member',
  }
}

/** Claims as JSON, or a token. Undefined if it is neither. Pure. */
export function readExample(text: string): { claims: object } | { token: string } | undefined {
  const trimmed = text.trim()
  if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(trimmed)) return { token: trimmed }
  try {
    const claims: unknown = JSON.parse(trimmed)
    return isObject(claims) ? { claims } : undefined
  } catch {
    return undefined
  }
}
