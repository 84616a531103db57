import type { Texts } from './en.ts'

export const ca: Texts = {
  label: 'Organització',
  all: 'Totes les organitzacions',
  noResults: 'No s’ha trobat cap organització',
}
