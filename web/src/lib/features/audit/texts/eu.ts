import type { Texts } from './en.ts'

export const eu: Texts = {
  text: 'Administratzaileek zer egin duten eta zein tresna ukatu diren. Lerroak ezin dira aldatu; 400 egunez gordetzen dira.',
  textSystem:
    'Erakunde guztietako administratzaileek zer egin duten eta zein tresna ukatu diren. Lerroak 400 egunez gordetzen dira.',
  search: 'Bilatu egindakoan',
  which: 'Zer erakusten den',
  kinds: { all: 'Dena', refused: 'Ukatutako tresnak' },
  list: 'Ikuskaritza-erregistroa',
  when: 'Noiz',
  who: 'Nork',
  what: 'Zer',
  organization: 'Erakundea',
  organizationOf: (id) => `${id}. erakundea`,
  nobody: 'Programa batek',
  on: (object) => `non: ${object}`,
  verbs: {
    post: 'Sortu edo abiarazi',
    put: 'Aldatu',
    delete: 'Ezabatu',
    refused: 'Tresna bat ukatu da',
    other: 'Egina',
  },
  denied: 'Ukatua',
  older: 'Erakutsi zaharragoak',
  end: 'Hori zen dena.',
  emptyTitle: 'Oraindik ez dago ezer idatzita',
  emptyText:
    'Administratzaile batek ezarpen bat aldatu bezain laster, edo tresna bati norbaitek ikusi ezin duena ukatzen zaionean, lerro bat agertuko da hemen.',
  noneTitle: 'Ez dago bat datorrenik',
  noneText: 'Saiatu egindakoaren zati batekin, «users» edo «settings» bezala.',
}
