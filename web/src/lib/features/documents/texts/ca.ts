import type { Texts } from './en.ts'

export const ca: Texts = {
  view: 'Visualització',
  tabs: { text: 'Text', page: 'Pàgina original' },
  page: (page) => `Pàgina ${page}`,
  slide: (slide) => `Diapositiva ${slide}`,
  pages: (first, last) => `Pàgines ${first}–${last}`,
  sheet: (sheet) => `Full ${sheet}`,
  original: 'Obre l’original',
  cited: 'Passatge citat: ',
  onlyAround: 'Només es mostren el passatge citat i el text que l’envolta.',
  earlier: (count) => `Mostra passatges anteriors (${count})`,
  later: (count) => `Mostra passatges següents (${count})`,
  previous: 'Pàgina anterior',
  next: 'Pàgina següent',
  pageOf: (page, pages) => `Pàgina ${page} de ${pages}`,
  pageImage: (page) => `Pàgina ${page} de l’original. El text és a la pestanya «Text».`,
}
