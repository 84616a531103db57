import type { Texts } from './en.ts'

export const es: Texts = {
  view: 'Cómo mostrarlo',
  tabs: { text: 'Texto', page: 'Página original' },
  page: (page) => `Página ${page}`,
  slide: (slide) => `Diapositiva ${slide}`,
  original: 'Abrir el original',
  cited: 'Pasaje citado: ',
  onlyAround: 'Ves el pasaje citado y lo que lo rodea.',
  earlier: (count) => `Mostrar pasajes anteriores (${count})`,
  later: (count) => `Mostrar pasajes siguientes (${count})`,
  previous: 'Página anterior',
  next: 'Página siguiente',
  pageOf: (page, pages) => `Página ${page} de ${pages}`,
  picture: (page) => `La página ${page} tal como se subió; sus palabras están en «Texto»`,
}
