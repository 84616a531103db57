import { describe, expect, it } from 'vitest'
import { agreementOf, type GradePair, overallAgreement, toRank } from './compare-grades.ts'

const pairsOf = (hand: number[], model: number[]): GradePair[] =>
  hand.map((level, at) => ({ hand: level, model: model[at] ?? -1 }))

describe('agreement of one criterion', () => {
  it('matches a calculation by hand for four works and three levels', () => {
    // Observed: (0-0)² + (1-2)² + (2-2)² + (1-1)² = 1, per work 1/4.
    // Expected: each of hand 0,1,2,1 with each of model 0,2,2,1, squared:
    // 0: 0+4+4+1 = 9, 1: 1+1+1+0 = 3, 2: 4+0+0+1 = 5, 1: 3; together 20, per pair 20/16.
    // Kappa: 1 − (1/4) ÷ (20/16) = 0.8
    const agreement = agreementOf(pairsOf([0, 1, 2, 1], [0, 2, 2, 1]), 3)
    expect(agreement).toMatchObject({ pairs: 4, exact: 0.75, adjacent: 1, undefinedBecause: null })
    expect(agreement.kappa).toBeCloseTo(0.8, 12)
  })

  it('matches the textbook formula with a matrix of weights', () => {
    const hand = [0, 0, 1, 2, 3, 3, 1, 2, 0, 3]
    const model = [0, 1, 1, 3, 3, 0, 2, 2, 1, 3]
    const levels = 4
    let observed = 0
    let expected = 0
    for (let i = 0; i < levels; i++)
      for (let j = 0; j < levels; j++) {
        const weight = (i - j) ** 2 / (levels - 1) ** 2
        const count = (rows: number[], level: number) => rows.filter((row) => row === level).length
        observed += weight * hand.filter((level, at) => level === i && model[at] === j).length
        expected += (weight * count(hand, i) * count(model, j)) / hand.length
      }
    expect(agreementOf(pairsOf(hand, model), levels).kappa).toBeCloseTo(1 - observed / expected, 12)
  })

  it('is 1 for equal grades, −1 for opposite ones and 0 for a model that gives everyone the same', () => {
    expect(agreementOf(pairsOf([0, 1, 2], [0, 1, 2]), 3)).toMatchObject({ exact: 1, adjacent: 1, kappa: 1 })
    expect(agreementOf(pairsOf([0, 2], [2, 0]), 3)).toMatchObject({ exact: 0, adjacent: 0, kappa: -1 })
    expect(agreementOf(pairsOf([0, 1, 2], [1, 1, 1]), 3).kappa).toBeCloseTo(0, 12)
  })

  it('has no kappa if all grades are the same, and never NaN', () => {
    expect(agreementOf(pairsOf([2, 2, 2], [2, 2, 2]), 3)).toEqual({
      pairs: 3,
      exact: 1,
      adjacent: 1,
      kappa: null,
      undefinedBecause: 'same_grade',
    })
  })

  it('has no kappa for a single work with the same grade, and 0 for one with different grades', () => {
    expect(agreementOf(pairsOf([1], [1]), 3)).toMatchObject({ kappa: null, undefinedBecause: 'same_grade' })
    expect(agreementOf(pairsOf([1], [2]), 3)).toMatchObject({ exact: 0, adjacent: 1, kappa: 0 })
  })

  it('has no kappa for a criterion with one level, and nothing without grades', () => {
    expect(agreementOf(pairsOf([0, 0], [0, 0]), 1)).toMatchObject({
      exact: 1,
      kappa: null,
      undefinedBecause: 'one_level',
    })
    expect(agreementOf([], 4)).toEqual({
      pairs: 0,
      exact: null,
      adjacent: null,
      kappa: null,
      undefinedBecause: 'no_grades',
    })
  })
})

describe('overall agreement', () => {
  it('counts all grades, and takes the mean of the kappas of criteria with different numbers of levels', () => {
    const agreement = overallAgreement([
      { pairs: pairsOf([0, 1, 2, 1], [0, 2, 2, 1]), levels: 3 },
      { pairs: pairsOf([0, 1], [0, 1]), levels: 2 },
      // Undefined: does not count for kappa, but for the shares.
      { pairs: pairsOf([1, 1], [1, 1]), levels: 5 },
      { pairs: [], levels: 4 },
    ])
    expect(agreement).toMatchObject({ pairs: 8, exact: 7 / 8, adjacent: 1, undefinedBecause: null })
    expect(agreement.kappa).toBeCloseTo((0.8 + 1) / 2, 12)
  })

  it('says why there is no kappa', () => {
    const none = { pairs: [], levels: 3 }
    const same = { pairs: pairsOf([1, 1], [1, 1]), levels: 3 }
    const single = { pairs: pairsOf([0], [0]), levels: 1 }
    expect(overallAgreement([])).toMatchObject({ exact: null, kappa: null, undefinedBecause: 'no_grades' })
    expect(overallAgreement([none, same])).toMatchObject({ kappa: null, undefinedBecause: 'same_grade' })
    expect(overallAgreement([none, single])).toMatchObject({ kappa: null, undefinedBecause: 'one_level' })
  })
})

it('levels are numbered from the lowest score, whatever their order; equal scores are one level', () => {
  const rank = toRank([3, 1, 4, 1])
  expect([rank(1), rank(3), rank(4)]).toEqual([0, 1, 2])
})
