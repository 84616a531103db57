import type { Texts } from './en.ts'

export const ca: Texts = {
  label: 'Organització',
  all: 'Totes les organitzacions',
  none: 'Cap organització amb aquest nom',
}
