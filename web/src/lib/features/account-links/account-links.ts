import type { Account, InvitationAccepted, InvitationFound } from '@bellwether/wire'
import { untyped as api } from '$lib/api'

/** Not signed in: a refusal is shown on the page and does not ask for the password. */
const signedOut = { staysOnRefusal: true } as const

/** The secret of a link is behind the `#`, which browsers don’t send to servers. */
export const readLink = (hash: string, name: 'token' | 'code'): string =>
  new URLSearchParams(hash.slice(1)).get(name) ?? ''

export const requestReset = (email: string): Promise<unknown> =>
  api.post('/auth/forgot-password', { email }, signedOut)

export const resetPassword = (token: string, password: string): Promise<{ email: string }> =>
  api.post('/auth/reset-password', { token, password }, signedOut)

export const findInvitation = (code: string): Promise<InvitationFound> =>
  api.post('/invitations/lookup', { code }, signedOut)

export const acceptInvitation = (draft: {
  code: string
  name: string
  email?: string
  password: string
}): Promise<InvitationAccepted> => api.post('/invitations/accept', draft, signedOut)

export const loadAccount = (signal: AbortSignal): Promise<Account> => api.get('/account', { signal })
export const sendConfirmation = (): Promise<unknown> => api.post('/account/email-confirmation', {})
export const changeEmail = (draft: { email: string; password: string }): Promise<unknown> =>
  api.put('/account/email', draft)
export const confirmEmail = (token: string): Promise<{ email: string }> =>
  api.post('/auth/confirm-email', { token })
