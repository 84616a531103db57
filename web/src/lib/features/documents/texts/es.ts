import type { Texts } from './en.ts'

export const es: Texts = {
  view: 'Vista',
  tabs: { text: 'Texto', page: 'Página original' },
  page: (page) => `Página ${page}`,
  slide: (slide) => `Diapositiva ${slide}`,
  pages: (first, last) => `Páginas ${first}–${last}`,
  sheet: (sheet) => `Hoja ${sheet}`,
  original: 'Abrir original',
  cited: 'Pasaje citado: ',
  onlyAround: 'Solo se muestran el pasaje citado y el texto que lo rodea.',
  earlier: (count) => `Mostrar pasajes anteriores (${count})`,
  later: (count) => `Mostrar pasajes siguientes (${count})`,
  previous: 'Página anterior',
  next: 'Página siguiente',
  pageOf: (page, pages) => `Página ${page} de ${pages}`,
  pageImage: (page) => `Página ${page} del original. Su texto está en la pestaña «Texto».`,
}
