import type { Texts } from './en.ts'

export const es: Texts = {
  label: 'Organización',
  all: 'Todas las organizaciones',
  none: 'Ninguna organización con ese nombre',
}
