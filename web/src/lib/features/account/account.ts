import type { BodyOf } from '@bellwether/wire/client/operations'
import { session } from '$features/session/session.svelte.ts'
import { api } from '$lib/api'

export const listKeys = async (signal: AbortSignal) => (await api.get('/api-keys', { signal })).keys

/** The response is the only one that contains the key itself. */
export const makeKey = (body: BodyOf<'post', '/api-keys'>) => api.post('/api-keys', { body })

export const revokeKey = (id: number) => api.delete('/api-keys/{id}', { params: { id } })

/** Ends every session; this browser signs in again with the new password. */
export async function changePassword(body: BodyOf<'put', '/account/password'>): Promise<void> {
  await api.put('/account/password', { body })
  if (session.user) await session.signIn(session.user.email, body.new_password)
}
