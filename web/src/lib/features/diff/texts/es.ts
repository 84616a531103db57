import type { Texts } from './en.ts'

export const es: Texts = {
  added: 'añadida: ',
  removed: 'quitada: ',
  counts: (added, removed) => `${added} líneas añadidas, ${removed} quitadas`,
  more: (count) => `y ${count} líneas más`,
}
