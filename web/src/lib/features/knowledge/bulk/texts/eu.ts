import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const eu: Texts = {
  search: 'Bilatu fitxategiak',
  tag: 'Etiketa',
  anyTag: 'Etiketa guztiak',
  tagWithCount: (tag, count) => `${tag} (${count})`,
  status: 'Egoera',
  statuses: {
    all: 'Egoera guztiak',
    completed: 'Prest',
    processing: 'Prozesatzen',
    pending: 'Ilaran',
    failed: 'Errorearekin',
    cancelled: 'Geldituta',
  },
  noMatchesTitle: 'Ez dago bat datorren fitxategirik',
  noMatchesText: 'Saiatu beste bilaketa, etiketa edo egoera batekin.',
  clearFilters: 'Kendu iragazkiak',
  selectPage: 'Hautatu orri honetako guztiak',
  select: (name) => `Hautatu ${name}`,
  selected: (count) => plural('eu', count, { one: 'fitxategi # hautatuta', other: '# fitxategi hautatuta' }),
  selectAll: (count) =>
    plural('eu', count, { one: 'Hautatu fitxategi bakarra', other: 'Hautatu # fitxategiak' }),
  clear: 'Kendu hautapena',
  actions: 'Hautatutako fitxategietarako ekintzak',
  tags: 'Etiketak',
  again: 'Prozesatu berriro',
  download: 'Deskargatu',
  deleteAll: 'Ezabatu',
  confirmDelete: (count) =>
    plural('eu', count, { one: 'Fitxategi # ezabatu?', other: '# fitxategi ezabatu?' }),
  confirmDeleteText: 'Hainbeste fitxategirekin, hau ezin da desegin.',
  deleted: (count) =>
    plural('eu', count, { one: 'fitxategi # ezabatu da', other: '# fitxategi ezabatu dira' }),
  files: (count) => plural('eu', count, { one: 'fitxategi #', other: '# fitxategi' }),
  processing: (count) =>
    plural('eu', count, {
      one: 'fitxategi # berriro prozesatzen ari da',
      other: '# fitxategi berriro prozesatzen ari dira',
    }),
  alreadyProcessing: (count) =>
    plural('eu', count, {
      one: 'fitxategi # lehendik prozesatzen ari zen',
      other: '# fitxategi lehendik prozesatzen ari ziren',
    }),
  tagsSaved: 'Etiketak gorde dira',
  tagged: {
    titleOne: (name) => `Etiketak: ${name}`,
    titleMany: (count) =>
      plural('eu', count, { one: 'Fitxategi baten etiketak', other: '# fitxategiren etiketak' }),
    text: 'Etiketa baten izena aldatzeko, kendu eta gehitu izen berria.',
    add: 'Gehitu etiketa bat',
    addHint: 'Adibidez, «3. unitatea» edo «Azterketako gaiak». Gehienez 20 fitxategiko.',
    addNow: 'Gehitu',
    current: 'Uneko etiketak',
    inBase: 'Ezagutza-base honetako etiketak',
    removeNamed: (tag) => `Kendu ${tag}`,
    keepNamed: (tag) => `Mantendu ${tag}`,
    willAdd: 'gehituko da',
    willRemove: 'kenduko da',
    none: 'Oraindik ez dago etiketarik.',
  },
  usedBy: 'Erabiltzen dutenak',
  notUsed: 'Oraindik ez du laguntzaile batek ere erabiltzen',
  othersUse: (count) =>
    plural('eu', count, { one: 'lankide baten laguntzaile #', other: 'lankideen # laguntzaile' }),
  moreUse: (count) => plural('eu', count, { one: 'beste #', other: 'beste #' }),
  replace: 'Ordezkatu bertsio berri batekin',
  replacing: (name) => `«${name}» fitxategiaren bertsio berria igotzen…`,
  replaced: (name) => `«${name}» fitxategiaren bertsio berria igo da; prozesatzen ari da`,
  same: (name) => `«${name}» ez da aldatu: eduki bera du`,
  whatChanged: 'Zer aldatu den',
  changesOf: (name) => `Zer aldatu den: ${name}`,
  numbers: {
    unchanged: (count) =>
      plural('eu', count, { one: 'pasarte # aldaketarik gabe', other: '# pasarte aldaketarik gabe' }),
    changed: (count) => plural('eu', count, { one: '# aldatuta', other: '# aldatuta' }),
    added: (count) => plural('eu', count, { one: '# gehituta', other: '# gehituta' }),
    removed: (count) => plural('eu', count, { one: '# kenduta', other: '# kenduta' }),
  },
  change: { changed: 'Aldatuta', added: 'Gehituta', removed: 'Kenduta' },
  passage: (number) => `${number}. pasartea`,
  noDifferences: 'Pasarte guztiak lehen bezalakoak dira.',
  firstOnly: (count) => `Lehen ${count} desberdintasunak bakarrik erakusten dira.`,
}
