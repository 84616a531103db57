export const en = {
  signIn: 'Sign in',
  signInText: 'Welcome back.',
  signUp: 'Create an account',
  signUpText: 'You need your organization’s sign-up key. Ask an admin for it.',
  email: 'E-mail',
  password: 'Password',
  passwordHint: 'At least 8 characters',
  name: 'Your name',
  signupKey: 'Sign-up key',
  wrong: 'Incorrect e-mail or password.',
  noAccount: 'No account yet?',
  haveAccount: 'Already have an account?',
  created: 'Your account was created. Sign in to continue.',
  ended: 'Your session has expired. Sign in again to continue where you left off.',
  endedTitle: 'Your session has expired',
  endedText: (email: string) => `Sign in again as ${email} to continue. Your unsaved changes are still here.`,
  otherAccount: 'Use another account',
  tagline: 'AI assistants for your students, based on your course materials.',
  roles: {
    admin: 'System admin',
    organization: 'Organization admin',
    member: 'Educator',
    student: 'Student',
  },
}

export type Texts = typeof en
