import type { BodyOf } from '@bellwether/wire/client/operations'
import { api } from '$lib/api'

/** Not signed in: a refusal is shown on the page and does not ask for the password. */
const signedOut = { staysOnRefusal: true } as const

/** The secret of a link is behind the `#`, which browsers don’t send to servers. */
export const readLink = (hash: string, name: 'token' | 'code'): string =>
  new URLSearchParams(hash.slice(1)).get(name) ?? ''

export const requestReset = (email: string) =>
  api.post('/auth/forgot-password', { body: { email }, ...signedOut })

export const resetPassword = (token: string, password: string) =>
  api.post('/auth/reset-password', { body: { token, password }, ...signedOut })

export const findInvitation = (code: string) =>
  api.post('/invitations/lookup', { body: { code }, ...signedOut })

export const acceptInvitation = (body: BodyOf<'post', '/invitations/accept'>) =>
  api.post('/invitations/accept', { body, ...signedOut })

export const loadAccount = (signal: AbortSignal) => api.get('/account', { signal })
export const sendConfirmation = () => api.post('/account/email-confirmation', { body: {} })
export const changeEmail = (body: { email: string; password: string }) => api.put('/account/email', { body })
export const confirmEmail = (token: string) => api.post('/auth/confirm-email', { body: { token } })
