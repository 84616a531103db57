import type {
  Invitation,
  InvitationList,
  InvitationRole,
  InvitationsMade,
  MailList,
  ResetLink,
} from '@bellwether/wire'
import { untyped as api } from '$lib/api'
import type { Language } from '$lib/i18n'

export interface InvitationDraft {
  emails: string[]
  role: InvitationRole
  valid_days: number
  max_uses: number | null
  domains: string[]
  language: Language
}

/** Invitations of one organization. `org`: an organization other than the user’s own, for system admins. */
export function invitationApi(org: string | undefined) {
  const path = `/organizations/${org ?? 'current'}`
  return {
    list: (signal: AbortSignal): Promise<InvitationList> => api.get(`${path}/invitations`, { signal }),
    create: (draft: InvitationDraft): Promise<InvitationsMade> => api.post(`${path}/invitations`, draft),
    resend: (id: number): Promise<Invitation> => api.post(`${path}/invitations/${id}/resend`, {}),
    revoke: (id: number): Promise<unknown> => api.delete(`${path}/invitations/${id}`),
    /** E-mails that were not sent, other than invitations, which have their own list. */
    unsentMails: async (signal: AbortSignal): Promise<MailList['mails']> =>
      (await api.get<MailList>(`${path}/mails`, { signal })).mails.filter(
        ({ kind, state }) => kind !== 'invitation' && state !== 'sent',
      ),
    resetLink: (member: number, send: boolean): Promise<ResetLink> =>
      api.post(`${path}/members/${member}/password-reset`, { send }),
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
