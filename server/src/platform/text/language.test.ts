import { expect, test } from 'vitest'
import { detectLanguage } from './language.ts'
import { toTerms } from './terms.ts'
import { toWords, withoutAccents } from './words.ts'

test.each([
  ['en', 'The plants that live in the shade of other plants have leaves which are larger and darker.'],
  ['es', 'Las plantas que viven a la sombra de otras tienen las hojas más grandes y de un verde más oscuro.'],
  ['ca', 'Les plantes que viuen a l’ombra d’altres tenen les fulles més grans i d’un verd més fosc.'],
  [
    'eu',
    'Beste landareen itzalean bizi diren landareek hosto handiagoak dituzte eta kolore ilunagoa dute, eta hori horrela da.',
  ],
  ['zh', '光合作用是植物利用光能的过程'],
  ['ja', '光合成は植物が光エネルギーを使う過程です'],
  ['ko', '광합성은 식물이 빛 에너지를 사용하는 과정이다'],
  ['th', 'พืชใช้แสงในการสังเคราะห์'],
  ['fr', 'Les plantes qui vivent à l’ombre des autres ont des feuilles plus grandes et plus foncées.'],
  ['de', 'Die Pflanzen, die im Schatten von anderen leben, haben größere und dunklere Blätter.'],
  ['pt', 'As plantas que vivem à sombra de outras têm folhas maiores e de um verde mais escuro.'],
  ['ru', 'Растения, которые живут в тени, имеют более крупные листья, и они темнее.'],
  ['ar', 'النباتات التي تعيش في الظل لها أوراق أكبر من غيرها'],
  ['en', 'Photosynthesis converts light energy into chemical energy'],
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

test('a text that is too short to detect uses the language of its context', () => {
  expect(detectLanguage('Photosynthesis, chlorophyll', 'en')).toBe('en')
  expect(detectLanguage('Las hojas de las plantas son verdes y de gran tamaño', 'en')).toBe('es')
})

test('a word is the same term whether its language is known or not', () => {
  expect(toTerms('light', 'en').words).toEqual(toTerms('light', 'other').words)
})

test('scripts without spaces are divided', () => {
  expect(toWords('光合作用')).toEqual(['光合', '合作', '作用'])
  expect(toWords('2008年北京')).toEqual(['2008', '年北', '北京'])
  expect(toWords('광합성은 식물')).toEqual(['광합', '합성', '성은', '식물'])
  expect(toWords('ภาษาไทย')).toEqual(['ภาษา', 'ไทย'])
})

test('variants of a letter count as the same letter', () => {
  expect(withoutAccents('الكِتَابُ')).toBe(withoutAccents('الكتاب'))
  expect(withoutAccents('أحمد')).toBe('احمد')
  expect(withoutAccents('مدرسة')).toBe(withoutAccents('مدرسه'))
  expect(withoutAccents('שָׁלוֹם')).toBe(withoutAccents('שלומ'))
  expect(withoutAccents('한국')).toBe('한국')
  expect(withoutAccents('がくせい')).toBe('がくせい')
  expect(withoutAccents('Àéñ')).toBe('Aen')
})
