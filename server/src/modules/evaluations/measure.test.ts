import { describe, expect, it } from 'vitest'
import { bootstrapInterval, compare } from './compare.ts'
import { measure, summarizeOutcomes, toRanks } from './measure.ts'

const log2 = Math.log2

describe('metrics of one question', () => {
  it.each<[string, (number | null)[], { recall: number; ndcg: number; reciprocal_rank: number }]>([
    ['the only one first', [1], { recall: 1, ndcg: 1, reciprocal_rank: 1 }],
    ['the only one third', [3], { recall: 1, ndcg: 1 / log2(4), reciprocal_rank: 1 / 3 }],
    ['the only one tenth', [10], { recall: 1, ndcg: 1 / log2(11), reciprocal_rank: 1 / 10 }],
    ['found behind the tenth', [11], { recall: 1, ndcg: 0, reciprocal_rank: 1 / 11 }],
    ['not found', [null], { recall: 0, ndcg: 0, reciprocal_rank: 0 }],
    ['two, both in front', [2, 1], { recall: 1, ndcg: 1, reciprocal_rank: 1 }],
    [
      'two, with others between',
      [1, 4],
      { recall: 1, ndcg: (1 + 1 / log2(5)) / (1 + 1 / log2(3)), reciprocal_rank: 1 },
    ],
    [
      'one of three',
      [null, 2, null],
      { recall: 1 / 3, ndcg: 1 / log2(3) / (1 + 1 / log2(3) + 1 / 2), reciprocal_rank: 1 / 2 },
    ],
    ['two in one passage', [1, 1], { recall: 1, ndcg: 1, reciprocal_rank: 1 }],
    [
      'two in one passage behind one that has one',
      [1, 2, 2],
      { recall: 1, ndcg: (1 + 2 / log2(3)) / (2 + 1 / log2(3)), reciprocal_rank: 1 },
    ],
  ])('%s', (_name, ranks, expected) => {
    const { recall, ndcg, reciprocal_rank } = measure(ranks)
    expect(recall).toBeCloseTo(expected.recall, 12)
    expect(ndcg).toBeCloseTo(expected.ndcg, 12)
    expect(reciprocal_rank).toBeCloseTo(expected.reciprocal_rank, 12)
  })

  it('each expected passage counts once, at its first rank', () => {
    expect(toRanks(3, [[], [0], [0, 2], [2]])).toEqual([2, null, 3])
    expect(toRanks(2, [])).toEqual([null, null])
  })

  it('means over all questions', () => {
    expect(summarizeOutcomes([measure([1]), measure([3]), measure([null])])).toEqual({
      recall: 0.6667,
      ndcg: 0.5,
      mrr: 0.4444,
      answered: 2,
    })
  })
})

describe('two settings side by side', () => {
  const settings = { top_k: 5, threshold: 0, sections: false }
  const pair = (questionId: string, first: (number | null)[], second: (number | null)[]) => ({
    questionId,
    first: measure(first),
    second: measure(second),
  })

  it('reports which settings win where, and by how much', () => {
    const pairs = [
      pair('a', [1], [3]),
      pair('b', [null], [1]),
      pair('c', [2], [2]),
      pair('d', [1, 2, 3], [3, 1, 2]),
    ]
    expect(compare(pairs, settings)).toMatchObject({
      settings,
      wins: ['a'],
      losses: ['b'],
      ties: ['c', 'd'],
      difference: { recall: -0.25, ndcg: -0.125, mrr: -0.0833 },
      summary: { recall: 1, answered: 4 },
    })
  })

  it('returns the same interval each time, with the difference inside it', () => {
    const differences = Array.from({ length: 200 }, (_, at) => ((at * 37) % 100) / 100 - 0.3)
    const first = bootstrapInterval(differences)
    expect(bootstrapInterval([...differences])).toEqual(first)
    // The mean is 0.195 and its standard error 0.0204: the normal approximation is 0.155 to 0.235.
    expect(first?.low).toBeCloseTo(0.155, 2)
    expect(first?.high).toBeCloseTo(0.235, 2)
  })

  it('has no width without variance, and no interval for a single question', () => {
    expect(bootstrapInterval([0.5, 0.5, 0.5])).toEqual({ low: 0.5, high: 0.5 })
    expect(bootstrapInterval([0.5])).toBeNull()
  })
})
