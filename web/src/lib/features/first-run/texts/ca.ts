import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const ca: Texts = {
  title: 'Et donem la benvinguda a Bellwether',
  adminTitle: "Crea el primer compte d'administració",
  adminText: 'Aquest compte administra la instal·lació. Després en podràs afegir més.',
  code: "Codi d'instal·lació",
  codeHint: "El servidor l'ha mostrat en engegar.",
  create: 'Crea el compte',
  step: (now: number, all: number) => `Pas ${now} de ${all}`,
  providerTitle: 'Connecta un proveïdor de models',
  providerText:
    'Els assistents pensen amb un model. Serveix qualsevol servidor compatible amb OpenAI, també un de propi.',
  provider: 'Proveïdor',
  key: 'Clau API',
  keyHint: 'Es desa xifrada. Entra i no torna a sortir.',
  address: 'Adreça',
  addressHint: 'Deixa-la buida per usar la del proveïdor',
  test: 'Desa i prova',
  works: (count: number) => plural('ca', count, { one: 'Funciona: # model', other: 'Funciona: # models' }),
  refused: 'El proveïdor ho ha rebutjat',
  finish: 'Vés als assistents',
  without: 'Continua sense model',
  withoutText:
    'Els assistents respondran amb cites del teu material, i ho diran. Pots connectar un proveïdor quan vulguis.',
}
