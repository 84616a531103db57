import type { Texts } from './en.ts'

export const es: Texts = {
  save: 'Guardar gráfico',
  png: 'Guardar como PNG',
  svg: 'Guardar como SVG',
  keys: 'Usa las teclas de flecha para leer los valores.',
}
