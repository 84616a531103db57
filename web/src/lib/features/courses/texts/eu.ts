import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const eu: Texts = {
  title: 'Ikastaroak',
  usage: 'Erabilera',
  text: 'Zuk ematen dituzun edo zure laguntzaileak erabiltzen diren LMSko ikastaroak eta saio-hasiera bakarreko taldeak.',
  list: 'Ikastaroak',
  emptyTitle: 'Oraindik ez dago ikastarorik',
  emptyText:
    'Hemen agertuko dira zuk edo zure ikasleek LMStik jarduera bat irekitzen duzuenean, edo ikastaro-taldeak dituen unibertsitateko kontu batekin saioa hasten duzuenean.',
  students: (count: number) => plural('eu', count, { one: 'ikasle #', other: '# ikasle' }),
  staff: (count: number) => plural('eu', count, { one: 'irakasle #', other: '# irakasle' }),
  last: (day: string) => `azken jarduera: ${day}`,
  assistants: 'Laguntzaileak',
  noAssistants: 'Oraindik ez da zure laguntzailerik erabiltzen hemen',
  activityOf: (assistant: string, course: string) => `${assistant} laguntzailearen jarduera: ${course}`,
}
