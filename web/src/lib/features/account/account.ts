import { session } from '$features/session/session.svelte.ts'
import { untyped as api } from '$lib/api'

export interface ApiKey {
  id: number
  name: string
  key_start: string
  assistant_ids: number[] | null
  expires_at: number | null
  last_used_at: number | null
  created_at: number
}

export interface NewApiKey {
  name: string
  expires_at: number | null
  assistant_ids: number[] | null
}

export const listKeys = async (signal: AbortSignal): Promise<ApiKey[]> =>
  (await api.get<{ keys: ApiKey[] }>('/api-keys', { signal })).keys

/** The response is the only one that contains the key itself. */
export const makeKey = (draft: NewApiKey): Promise<ApiKey & { key: string }> => api.post('/api-keys', draft)

export const revokeKey = (id: number): Promise<unknown> => api.delete(`/api-keys/${id}`)

/** Ends every session; this browser signs in again with the new password. */
export async function changePassword(draft: {
  current_password: string
  new_password: string
  revoke_api_keys: boolean
}): Promise<void> {
  await api.post('/creator/user/password', draft)
  if (session.user) await session.signIn(session.user.email, draft.new_password)
}
