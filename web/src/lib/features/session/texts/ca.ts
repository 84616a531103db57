import type { Texts } from './en.ts'

export const ca: Texts = {
  signIn: 'Inicia la sessió',
  signInText: 'Et donem la benvinguda de nou.',
  signUp: 'Crea un compte',
  signUpText: 'Necessites la clau de registre de la teva organització. Demana-la a un administrador.',
  email: 'Correu electrònic',
  password: 'Contrasenya',
  passwordHint: 'Almenys 8 caràcters',
  name: 'El teu nom',
  signupKey: 'Clau de registre',
  wrong: 'Correu o contrasenya incorrectes.',
  noAccount: 'Encara no tens compte?',
  haveAccount: 'Ja tens compte?',
  created: 'S’ha creat el teu compte. Inicia la sessió per continuar.',
  ended: 'La teva sessió ha caducat. Torna a iniciar la sessió per continuar on ho vas deixar.',
  endedTitle: 'La teva sessió ha caducat',
  endedText: (email: string) =>
    `Torna a iniciar la sessió com a ${email} per continuar. Els canvis sense desar encara són aquí.`,
  otherAccount: 'Fes servir un altre compte',
  tagline: 'Assistents d’IA per al teu alumnat, basats en els materials del teu curs.',
  roles: {
    admin: 'Administrador del sistema',
    organization: 'Administrador de l’organització',
    member: 'Docent',
    student: 'Estudiant',
  },
}
