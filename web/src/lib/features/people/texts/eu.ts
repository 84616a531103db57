import type { Texts } from './en.ts'

export const eu: Texts = {
  add: 'Gehitu kide bat',
  added: (name) => `${name} gehitu da`,
  password: 'Lehen pasahitza',
  passwordHint: 'Gutxienez 8 karaktere. Eman eskura.',
  type: 'Nor da?',
  types: { creator: 'Irakaslea', end_user: 'Ikaslea' },
  typeHint: 'Irakasleek laguntzaileak sortzen dituzte; ikasleek argitaratutakoak erabiltzen dituzte.',
}
