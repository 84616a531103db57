/** The texts of e-mails. They never contain a person’s own name, which a stranger may have chosen to advertise something. */
export const en = {
  roles: { student: 'a student', educator: 'an educator', admin: 'an admin' },
  invitation: {
    subject: (organization: string) => `Invitation to ${organization} on Bellwether`,
    text: (inviter: string, organization: string, role: string) =>
      `${inviter} invites you to join ${organization} on Bellwether as ${role}.`,
    next: 'Choose a name and a password to create your account.',
    link: 'Accept the invitation',
    days: (days: number) =>
      `The link is valid for ${days === 1 ? '1 day' : `${days} days`} and can be used once.`,
    ignore: 'If you don’t know the sender, you can ignore this e-mail.',
  },
  reset: {
    subject: 'Reset your password',
    text: 'We received a request to reset the password of your Bellwether account.',
    link: 'Choose a new password',
    ignore: 'If you didn’t request this, ignore this e-mail. Your password stays the same.',
  },
  hour: 'The link is valid for 1 hour and can be used once.',
  signIn: {
    subject: 'How to sign in to Bellwether',
    lms: 'We received a request to reset your password. Your account has no password: open Bellwether from your course page in the learning platform.',
    sso: 'We received a request to reset your password. Your account has no password here: on the sign-in page, choose your institution’s sign-in.',
    link: 'Open the sign-in page',
    ignore: 'If you didn’t request this, you can ignore this e-mail.',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    text: 'The password of your Bellwether account was changed, and you were signed out on all devices.',
    ignore: 'If it wasn’t you, reset your password now and tell your organization admin.',
    link: 'Reset the password',
  },
  test: {
    subject: 'Test e-mail from Bellwether',
    text: 'This e-mail shows that Bellwether can send e-mails with the current settings.',
  },
  confirm: {
    subject: 'Confirm your e-mail address',
    text: 'Please confirm that this is the e-mail address of your Bellwether account.',
    link: 'Confirm the address',
    ignore: 'If you don’t have an account, ignore this e-mail.',
  },
  change: {
    subject: 'Confirm your new e-mail address',
    text: 'Please confirm this e-mail address for your Bellwether account. From then on, you sign in with it.',
    link: 'Confirm the address',
    ignore: 'If you didn’t request this, ignore this e-mail. Nothing changes.',
  },
  changed: {
    subject: 'Your e-mail address was changed',
    text: 'Your Bellwether account now has a different e-mail address. You can no longer sign in with this one.',
    ignore: 'If it wasn’t you, contact your organization admin.',
  },
}

export type MailTexts = typeof en
