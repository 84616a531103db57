import { expect, test } from 'vitest'
import { detectLanguage } from './language.ts'
import { toTerms } from './terms.ts'

test.each([
  ['en', 'The plants that live in the shade of other plants have leaves which are larger and darker.'],
  ['es', 'Las plantas que viven a la sombra de otras tienen las hojas más grandes y de un verde más oscuro.'],
  ['ca', 'Les plantes que viuen a l’ombra d’altres tenen les fulles més grans i d’un verd més fosc.'],
  [
    'eu',
    'Beste landareen itzalean bizi diren landareek hosto handiagoak dituzte eta kolore ilunagoa dute, eta hori horrela da.',
  ],
  ['other', '光合作用是植物利用光能的过程'],
  ['other', ''],
])('%s', (language, text) => {
  expect(detectLanguage(text)).toBe(language)
})

test('inflected forms of a word are one term in its language', () => {
  const same = (language: 'en' | 'es' | 'ca' | 'eu', one: string, other: string) =>
    expect(toTerms(one, language).words).toEqual(toTerms(other, language).words)
  same('en', 'connections', 'connected')
  same('es', 'canciones', 'canción')
  same('ca', 'universitats', 'universitat')
  same('eu', 'ikasleentzat', 'ikasleak')
})

test('accents, capitals and stop words make no difference', () => {
  expect(toTerms('El Río', 'es')).toEqual(toTerms('rio', 'es'))
})

test('a short word is still found by its letters', () => {
  expect(toTerms('pH', 'en').grams).toHaveLength(1)
})
