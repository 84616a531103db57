import { describe, expect, test } from 'vitest'
import type { Language } from '../../../../platform/text/language.ts'
import { termsOf } from '../../../../platform/text/terms.ts'
import { toQuestionTerms } from './question-terms.ts'

const contentOf = (language: Language, question: string) =>
  toQuestionTerms(new Set([language]), question).content
const wordsOf = (language: Language, question: string) =>
  contentOf(language, question).map(({ text }) => text)
const namesOf = (language: Language, question: string) =>
  contentOf(language, question)
    .filter(({ isName }) => isName)
    .map(({ text }) => text)

describe('names in a question', () => {
  test.each<[Language, string, string[]]>([
    ['en', 'Which river flows through Warsaw in 1944?', ['warsaw', '1944']],
    ['ca', 'A quina distància s’estendria el núvol d’Oort intern?', ['oort']],
    ['ca', "Qui va pintar l'Adoració dels Reis?", ['adoració', 'reis']],
    ['fr', "Qui a écrit l'Odyssée ?", ['odyssée']],
    ['en', 'Where did the Austro-Hungarian army stand?', ['austro', 'hungarian']],
    ['ca', 'Quin premi va guanyar a Europa Robert A. Millikan?', ['europa', 'robert', 'millikan']],
    ['en', 'Who was John Fitzgerald Kennedy?', ['john', 'fitzgerald', 'kennedy']],
    ['zh', '谁在1643年成为法国国王？', ['1643']],
  ])('%s: %s', (language, question, names) => {
    expect(namesOf(language, question).sort()).toEqual(names.sort())
  })

  test.each<[Language, string]>([
    ['en', 'MEASUREMENT OF DIELECTRIC CONSTANT OF LIQUIDS'],
    ['en', 'The Role of Enzymes in the Digestion of Proteins and Fats'],
    ['de', 'Welche Farbe hat der Himmel über der Stadt?'],
  ])('are not recognized by capitals alone: %s: %s', (language, question) => {
    expect(namesOf(language, question)).toEqual([])
  })
})

describe('words that say what kind of answer is wanted', () => {
  test.each<[Language, string, string[]]>([
    ['en', "What was the name of Tesla's brother, and what year did it happen?", ['tesla', 'brother']],
    ['es', '¿En qué año se llamaba así el puente romano?', ['asi', 'puente', 'romano']],
    ['ca', 'Quin tipus de pedra fan servir els escultors?', ['pedra', 'servir', 'escultors']],
  ])('do not count: %s: %s', (language, question, words) => {
    expect(wordsOf(language, question).map((word) => word.normalize('NFD').replace(/\p{M}/gu, ''))).toEqual(
      words,
    )
  })

  test('count if there is little else', () => {
    expect(wordsOf('en', 'What year?')).toEqual(['year'])
    expect(wordsOf('en', 'Which type of enzyme?')).toEqual(['type', 'enzyme'])
  })

  test('are content in another language', () => {
    expect(wordsOf('en', 'Which data do satellites send?')).toContain('data')
  })
})

test('the title of the person who is asked does not count', () => {
  expect(
    contentOf('fr', 'Bonjour Madame, pourriez-vous m’expliquer où se déroule la photosynthèse ?'),
  ).toEqual(contentOf('fr', 'Où se déroule la photosynthèse ?'))
  expect(contentOf('eu', 'Kaixo, azalduko zenidake zer den fotosintesia?')).toEqual(
    contentOf('eu', 'Zer den fotosintesia?'),
  )
})

test('words without content of a language that no document has do not count', () => {
  expect(wordsOf('es', 'How many people live in the centre of Warsaw?')).toEqual([
    'people',
    'live',
    'centre',
    'warsaw',
  ])
  expect(wordsOf('en', 'wat is photosynthesis pls')).toEqual(['photosynthesis'])
})

describe('polite words that the question may be about', () => {
  const weightOf = (question: string, word: string) => {
    const stem = termsOf(word, 'en')?.word ?? 0
    return toQuestionTerms(new Set(['en']), question).words.find(({ terms }) => terms.includes(stem))?.times
  }

  test('count less in the ranking, and not for the grade', () => {
    const question = 'Which time of the week suits the teacher of music?'
    expect(weightOf(question, 'music')).toBe(1)
    expect(weightOf(question, 'teacher')).toBe(0.5)
    expect(wordsOf('en', question)).toEqual(['suits', 'music'])
  })

  test('others do not count at all', () => {
    expect(weightOf('Could you please explain photosynthesis?', 'please')).toBeUndefined()
  })
})

test('Japanese endings do not count if there are other words', () => {
  expect(wordsOf('ja', '光合成とはどういうことですか？')).toEqual(['光合', '合成'])
  expect(wordsOf('ja', '日本の首都であったのはどの都市ですか？')).toEqual(['日本', '首都', '都市'])
  expect(wordsOf('ja', 'すしはおいしいですか？').length).toBeGreaterThan(0)
})

test.each([
  ['What is the role of gut bacteria in the body?', 'gut'],
  ['What is the capital of Gabon?', 'gabon'],
  ['Which tag does the parser of the page ignore?', 'tag'],
])('polite words of other languages are content: %s', (question, word) => {
  expect(wordsOf('en', question)).toContain(word)
})

test('context counts half as much as the question altogether, however long it is', () => {
  const question = 'Where was the treaty on the comet signed?'
  const context = 'The harbour of the old town is deep. '.repeat(20)
  const { words, mainWords } = toQuestionTerms(new Set(['en']), `${context}${question}`)
  const weightOf = (list: typeof words) => list.reduce((sum, { times }) => sum + times, 0)
  expect(weightOf(words) - weightOf(mainWords)).toBeCloseTo(weightOf(mainWords) / 2)
})

test.each<[Language, string, string[]]>([
  ['tr', 'İstanbul ne zaman fethedildi?', ['i\u0307stanbul', 'fethedildi']],
  ['pl', 'Dlaczego trzeba było nosić okulary?', ['nosić', 'okulary']],
  ['ru', 'Как называется процесс деления клетки?', ['процесс', 'деления', 'клетки']],
  ['vi', 'Sinh viên được mượn mấy cuốn sách?', ['sinh', 'viên', 'mượn', 'cuốn', 'sách']],
])('%s: words of asking and with letters such as ł and đ are not content', (language, question, words) => {
  expect(wordsOf(language, question)).toEqual(words)
})
