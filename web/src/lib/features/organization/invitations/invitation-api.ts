import type { BodyOf } from '@bellwether/wire/client/operations'
import { api } from '$lib/api'

/** Invitations of one organization. `org`: an organization other than the user’s own, for system admins. */
export function invitationApi(org: string | undefined) {
  const params = { slug: org ?? 'current' }
  return {
    list: (signal: AbortSignal) => api.get('/organizations/{slug}/invitations', { params, signal }),
    create: (body: BodyOf<'post', '/organizations/{slug}/invitations'>) =>
      api.post('/organizations/{slug}/invitations', { params, body }),
    resend: (id: number) =>
      api.post('/organizations/{slug}/invitations/{id}/resend', { params: { ...params, id } }),
    revoke: (id: number) =>
      api.delete('/organizations/{slug}/invitations/{id}', { params: { ...params, id } }),
    /** E-mails that were not sent, other than invitations, which have their own list. */
    unsentMails: async (signal: AbortSignal) =>
      (await api.get('/organizations/{slug}/mails', { params, signal })).mails.filter(
        ({ kind, state }) => kind !== 'invitation' && state !== 'sent',
      ),
    resetLink: (id: number, send: boolean) =>
      api.post('/organizations/{slug}/members/{id}/password-reset', {
        params: { ...params, id },
        body: { send },
      }),
  }
}

export type InvitationApi = ReturnType<typeof invitationApi>

/** Addresses or domains that were typed or pasted, separated by anything usual. Pure. */
export const toList = (text: string): string[] =>
  [...new Set(text.split(/[\s,;]+/))].map((part) => part.replace(/^[<@]|>$/g, '')).filter((one) => one !== '')

/** Addresses among typed text; names in front of them, as mail programs copy them, are ignored. Pure. */
export const toEmails = (text: string): string[] => {
  const bracketed = [...text.matchAll(/<([^<>\s]+@[^<>\s]+)>/g)].map((match) => match[1] ?? '')
  return bracketed.length > 0 ? [...new Set(bracketed)] : toList(text)
}
