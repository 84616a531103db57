import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const eu: Texts = {
  title: 'Oroitzapenak',
  text: 'Laguntzaileek hurrengo elkarrizketetarako zuri buruz gogoratzen dituzten datuak. Zuk bakarrik ikus ditzakezu.',
  emptyTitle: 'Oraindik ez dago oroitzapenik',
  emptyText:
    'Laguntzaile batzuek «Pythoneko adibideak nahiago ditu» bezalako datuak gogoratzen dituzte, errepikatu behar izan ez ditzazun. Hemen agertuko dira.',
  count: (count) => plural('eu', count, { one: 'Datu #', other: '# datu' }),
  listOf: (name) => `${name}: gogoratzen dituen datuak`,
  deleteFact: (fact) => `Ezabatu «${fact}»`,
  deleted: 'Oroitzapena ezabatu da',
  deleteAllOf: 'Ezabatu dena',
  deleteAllOfLabel: (name) => `Ezabatu dena: ${name}`,
  confirmAssistant: (name) => `${name} laguntzaileak zuri buruz gogoratzen duen guztia ezabatu?`,
  deleteAll: 'Ezabatu oroitzapen guztiak',
  confirmAll: 'Laguntzaileek zuri buruz gogoratzen duten guztia ezabatu?',
  confirmText: 'Ezin da desegin. Zure elkarrizketetan ez du eraginik.',
  confirm: 'Ezabatu betiko',
  allDeleted: (count) => plural('eu', count, { one: 'Datu # ezabatu da', other: '# datu ezabatu dira' }),
  newest: (shown, total) => `Azkenak erakusten dira: ${shown} / ${total}.`,
}
