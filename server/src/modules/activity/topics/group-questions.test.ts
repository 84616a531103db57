import { describe, expect, it } from 'vitest'
import { cluster, toUnit } from './cluster.ts'
import { namePartsOf, toExample } from './example-text.ts'
import { groupQuestions } from './group-questions.ts'
import { groupInThread } from './groups.ts'

const ask = (texts: readonly string[], person: (at: number) => number = (at) => at) =>
  texts.map((text, at) => ({ id: `q${at}`, text, person: person(at), askedAt: 1000 - at }))
const defaults = { names: [], minPeople: 3, maxGroups: 50 }

const CHLOROPHYLL = [
  'What is chlorophyll?',
  'Hello! Could you please explain what chlorophyll does?',
  'why does chlorophyll look green',
  'Is chlorophyll in every leaf?',
]
const MITOSIS = [
  'What are the phases of mitosis?',
  'How long do the phases of mitosis take?',
  'Which phase of mitosis comes first?',
]

describe('grouping questions', () => {
  it('groups by what is asked, with a label and examples', () => {
    const { groups, ungrouped } = groupQuestions({
      ...defaults,
      questions: ask([...CHLOROPHYLL, ...MITOSIS, 'Thank you!', 'When is the exam?']),
    })
    expect(groups.map(({ label, questions, people }) => [label, questions, people])).toEqual([
      ['chlorophyll', 4, 4],
      ['phases · mitosis', 3, 3],
    ])
    expect(groups[1]?.ids).toEqual(['q4', 'q5', 'q6'])
    expect(groups[1]?.examples).toHaveLength(3)
    expect(ungrouped).toBe(2)
  })

  it('leaves out topics of fewer than three people, however often they ask', () => {
    const questions = ask([...MITOSIS, ...MITOSIS, ...MITOSIS], (at) => at % 2)
    expect(groupQuestions({ ...defaults, questions })).toEqual({ groups: [], ungrouped: 9 })
  })

  it('gives the same groups for the same questions', () => {
    const questions = ask([...MITOSIS, ...CHLOROPHYLL])
    expect(groupQuestions({ ...defaults, questions })).toEqual(groupQuestions({ ...defaults, questions }))
  })

  it('finds the same words in other forms and languages', () => {
    const texts = [
      '¿Qué es la mitosis y cuáles son sus fases?',
      '¿Cuánto dura cada fase de la mitosis?',
      'No entiendo las fases de la mitosis',
    ]
    expect(groupQuestions({ ...defaults, questions: ask(texts) }).groups).toMatchObject([
      { questions: 3, people: 3 },
    ])
  })

  it('shows no names of the class and no other names that few people use', () => {
    const texts = [
      'Does Marta Puig have to explain mitosis?',
      'Has Zacharias explained mitosis?',
      'Why does mitosis matter to me? Write to marta@example.edu or 600 123 456.',
    ]
    const { groups } = groupQuestions({ ...defaults, questions: ask(texts), names: ['Marta Puig'] })
    const shown = JSON.stringify(groups)
    expect(groups).toHaveLength(1)
    for (const secret of ['Marta', 'Puig', 'Zacharias', 'example.edu', '600'])
      expect(shown).not.toContain(secret)
  })

  it('compares thousands of questions in a thread', async () => {
    const subjects = ['osmosis', 'enzymes', 'glaciers', 'sonnets', 'inflation', 'isotopes', 'verbs']
    const texts = Array.from(
      { length: 3000 },
      (_, at) => `Question ${at}: how do ${subjects[at % subjects.length]} change in chapter ${at % 400}?`,
    )
    const { groups } = await groupInThread({ ...defaults, questions: ask(texts, (at) => at % 30) })
    expect(groups.length).toBeGreaterThan(0)
  })
})

describe('clustering', () => {
  it('merges by average similarity', () => {
    const vectors = [[1, 2], [1, 2, 3], [7, 8], [8, 9], [20]].map((terms) =>
      toUnit(new Map(terms.map((term) => [term, 1]))),
    )
    const groups = cluster(vectors, [1, 1, 1, 1, 1], 0.3).map((group) => group.sort())
    expect(groups.sort()).toEqual([[0, 1], [2, 3], [4]])
    expect(cluster([], [], 0.3)).toEqual([])
  })
})

describe('examples', () => {
  it.each([
    ['My name is Jo Vidal and what is osmosis?', 'My name is … and what is osmosis?'],
    ['Hola, em dic Pau. Què és?', 'Hola, em dic …. Què és?'],
    ['Ask @jo_1 or see https://x.example/a', 'Ask … or see …'],
    ['My number is 12345678Z', 'My number is …'],
    ['Who was Lamarck?', 'Who was Lamarck?'],
    ['In 1889, what happened?', 'In 1889, what happened?'],
  ])('%s', (text, shown) => {
    expect(toExample(text, { names: new Set() })).toBe(shown)
  })

  it.each([
    ['does marta have to explain the rosa', 'does … have to explain the rosa'],
    ['has íñigo said when it will start', 'has … said when it will start'],
    ['inigo rosa told will mark about it', '… … told … … about it'],
    ['the puigmal mountain, says puig?', 'the puigmal mountain, says …?'],
    ['لماذا قالت فاطمة هذا', 'لماذا قالت … هذا'],
    ['MARTA says marta-maria', '… says …-maria'],
  ])('without names of the class, whatever their case: %s', (text, shown) => {
    const names = namePartsOf(['Marta Puig', 'Íñigo Rosa', 'Will Mark', 'فاطمة حسن'])
    expect(toExample(text, { names, ordinary: new Set(['rosa']) })).toBe(shown)
  })

  it('knows ordinary words by the people who use them', () => {
    const texts = ['why is a rosa red', 'how tall is a rosa', 'is a rosa edible', 'does marta like a rosa']
    const { groups } = groupQuestions({
      ...defaults,
      questions: ask(texts),
      names: ['Marta Rosa'],
      minPeople: 1,
    })
    const shown = groups.flatMap(({ examples }) => examples).join()
    expect(shown).toContain('rosa')
    expect(shown).not.toContain('marta')
  })
})
