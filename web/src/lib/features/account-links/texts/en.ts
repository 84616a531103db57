export const en = {
  backToSignIn: 'Back to sign-in',
  forgot: {
    title: 'Forgot your password?',
    text: 'Enter your e-mail. We’ll send you a link to choose a new password.',
    textWithoutMail:
      'This server can’t send e-mails. Ask your organization admin for a link to choose a new password.',
    send: 'Send link',
    sentTitle: 'Check your e-mail',
    sent: (email: string) =>
      `If there is an account for ${email}, you’ll get a message with a link shortly. The link is valid for 1 hour. If nothing arrives, look in your spam folder.`,
  },
  reset: {
    title: 'Choose a new password',
    text: 'You’ll be signed out on all devices.',
    password: 'New password',
    save: 'Save password',
    requestNew: 'Request a new link',
  },
  invite: {
    title: (organization: string) => `Join ${organization}`,
    invalidTitle: 'Invitation not valid',
    text: (role: string) => `You’ve been invited as ${role}. Create your account to get started.`,
    roles: { student: 'a student', educator: 'an educator', admin: 'an admin' },
    email: 'E-mail',
    domains: (domains: string) => `Use an address at ${domains}.`,
    accept: 'Create account',
    haveAccount: 'Already have an account?',
    loading: 'Opening the invitation…',
  },
  confirm: {
    title: 'Confirm your e-mail',
    text: (email: string) => `You’re signed in as ${email}.`,
    confirm: 'Confirm e-mail',
    done: (email: string) => `${email} is confirmed.`,
    toAccount: 'Go to your account',
  },
  account: {
    confirmed: 'Confirmed',
    unconfirmed: 'Not confirmed',
    send: 'Send confirmation e-mail',
    sent: (email: string) => `We’ve sent a link to ${email}. It’s valid for 1 hour.`,
    change: 'Change e-mail',
    changeText: 'We’ll send a link to the new address. It becomes your sign-in once you open the link.',
    newEmail: 'New e-mail',
    password: 'Current password',
    sendLink: 'Send link',
  },
}

export type Texts = typeof en
