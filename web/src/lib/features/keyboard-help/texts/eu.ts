import type { Texts } from './en.ts'

export const eu: Texts = {
  title: 'Laster-teklak',
  text: 'Orri honetan hauek erabil ditzakezu:',
  keys: { Enter: 'Sartu', Shift: 'Maius', Ctrl: 'Ktrl' },
  labels: {
    palette: 'Joan orri batera, sortu edo bilatu',
    search: 'Joan bilaketa-eremura',
    save: 'Gorde',
    send: 'Bidali galdera',
    prompts: 'Txertatu prompt bat (eremu huts batean)',
    newline: 'Hasi lerro berri bat',
    pin: 'Finkatu fokua duen elkarrizketa, edo utzi finkatzeari',
    move: 'Eraman fokua duen elkarrizketa karpeta batera',
    help: 'Erakutsi laster-teklak',
  },
}
