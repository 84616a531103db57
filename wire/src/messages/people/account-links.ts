/** Links for one person: password resets, confirmations of e-mail addresses and invitations. */
export const accountLinkMessages = {
  'account.email_unchanged': 'This is already your e-mail address',
  'account.link_invalid': 'This link has expired or has already been used. Request a new one.',
  'account.mail_disabled': 'This server can’t send e-mails. Create a link and pass it on yourself.',
  'account.no_mail_server': 'E-mail is not set up. Set SMTP_URL and SMTP_FROM, and restart the server.',
  'account.mail_disabled_own': 'This server can’t send e-mails. Contact your organization admin.',
  'account.no_password': 'This account has no password here. It signs in through another service.',
  'account.reset_requested':
    'If there is an account with this e-mail address, you will get a message with a link shortly.',
  'account.too_many_mails': 'Too many e-mails requested. Try again in an hour.',
  'invitations.admin_by_link': 'Admins can only be invited by e-mail address',
  'invitations.admin_of_system': 'The system organization has no organization admins to invite',
  'invitations.domain_required': 'Use an e-mail address at {domains}',
  'invitations.email_required': 'Enter your e-mail address',
  'invitations.has_account': 'This person already has an account',
  'invitations.invalid': 'This invitation is no longer valid. Ask for a new one.',
  'invitations.too_many': 'Too many open invitations (limit: {limit}). Revoke some first.',
} as const
