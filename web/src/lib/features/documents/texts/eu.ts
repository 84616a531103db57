import type { Texts } from './en.ts'

export const eu: Texts = {
  view: 'Ikuspegia',
  tabs: { text: 'Testua', page: 'Jatorrizko orria' },
  page: (page) => `${page}. orria`,
  slide: (slide) => `${slide}. diapositiba`,
  pages: (first, last) => `${first}–${last}. orriak`,
  sheet: (sheet) => `${sheet} kalkulu-orria`,
  original: 'Ireki jatorrizkoa',
  cited: 'Aipatutako pasartea: ',
  onlyAround: 'Aipatutako pasartea eta inguruko testua bakarrik erakusten dira.',
  earlier: (count) => `Erakutsi aurreko pasarteak (${count})`,
  later: (count) => `Erakutsi hurrengo pasarteak (${count})`,
  previous: 'Aurreko orria',
  next: 'Hurrengo orria',
  pageOf: (page, pages) => `${page}. orria / ${pages}`,
  pageImage: (page) => `Jatorrizkoaren ${page}. orria. Testua «Testua» fitxan dago.`,
}
