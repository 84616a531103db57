import type { Texts } from './en.ts'

export const ca: Texts = {
  signIn: 'Inicia la sessió',
  signInText: "Et donem la benvinguda. Els teus assistents t'esperen.",
  signUp: 'Crea un compte',
  signUpText: 'Necessites la clau de registre de la teva organització. La té el teu administrador.',
  email: 'Correu electrònic',
  password: 'Contrasenya',
  passwordHint: 'Com a mínim 8 caràcters',
  name: 'El teu nom',
  signupKey: 'Clau de registre',
  wrong: 'El correu o la contrasenya no són correctes.',
  noAccount: 'Encara no tens compte?',
  haveAccount: 'Ja tens compte?',
  created: 'El teu compte ja existeix. Inicia-hi la sessió.',
  ended: 'La teva sessió ha acabat. Torna a iniciar-la i seràs on eres.',
  endedTitle: 'La teva sessió ha acabat',
  endedText: (email: string) =>
    `Torna a iniciar la sessió com a ${email} per continuar. El que has escrit encara és aquí.`,
  notMe: 'Entra amb un altre compte',
  tagline: 'Assistents d’IA fets amb el teu propi material, per al teu alumnat.',
}
