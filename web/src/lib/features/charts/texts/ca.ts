import type { Texts } from './en.ts'

export const ca: Texts = {
  save: 'Desa el gràfic',
  png: 'Desa com a PNG',
  svg: 'Desa com a SVG',
  keys: 'Fes servir les fletxes per llegir els valors.',
}
