import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const eu: Texts = {
  title: 'Oroitzapenak',
  text: 'Laguntzaileek zutaz gordetzen dutena, beste elkarrizketa batzuetarako. Beste inork ez du ikusten; ezabatzen duzuna desagertu egiten da.',
  emptyTitle: 'Laguntzaile batek ere ez du zutaz ezer gogoan',
  emptyText:
    'Laguntzaile batzuek «Pythoneko adibideak nahiago ditu» bezalako datuak gordetzen dituzte, berriro esan behar ez izateko. Hemen agertuko dira.',
  count: (count) => plural('eu', count, { one: 'Datu #', other: '# datu' }),
  listOf: (name) => `${name}: gogoan duena`,
  forget: (fact) => `Ahaztu «${fact}»`,
  forgotten: 'Ahaztu da',
  forgetAssistant: 'Ahaztu dena',
  forgetAssistantOf: (name) => `Ahaztu dena: ${name}`,
  confirmAssistant: (name) => `${name} laguntzaileak zutaz gogoan duen guztia ahaztu?`,
  forgetAll: 'Ahaztu oroitzapen guztiak',
  confirmAll: 'Laguntzaileek zutaz gogoan duten guztia ahaztu?',
  confirmText: 'Ezin da desegin. Zure txatak dauden bezala geratzen dira.',
  confirm: 'Ahaztu',
  allForgotten: (count) => plural('eu', count, { one: 'Datu # ahaztu da', other: '# datu ahaztu dira' }),
  newest: (shown, total) => `${total}etik ${shown} berrienak erakusten dira.`,
}
