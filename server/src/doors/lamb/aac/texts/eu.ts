import type { AacTexts } from './en.ts'

export const eu: AacTexts = {
  proposed: '**Proposatutako aldaketak** (oraindik gorde gabe)',
  howToDecide: 'Erantzun «onartu» gordetzeko, edo «baztertu» baztertzeko.',
  before: 'Lehen:',
  after: 'Orain:',
  empty: '(hutsik)',
  left: (count) => `… (${count} karaktere erakutsi gabe)`,
  noProposal: 'Ez dago proposamenik zain.',
  saved: (id) => `${id}. laguntzaile gisa gorde da.`,
  rejected: 'Proposamena baztertu da. Ez da ezer gorde.',
  skills: {
    'about-lamb': {
      name: 'Galdetu plataformari buruz',
      description: 'Argitu plataforma honek nola funtzionatzen duen',
    },
    'create-assistant': {
      name: 'Sortu laguntzaile bat',
      description: 'Sortu laguntzaile berri bat urratsez urrats',
    },
    'improve-assistant': {
      name: 'Hobetu laguntzaile bat',
      description: 'Berrikusi laguntzaile baten promptak, tresnak eta eredua',
    },
    'test-and-evaluate': {
      name: 'Probatu laguntzaile bat',
      description: 'Exekutatu laguntzaile baten probak eta azaldu emaitzak',
    },
    'explain-assistant': {
      name: 'Azaldu laguntzaile bat',
      description: 'Azaldu laguntzaile batek nola funtzionatzen duen: promptak, tresnak eta eredua',
    },
    'explain-answer': {
      name: 'Azaldu erantzun bat',
      description: 'Azaldu zer gertatu den laguntzaile baten azken erantzunean',
    },
  },
}
