import { plural } from '$lib/i18n/plural.ts'
import type { Texts } from './en.ts'

export const eu: Texts = {
  conversation: 'Elkarrizketa',
  you: 'Zu',
  assistant: 'Laguntzailea',
  ask: 'Galdetu ikasle batek bezala…',
  question: 'Zure galdera',
  send: 'Bidali',
  stop: 'Gelditu',
  again: 'Galdetu berriro',
  clear: 'Elkarrizketa berria',
  suggestions: 'Iradokitako galderak',
  thinking: 'Galdera irakurtzen…',
  writing: 'Idazten…',
  stopped: 'Geldituta',
  steps: (count) => plural('eu', count, { one: 'urrats #', other: '# urrats' }),
  failedStep: 'ez du ezer ekarri',
  using: (tool) => `${tool}…`,
  source: (n) => `${n}. iturria`,
  sources: 'Iturriak',
  page: (page) => `${page}. or.`,
  slide: (slide) => `${slide}. diapositiba`,
  open: 'Ireki dokumentua hemen',
  unsupported: (count) =>
    plural('eu', count, {
      one: 'Esaldi batek ez du oinarririk zure materialean.',
      other: '# esaldik ez dute oinarririk zure materialean.',
    }),
  unsupportedMark: 'Oinarririk gabe materialean',
  picture: 'Beste leku bateko irudia',
  copy: 'Kopiatu erantzuna',
  copied: 'Kopiatuta',
  failedTitle: 'Erantzuna ez da iritsi',
  notAllowedTitle: 'Laguntzaile hau ez dago zuretzat irekita',
  notAllowed: 'Agian oraindik ez dago argitaratuta, edo kendu egin dute. Galdetu helbidea eman zizunari.',
  startTitle: 'Egin zure lehen galdera',
}
