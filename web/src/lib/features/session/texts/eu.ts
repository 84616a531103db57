import type { Texts } from './en.ts'

export const eu: Texts = {
  signIn: 'Hasi saioa',
  signInText: 'Ongi etorri berriro. Zure laguntzaileak zain dituzu.',
  signUp: 'Sortu kontua',
  signUpText: 'Zure erakundearen erregistro-gakoa behar duzu. Zure administratzaileak dauka.',
  email: 'Helbide elektronikoa',
  password: 'Pasahitza',
  passwordHint: 'Gutxienez 8 karaktere',
  name: 'Zure izena',
  signupKey: 'Erregistro-gakoa',
  wrong: 'Helbide elektronikoa edo pasahitza ez da zuzena.',
  noAccount: 'Ez duzu konturik oraindik?',
  haveAccount: 'Baduzu konturik?',
  created: 'Zure kontua sortu da. Hasi saioa.',
  ended: 'Zure saioa amaitu da. Hasi berriro, eta zeuden lekura itzuliko zara.',
  endedTitle: 'Zure saioa amaitu da',
  endedText: (email: string) =>
    `Hasi saioa berriro ${email} gisa jarraitzeko. Idatzi duzuna hemen dago oraindik.`,
  notMe: 'Sartu beste kontu batekin',
  tagline: 'Zure materialarekin egindako AA laguntzaileak, zure ikasleentzat.',
}
