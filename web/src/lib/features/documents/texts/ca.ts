import type { Texts } from './en.ts'

export const ca: Texts = {
  view: 'Com es mostra',
  tabs: { text: 'Text', page: 'Pàgina original' },
  page: (page) => `Pàgina ${page}`,
  slide: (slide) => `Diapositiva ${slide}`,
  original: 'Obre l’original',
  cited: 'Passatge citat: ',
  onlyAround: 'Veus el passatge citat i el que l’envolta.',
  earlier: (count) => `Mostra passatges anteriors (${count})`,
  later: (count) => `Mostra passatges següents (${count})`,
  previous: 'Pàgina anterior',
  next: 'Pàgina següent',
  pageOf: (page, pages) => `Pàgina ${page} de ${pages}`,
  picture: (page) => `La pàgina ${page} tal com es va pujar; les paraules són a «Text»`,
}
