import type { Texts } from './en.ts'

export const eu: Texts = {
  navigation: 'Nagusia',
  hello: (name) => `Kaixo, ${name}`,
  search: 'Bilatu laguntzaileak eta elkarrizketak',
  assistants: 'Laguntzaileak',
  otherAssistants: 'Beste laguntzaileak',
  recentChats: 'Azken elkarrizketak',
  chats: 'Elkarrizketak',
  allChats: 'Elkarrizketa guztiak',
  emptyTitle: 'Oraindik ez dago laguntzailerik',
  emptyText:
    'Zure irakasleek ez dute oraindik zuretzako laguntzailerik argitaratu. Esteka bat baduzu, ireki ezazu.',
  noChats: 'Zure elkarrizketak hemen agertuko dira.',
  noResultsTitle: 'Emaitzarik ez',
  noResultsText:
    'Saiatu beste hitz batzuekin. Izenetan eta deskribapenetan bilatzen da, baita zure elkarrizketen izenburu eta mezuetan ere.',
  assistantUnavailable: 'Laguntzailea jada ez dago erabilgarri',
}
