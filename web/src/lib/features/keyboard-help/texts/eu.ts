import type { Texts } from './en.ts'

export const eu: Texts = {
  title: 'Laster-teklak',
  text: 'Orri honetan hauek erabil ditzakezu:',
  keys: { Enter: 'Sartu', Shift: 'Maius', Ctrl: 'Ktrl', Space: 'Zuriunea', Escape: 'Ihes', Alt: 'Alt' },
  labels: {
    palette: 'Joan orri batera, sortu edo bilatu',
    search: 'Joan bilaketa-eremura',
    save: 'Gorde',
    undo: 'Desegin',
    redo: 'Berregin',
    moveCriterion: 'Eraman fokua duen irizpidea gora edo behera',
    moveLevel: 'Eraman fokua duen maila ezkerrera edo eskuinera',
    send: 'Bidali galdera',
    prompts: 'Txertatu prompt bat (eremu huts batean)',
    newline: 'Hasi lerro berri bat',
    pin: 'Finkatu fokua duen elkarrizketa, edo utzi finkatzeari',
    move: 'Eraman fokua duen elkarrizketa karpeta batera',
    selectAll: 'Hautatu fitxategi guztiak (zerrendan)',
    selectRange: 'Hautatu honainoko fitxategiak',
    clearSelection: 'Kendu hautapena',
    chart: 'Irakurri fokua duen grafikoaren balioak',
    help: 'Erakutsi laster-teklak',
  },
}
