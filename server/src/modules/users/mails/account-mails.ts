import type { InvitationRole } from '@bellwether/wire'
import type { Language } from '../../../platform/languages.ts'
import { type MailContent, toMailContent } from '../../../platform/mail/mail-content.ts'
import { serverTexts } from '../../../platform/texts/server-texts.ts'

/** They never contain a person’s own name, which a stranger may have chosen to advertise something. */
const textsIn = (language: Language) => serverTexts(language).mails

export interface InvitationMail {
  inviter: string
  organization: string
  role: InvitationRole
  code: string
  days: number
}

/**
 * The e-mails about accounts. Secrets are behind the `#` of a link, which browsers don’t send to servers, so that they
 * are in no log of a proxy.
 */
export function createAccountMails(publicUrl: string) {
  const toLink = (page: string, name: 'token' | 'code', secret: string) =>
    `${publicUrl}/${page}#${name}=${secret}`
  const links = {
    reset: (token: string) => toLink('reset-password', 'token', token),
    confirm: (token: string) => toLink('confirm-email', 'token', token),
    invite: (code: string) => toLink('invite', 'code', code),
  }

  return {
    links,

    invitation(language: Language, { inviter, organization, role, code, days }: InvitationMail): MailContent {
      const { invitation: t, roles } = textsIn(language)
      return toMailContent({
        language,
        subject: t.subject({ organization }),
        paragraphs: [t.text({ inviter, organization, role: roles[role] }), t.next],
        link: { label: t.link, url: links.invite(code) },
        notes: [t.days({ days }), t.ignore],
      })
    },

    reset(language: Language, token: string): MailContent {
      const { reset: t, hour } = textsIn(language)
      const link = { label: t.link, url: links.reset(token) }
      return toMailContent({
        language,
        subject: t.subject,
        paragraphs: [t.text],
        link,
        notes: [hour, t.ignore],
      })
    },

    /** For accounts without a password. */
    howToSignIn(language: Language, authProvider: string): MailContent {
      const { signIn: t } = textsIn(language)
      const isLms = authProvider.startsWith('lti')
      return toMailContent({
        language,
        subject: t.subject,
        paragraphs: [isLms ? t.lms : t.sso],
        ...(isLms ? {} : { link: { label: t.link, url: `${publicUrl}/sign-in` } }),
        notes: [t.ignore],
      })
    },

    passwordChanged(language: Language): MailContent {
      const { passwordChanged: t } = textsIn(language)
      const link = { label: t.link, url: `${publicUrl}/forgot-password` }
      return toMailContent({ language, subject: t.subject, paragraphs: [t.text, t.ignore], link, notes: [] })
    },

    /** `change`: the address becomes that of the account when it is confirmed. */
    confirm(language: Language, token: string, kind: 'confirm' | 'change'): MailContent {
      const { [kind]: t, hour } = textsIn(language)
      const link = { label: t.link, url: links.confirm(token) }
      return toMailContent({
        language,
        subject: t.subject,
        paragraphs: [t.text],
        link,
        notes: [hour, t.ignore],
      })
    },

    test(language: Language): MailContent {
      const { test: t } = textsIn(language)
      return toMailContent({ language, subject: t.subject, paragraphs: [t.text], notes: [] })
    },

    emailChanged(language: Language): MailContent {
      const { changed: t } = textsIn(language)
      return toMailContent({ language, subject: t.subject, paragraphs: [t.text], notes: [t.ignore] })
    },
  }
}

export type AccountMails = ReturnType<typeof createAccountMails>
