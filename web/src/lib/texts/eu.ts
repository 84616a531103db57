import type { Texts } from './en.ts'

export const eu: Texts = {
  close: 'Itxi',
  cancel: 'Utzi',
  save: 'Gorde',
  delete: 'Ezabatu',
  edit: 'Editatu',
  undo: 'Desegin',
  kept: (name) => `«${name}» gorde da`,
  retry: 'Saiatu berriro',
  clear: 'Garbitu',
  more: 'Gehiago',
  loading: 'Kargatzen…',
  optional: 'aukerakoa',
  copied: 'Kopiatuta',
  copy: 'Kopiatu',
  notCopied: 'Nabigatzaileak ez du kopiatzen uzten. Hautatu testua eta sakatu Ktrl+C.',
  news: 'Jakinarazpenak',
  breadcrumb: 'Non zauden',
  pages: 'Orriak',
  previous: 'Aurreko orria',
  next: 'Hurrengo orria',
  range: (from: string, to: string, total: string) => `${from}–${to} / ${total}`,
  palette: 'Aginduak',
  palettePrompt: 'Joan, sortu, bilatu…',
  nothingFound: 'Ez da ezer aurkitu',
  unreachableTitle: 'Zerbitzariak ez du erantzuten',
  unreachable:
    'Ez da ezer galdu. Begiratu konexioa, edo galdetu zerbitzariaren arduradunari martxan dagoen, eta saiatu berriro.',
  failedTitle: 'Honek ez du funtzionatu',
  failed:
    'Zerbait gaizki joan da gure aldetik. Saiatu berriro; jarraitzen badu, esan zerbitzariaren arduradunari.',
  notFoundTitle: 'Hemen ez dago ezer',
  notFound:
    'Baliteke helbidea gaizki idatzita egotea, edo hemen zegoena ezabatu izana edo zurekin ez partekatzea jada.',
  toAssistants: 'Laguntzaileetara',
}
