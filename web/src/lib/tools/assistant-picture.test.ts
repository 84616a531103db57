import { describe, expect, it } from 'vitest'
import { pictureOf } from './assistant-picture.ts'

describe('pictureOf', () => {
  it.each([
    ['Cell tutor', 'CT'],
    ['Études de cas — 3e année', 'ÉD'],
    ['“Biology”', 'B'],
    ['🧪 Chemistry', 'C'],
    ['…', '?'],
    ['', '?'],
  ])('shows %s as %s', (name, letters) => {
    expect(pictureOf(name).letters).toBe(letters)
  })

  it('is the same wherever the name is shown, and differs between names', () => {
    expect(pictureOf('Cell tutor ')).toEqual(pictureOf('Cell tutor'))
    const hues = ['Cell tutor', 'Writing coach', 'Essay evaluator', 'Lab helper', 'Maths', 'History'].map(
      (name) => pictureOf(name).hue,
    )
    expect(new Set(hues).size).toBeGreaterThan(2)
  })
})
