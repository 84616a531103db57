import type { Texts } from './en.ts'

export const eu: Texts = {
  title: 'Sortu nirekin',
  tab: 'Sortu nirekin',
  text: 'Deskribatu nahi duzun laguntzailea. Iradokizunak aldaketa gisa jasoko dituzu, onartzeko, editatzeko edo baztertzeko. Ez da ezer gordetzen zuk gorde arte.',
  prompt: 'Zer aldatu beharko litzateke?',
  note: 'Egiaztatu aldaketa bakoitza gorde aurretik',
  startNew: [
    'Lagundu nire ikastarorako laguntzaile bat planifikatzen',
    'Idatzi soluzioen ordez pistak ematen dituen sistemaren prompt bat',
    'Nire zein ezagutza-base erabil lezake laguntzaile honek?',
  ],
  startSaved: [
    'Berrikusi sistemaren prompta eta iradoki hobekuntzak',
    'Gehitu nire ezagutza-baseetako bat',
    'Exekutatu probak eta azaldu zerk huts egiten duen',
    'Azaldu azken erantzuna',
  ],
  noModelTitle: 'Oraindik ez dago eredurik',
  noModelText:
    'Honek zure erakundearen eredu bat behar du. Administratzaile batek bat gehitu arte, hasi txantiloi batetik.',
  templates: 'Aukeratu txantiloi bat',
  proposal: 'Proposatutako aldaketak',
  states: {
    proposed: 'Zure erabakiaren zain',
    accepted: 'Onartuta, oraindik gorde gabe',
    edited: 'Zure aldaketekin onartuta, oraindik gorde gabe',
    rejected: 'Baztertuta',
    undone: 'Desegina',
  },
  announce: (summary) => `Proposatutako aldaketak: ${summary}`,
  accept: 'Onartu',
  edit: 'Editatu',
  reject: 'Baztertu',
  undo: 'Desegin',
  applyAgain: 'Aplikatu berriro',
  acceptEdited: 'Onartu aldaketekin',
  cancel: 'Utzi',
  onePerLine: 'Bat lerro bakoitzean',
  notEditable: 'Onartu ondoren, eredua eta tresnak inprimakian alda ditzakezu.',
  added: 'gehitua: ',
  removed: 'kendua: ',
}
