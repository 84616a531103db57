import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const eu: Texts = {
  title: 'Ongi etorri Bellwetherrera',
  adminTitle: 'Sortu lehen administratzailea',
  adminText: 'Kontu honek instalazioa kudeatzen du. Gero gehiago gehi ditzakezu.',
  code: 'Instalazio-kodea',
  codeHint: 'Zerbitzariak abiatzean erakutsi zuen.',
  create: 'Sortu kontua',
  step: (now: number, all: number) => `${now}. urratsa, ${all}tik`,
  providerTitle: 'Konektatu eredu-hornitzaile bat',
  providerText:
    'Laguntzaileek eredu batekin pentsatzen dute. OpenAIrekin bateragarria den edozein zerbitzarik balio du, zureak ere bai.',
  provider: 'Hornitzailea',
  key: 'API gakoa',
  keyHint: 'Zifratuta gordetzen da. Sartu egiten da, eta ez da inoiz ateratzen.',
  address: 'Helbidea',
  addressHint: 'Utzi hutsik hornitzailearena erabiltzeko',
  test: 'Gorde eta probatu',
  works: (count: number) => plural('eu', count, { one: 'Badabil: eredu #', other: 'Badabil: # eredu' }),
  refused: 'Hornitzaileak ez du onartu',
  finish: 'Joan laguntzaileetara',
  without: 'Jarraitu eredurik gabe',
  withoutText:
    'Laguntzaileek zure materialeko aipuekin erantzungo dute, eta hala esango dute. Edozein unetan konekta dezakezu hornitzailea.',
}
