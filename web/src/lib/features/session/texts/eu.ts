import type { Texts } from './en.ts'

export const eu: Texts = {
  signIn: 'Hasi saioa',
  signInText: 'Ongi etorri berriro.',
  signUp: 'Sortu kontua',
  signUpText: 'Zure erakundearen izena emateko gakoa behar duzu. Eskatu administratzaile bati.',
  email: 'Helbide elektronikoa',
  password: 'Pasahitza',
  passwordHint: 'Gutxienez 8 karaktere',
  name: 'Zure izena',
  signupKey: 'Izena emateko gakoa',
  wrong: 'Helbide elektronikoa edo pasahitza ez da zuzena.',
  noAccount: 'Ez duzu konturik oraindik?',
  haveAccount: 'Baduzu konturik?',
  created: 'Zure kontua sortu da. Hasi saioa jarraitzeko.',
  ended: 'Zure saioa iraungi da. Hasi saioa berriro, utzi zenuen lekutik jarraitzeko.',
  endedTitle: 'Zure saioa iraungi da',
  endedText: (email: string) =>
    `Hasi saioa berriro ${email} gisa jarraitzeko. Gorde gabeko aldaketak hemen daude oraindik.`,
  otherAccount: 'Erabili beste kontu bat',
  tagline: 'Zure ikasleentzako AA laguntzaileak, zure ikastaroko materialetan oinarrituak.',
  roles: {
    admin: 'Sistemaren administratzailea',
    organization: 'Erakundearen administratzailea',
    member: 'Irakaslea',
    student: 'Ikaslea',
  },
}
