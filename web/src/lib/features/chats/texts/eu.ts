import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const eu: Texts = {
  title: 'Elkarrizketak',
  search: 'Bilatu elkarrizketak',
  tabsLabel: 'Elkarrizketa aktiboak eta artxibatuak',
  shelves: { open: 'Elkarrizketak', archived: 'Artxibatuak' },
  list: 'Elkarrizketak',
  count: (count) => plural('eu', count, { one: 'Elkarrizketa #', other: '# elkarrizketa' }),
  messages: (count) => plural('eu', count, { one: 'Mezu #', other: '# mezu', zero: 'Mezurik ez' }),
  assistantUnavailable: 'Laguntzailea ez dago erabilgarri',
  with: (name) => `${name} laguntzailearekin`,
  moreFor: (title) => `Aukera gehiago: ${title}`,
  rename: 'Aldatu izenburua',
  renameTitle: 'Aldatu elkarrizketaren izenburua',
  name: 'Izenburua',
  archive: 'Artxibatu',
  unarchive: 'Atera artxibotik',
  export: 'Esportatu',
  archived: (title) => `«${title}» artxibatu da`,
  unarchived: (title) => `«${title}» artxibotik atera da`,
  deleted: (title) => `«${title}» ezabatu da`,
  emptyTitle: 'Oraindik ez dago elkarrizketarik',
  emptyText:
    'Laguntzaile batekin hitz egiten duzunean, elkarrizketa hemen gordetzen da, bilatu eta jarraitu ahal izateko. Zuk bakarrik irakur ditzakezu zure elkarrizketak. Administratzaileek ezin dute.',
  toAssistants: 'Aukeratu laguntzaile bat',
  archivedEmptyTitle: 'Ez dago artxibatutako elkarrizketarik',
  archivedEmptyText: 'Artxibatu elkarrizketa bat, ezabatu gabe zerrendatik ezkutatzeko.',
  noResultsTitle: 'Ez da elkarrizketarik aurkitu',
  noResultsText: 'Saiatu beste hitz batzuekin. Izenburuetan eta mezuetan bilatzen da.',
  showAll: 'Erakutsi denak',
  continuePrompt: 'Jarraitu elkarrizketa honekin…',
  readOnly:
    'Laguntzaile hau jada ez dago erabilgarri zuretzat. Elkarrizketa irakur dezakezu, baina ezin duzu jarraitu.',
  noMessages: 'Elkarrizketa honek ez du mezurik oraindik.',
  exported: { you: 'Zu', assistant: 'Laguntzailea', interrupted: 'Erantzuna hemen eten zen.' },
}
