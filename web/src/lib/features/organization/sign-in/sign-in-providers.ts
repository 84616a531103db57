import type { SignInProviderRecord, SignInRule, SignInSettings } from '@bellwether/wire'
import type { BodyOf } from '@bellwether/wire/client/operations'
import { api } from '$lib/api'
import { isObject, type JsonObject } from '$lib/json.ts'

type Providers = '/organizations/{slug}/sign-in-providers'
type Provider = `${Providers}/{id}`

/** The sign-in providers of an organization. `org`: one other than the user's own, for system admins. */
export function signInApi(org: string | undefined) {
  const slug = org ?? 'current'
  const params = { slug }
  return {
    list: (signal: AbortSignal) => api.get('/organizations/{slug}/sign-in-providers', { params, signal }),
    add: (body: BodyOf<'post', Providers>) =>
      api.post('/organizations/{slug}/sign-in-providers', { params, body }),
    change: (id: string, body: BodyOf<'patch', Provider>) =>
      api.patch('/organizations/{slug}/sign-in-providers/{id}', { params: { slug, id }, body }),
    remove: (id: string, isLeaving: boolean) =>
      api.delete('/organizations/{slug}/sign-in-providers/{id}', {
        params: { slug, id },
        outlivesPage: isLeaving,
      }),
    test: (id: string) =>
      api.post('/organizations/{slug}/sign-in-providers/{id}/test', { params: { slug, id } }),
    preview: (body: BodyOf<'post', '/organizations/{slug}/sign-in-rules/preview'>) =>
      api.post('/organizations/{slug}/sign-in-rules/preview', { params, body }),
    readMetadata: (body: BodyOf<'post', '/organizations/{slug}/saml-metadata'>) =>
      api.post('/organizations/{slug}/saml-metadata', { params, body }),
    saveSettings: (body: SignInSettings) =>
      api.put('/organizations/{slug}/sign-in-settings', { params, body }),
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
export function toMetadataRequest(source: string, entityId: string) {
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
export function readExample(text: string): { claims: JsonObject } | { token: string } | undefined {
  const trimmed = text.trim()
  if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(trimmed)) return { token: trimmed }
  try {
    const claims: unknown = JSON.parse(trimmed)
    return isObject(claims) ? { claims } : undefined
  } catch {
    return undefined
  }
}
