import { describe, expect, it } from 'vitest'
import { toPlaceholderName } from './placeholder-name.ts'

describe('placeholder names', () => {
  it.each([
    ['Biology course', 'biology_course'],
    ['Història de l’art', 'historia_de_l_art'],
    ['essay-rubric.json', 'essay_rubric'],
    ['  Unit 3: photosynthesis & light ', 'unit_3_photosynthesis_light'],
    ['A very long name that would make the template hard to read', 'a_very_long_name_that_would_make_the'],
  ])('%s', (text, name) => {
    expect(toPlaceholderName(text)).toBe(name)
  })

  it.each([['生物学'], ['2026'], ['user input'], ['Constructor'], ['?']])('has none for %s', (text) => {
    expect(toPlaceholderName(text)).toBeUndefined()
  })
})
