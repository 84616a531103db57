import type { Texts } from './en.ts'

export const eu: Texts = {
  view: 'Nola erakutsi',
  tabs: { text: 'Testua', page: 'Jatorrizko orria' },
  page: (page) => `${page}. orria`,
  slide: (slide) => `${slide}. diapositiba`,
  original: 'Ireki jatorrizkoa',
  cited: 'Aipatutako pasartea: ',
  onlyAround: 'Aipatutako pasartea eta ingurukoa ikusten dituzu.',
  earlier: (count) => `Erakutsi aurreko pasarteak (${count})`,
  later: (count) => `Erakutsi hurrengo pasarteak (${count})`,
  previous: 'Aurreko orria',
  next: 'Hurrengo orria',
  pageOf: (page, pages) => `${page}. orria / ${pages}`,
  picture: (page) => `${page}. orria, igo zen bezala; hitzak «Testua» fitxan daude`,
}
