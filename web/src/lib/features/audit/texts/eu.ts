import type { Texts } from './en.ts'

export const eu: Texts = {
  text: 'Administratzaileen ekintzak eta ukatutako tresna-deiak. Sarrerak ezin dira aldatu eta 400 egunez gordetzen dira.',
  textSystem:
    'Erakunde guztietako administratzaileen ekintzak eta ukatutako tresna-deiak. Sarrerak 400 egunez gordetzen dira.',
  search: 'Bilatu ekintzak',
  which: 'Iragazkia',
  kinds: { all: 'Dena', refused: 'Ukatutako deiak' },
  list: 'Auditoretza-erregistroa',
  when: 'Data',
  who: 'Pertsona',
  what: 'Ekintza',
  organization: 'Erakundea',
  organizationOf: (id) => `${id}. erakundea`,
  program: 'Programa bat',
  on: (object) => `non: ${object}`,
  verbs: {
    post: 'Sortu edo abiarazi da',
    put: 'Aldatu',
    delete: 'Ezabatu',
    refused: 'Tresna-deia ukatu da',
    other: 'Beste ekintza bat',
  },
  denied: 'Ukatua',
  older: 'Kargatu sarrera zaharragoak',
  end: 'Ez dago sarrera gehiagorik',
  emptyTitle: 'Oraindik ez dago sarrerarik',
  emptyText: 'Administratzaileen aldaketak eta ukatutako tresna-deiak hemen agertuko dira.',
  noneTitle: 'Emaitzarik ez',
  noneText: 'Saiatu ekintzaren zati batekin, hala nola «users» edo «settings».',
}
