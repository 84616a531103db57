import { plural } from '$lib/i18n/plural.ts'

export const en = {
  invite: 'Invite people',
  list: 'Invitations',
  emptyTitle: 'No open invitations',
  emptyText: 'Invite people by e-mail, or share a link that a whole class can use.',
  noMail: 'This server can’t send e-mails. Copy the links and share them yourself.',
  noMailHelp: 'How to set up e-mail',
  anyone: 'Invitation link',
  roles: { student: 'Student', educator: 'Educator', admin: 'Admin' },
  roleHint: {
    student: 'Chats with published assistants.',
    educator: 'Builds and publishes assistants.',
    admin: 'Manages the organization, its members and its settings.',
  },
  expires: (date: string) => `Valid until ${date}`,
  expired: 'Expired',
  used: (uses: number, limit: number | null) =>
    limit === null
      ? plural('en', uses, { one: 'Used once', other: 'Used # times' })
      : `Used ${uses} of ${limit} times`,
  domains: (domains: string) => `Only ${domains}`,
  by: (name: string) => `Invited by ${name}`,
  mail: {
    waiting: 'E-mail waiting to be sent',
    sent: 'E-mail sent',
    failed: 'E-mail not sent',
    errors: {
      unreachable: 'The mail server can’t be reached.',
      sign_in: 'The mail server rejected the user name or password.',
      sender: 'The mail server rejected the sender address.',
      address: 'The mail server rejected this address.',
      refused: 'The mail server rejected the message.',
      unreadable: 'The encryption key has changed. Send the e-mail again.',
    },
  },
  copyLink: 'Copy link',
  copyLinkOf: (name: string) => `Copy link: ${name}`,
  copied: 'Link copied',
  resend: 'Send again',
  renew: 'Renew',
  resent: (email: string) => `Invitation to ${email} will be sent again`,
  renewed: 'Invitation renewed',
  revoke: 'Revoke',
  revokeTitle: 'Revoke this invitation?',
  revokeText: 'Its link will stop working. Accounts that were created with it aren’t affected.',
  revoked: 'Invitation revoked',
  dialog: {
    title: 'Invite people',
    how: 'How to invite',
    byEmail: 'By e-mail',
    byLink: 'With a link',
    emails: 'E-mail addresses',
    emailsHint: 'Separate addresses with commas or line breaks. Each person gets their own invitation.',
    emailsHintNoMail: 'Each person gets their own link, which you share yourself.',
    role: 'Role',
    valid: 'Valid for',
    days: (days: number) => plural('en', days, { one: '# day', other: '# days' }),
    maxUses: 'Maximum number of people',
    domains: 'Allowed e-mail domains',
    domainsHint: 'For example: example.edu. Leave empty to allow all.',
    language: 'Language of the e-mail',
    send: 'Send invitations',
    create: 'Create link',
    createLinks: 'Create links',
    sent: (count: number) =>
      plural('en', count, { one: '# invitation will be sent', other: '# invitations will be sent' }),
    linkText:
      'Anyone with this link can create an account until it expires. Only share it with the people you want to invite.',
    linksText: 'Give each person their own link.',
    link: 'Invitation link',
    skipped: 'Not invited',
    done: 'Done',
  },
  importing: {
    invite: (count: number) =>
      plural('en', count, { one: 'Create # invitation', other: 'Create # invitations' }),
    invited: (count: number) =>
      plural('en', count, { one: '# invitation created', other: '# invitations created' }),
  },
  unsent: {
    title: 'E-mails not sent',
    text: 'Other e-mails to members that are waiting to be sent or couldn’t be sent.',
    next: (time: string) => `Next attempt: ${time}`,
    kinds: {
      invitation: 'Invitation',
      reset_password: 'Password reset',
      sign_in_help: 'How to sign in',
      password_changed: 'Password changed',
      confirm_email: 'E-mail confirmation',
      change_email: 'New e-mail address',
      email_changed: 'E-mail address changed',
      tests_fail: 'Tests that started to fail',
    },
  },
  reset: {
    action: 'Password reset link',
    title: (name: string) => `Reset ${name}’s password`,
    text: 'They choose a new password with a link that is valid for 1 hour and works once. Until then, the old password stays valid.',
    create: 'Create link',
    send: 'Send by e-mail',
    sent: (name: string) => `A link will be sent to ${name}`,
    link: 'Link to share',
    close: 'Done',
  },
}

export type Texts = typeof en
