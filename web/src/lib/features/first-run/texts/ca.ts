import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const ca: Texts = {
  title: 'Et donem la benvinguda a Bellwether',
  adminTitle: 'Crea el compte d’administració',
  adminText: 'Aquest compte administra la instal·lació. Més endavant podràs afegir altres administradors.',
  code: 'Codi d’instal·lació',
  codeHint: 'El servidor el mostra en arrencar',
  create: 'Crea el compte',
  step: (now: number, all: number) => `Pas ${now} de ${all}`,
  providerTitle: 'Connecta un proveïdor de models',
  providerText:
    'Els assistents necessiten un model per respondre. Pots fer servir qualsevol servidor compatible amb OpenAI, també un de propi.',
  provider: 'Proveïdor',
  key: 'Clau d’API',
  keyHint: 'Es desa xifrada. No la podràs tornar a veure.',
  address: 'URL base',
  addressHint: 'Deixa-la buida per fer servir la del proveïdor',
  test: 'Desa i prova',
  connected: (count: number) =>
    plural('ca', count, {
      one: 'Connexió correcta: # model disponible',
      other: 'Connexió correcta: # models disponibles',
    }),
  failed: 'Error de connexió',
  finish: 'Ves als assistents',
  without: 'Continua sense model',
  withoutText:
    'Els assistents respondran amb cites dels teus materials i ho indicaran. Pots connectar un proveïdor en qualsevol moment.',
}
