export const en = {
  signIn: 'Sign in',
  signInText: 'Welcome back. Your assistants are waiting.',
  signUp: 'Create an account',
  signUpText: 'You need the signup key of your organization. Your admin has it.',
  email: 'E-mail',
  password: 'Password',
  passwordHint: 'At least 8 characters',
  name: 'Your name',
  signupKey: 'Signup key',
  wrong: 'The e-mail or the password is not right.',
  noAccount: 'No account yet?',
  haveAccount: 'Have an account?',
  created: 'Your account is there. Sign in with it.',
  ended: 'Your session has ended. Sign in again; you come back to where you were.',
  endedTitle: 'Your session has ended',
  endedText: (email: string) => `Sign in again as ${email} to continue. What you typed is still here.`,
  notMe: 'Sign in as someone else',
  tagline: 'AI assistants made of your own material, for your own students.',
}

export type Texts = typeof en
