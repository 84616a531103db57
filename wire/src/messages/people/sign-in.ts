/** Single sign-on: identities that are proven by other servers. */
export const signInMessages = {
  'sign_in.email_elsewhere':
    'An account with this e-mail address already exists in another organization. Ask an admin to move it.',
  'sign_in.email_unverified':
    'An account with this e-mail address already exists, and your sign-in provider did not confirm that the address is yours. Sign in with your password, or ask your organization admin.',
  'sign_in.moved': 'Your account now belongs to another organization. Use that organization’s sign-in.',
  'sign_in.system_admin': 'System admins can’t sign in with an organization’s provider. Use your password.',
} as const
