import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const eu: Texts = {
  title: 'Ongi etorri Bellwetherrera',
  adminTitle: 'Sortu administratzaile-kontua',
  adminText: 'Kontu honek instalazioa kudeatzen du. Geroago administratzaile gehiago gehi ditzakezu.',
  code: 'Instalazio-kodea',
  codeHint: 'Zerbitzariak abiatzean erakusten du',
  create: 'Sortu kontua',
  step: (now: number, all: number) => `${now}. urratsa, ${all}tik`,
  providerTitle: 'Konektatu eredu-hornitzaile bat',
  providerText:
    'Laguntzaileek eredu bat behar dute erantzuteko. OpenAIrekin bateragarria den edozein zerbitzari erabil dezakezu, baita zeurea ere.',
  provider: 'Hornitzailea',
  key: 'API gakoa',
  keyHint: 'Zifratuta gordetzen da. Ezingo duzu berriro ikusi.',
  address: 'Oinarrizko URLa',
  addressHint: 'Utzi hutsik hornitzailearen lehenetsia erabiltzeko',
  test: 'Gorde eta probatu',
  connected: (count: number) =>
    plural('eu', count, {
      one: 'Konexioa ondo dabil: eredu # erabilgarri',
      other: 'Konexioa ondo dabil: # eredu erabilgarri',
    }),
  failed: 'Konexioak huts egin du',
  finish: 'Joan laguntzaileetara',
  without: 'Jarraitu eredurik gabe',
  withoutText:
    'Laguntzaileek zure materialetako aipuekin erantzungo dute, eta hala adieraziko dute. Edozein unetan konekta dezakezu hornitzaile bat.',
}
