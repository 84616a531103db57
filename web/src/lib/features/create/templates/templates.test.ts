import { expect, it } from 'vitest'
import { ca } from './ca.ts'
import { es } from './es.ts'
import { eu } from './eu.ts'

it.each([
  ['ca', ca],
  ['eu', eu],
])('has the same templates and placeholders in %s as in Spanish', (_language, texts) => {
  const placeholdersOf = (all: typeof es) =>
    Object.entries(all).map(([id, { prompt_template, suggested_questions }]) => [
      id,
      prompt_template.match(/\{\w+\}/g)?.sort(),
      suggested_questions.length,
    ])
  expect(placeholdersOf(texts)).toEqual(placeholdersOf(es))
})
