import type { Texts } from './en.ts'

export const es: Texts = {
  label: 'Organización',
  all: 'Todas las organizaciones',
  noResults: 'No se han encontrado organizaciones',
}
