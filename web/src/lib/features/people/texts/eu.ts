import type { Texts } from './en.ts'

export const eu: Texts = {
  add: 'Gehitu kide bat',
  added: (name) => `${name} gehitu da`,
  name: 'Izena',
  password: 'Hasierako pasahitza',
  passwordHint: 'Gutxienez 8 karaktere. Eman aurrez aurre.',
  type: 'Kontu mota',
  types: { creator: 'Irakaslea', end_user: 'Ikaslea' },
  typeHint: 'Irakasleek laguntzaileak sortzen dituzte. Ikasleek argitaratutakoekin hitz egiten dute.',
}
