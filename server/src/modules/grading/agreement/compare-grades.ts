import type { RubricSheet } from '@bellwether/wire'
import { FEW_WORKS, type GradingAgreement, type RubricEvaluation, type WorkGrade } from '@bellwether/wire'
import { findLevel } from '../grades.ts'

/** A work with the grades that are compared. */
export interface ComparedWork {
  id: number
  name: string
  hand: readonly WorkGrade[]
  evaluation: RubricEvaluation | undefined
}

type Compared = Omit<GradingAgreement, 'previous'>
type Disagreement = Compared['disagreements'][number]

interface CriterionResult {
  pairs: GradePair[]
  levels: number
  works: Set<number>
  disagreements: Disagreement[]
}

/** Compares grades by hand with those of the model. Works that one of them has not graded don't count. Pure. */
export function compareGrades(sheet: RubricSheet, works: readonly ComparedWork[]): Compared {
  const results = sheet.criteria.map((_criterion, at) => compareCriterion(sheet, at, works))
  const counted = new Set(results.flatMap((result) => [...result.works])).size
  return {
    works: counted,
    few_works: counted < FEW_WORKS,
    overall: toFigures(overallAgreement(results)),
    criteria: sheet.criteria.map(({ id, name }, at) => {
      const { pairs = [], levels = 0 } = results[at] ?? {}
      return { criterion_id: id, name, ...toFigures(agreementOf(pairs, levels)) }
    }),
    disagreements: results
      .flatMap(({ disagreements }) => disagreements)
      .sort((a, b) => b.distance - a.distance),
  }
}

function compareCriterion({ criteria }: RubricSheet, at: number, works: readonly ComparedWork[]) {
  const criterion = criteria[at]
  const scores = criterion?.levels.map(({ score }) => score) ?? []
  const rank = toRank(scores)
  const result: CriterionResult = {
    pairs: [],
    levels: new Set(scores).size,
    works: new Set(),
    disagreements: [],
  }
  if (!criterion) return result
  for (const { id, name, hand, evaluation } of works) {
    const handLevel = findLevel(
      criterion,
      hand.find((grade) => grade.criterion_id === criterion.id)?.level ?? null,
    )
    const judged = evaluation?.criteria[at]
    const modelLevel = findLevel(criterion, judged?.level ?? null)
    if (!handLevel || !modelLevel) continue
    const pair = { hand: rank(handLevel.score), model: rank(modelLevel.score) }
    result.pairs.push(pair)
    result.works.add(id)
    const distance = Math.abs(pair.hand - pair.model)
    if (distance === 0) continue
    result.disagreements.push({
      work_id: id,
      work_name: name,
      criterion_id: criterion.id,
      hand_level: handLevel.label,
      model_level: modelLevel.label,
      distance,
      justification: judged?.justification ?? '',
      quotes: judged?.evidence.map(({ quote }) => quote) ?? [],
    })
  }
  return result
}

const toFigures = ({ pairs, exact, adjacent, kappa, undefinedBecause }: Agreement) => ({
  grades: pairs,
  exact,
  adjacent,
  kappa,
  kappa_missing: undefinedBecause,
})

/** Two grades of the same work for one criterion. Levels are numbered from the lowest, starting with 0. */
export interface GradePair {
  hand: number
  model: number
}

interface Agreement {
  /** The number of grades compared. */
  pairs: number
  /** The share with the same level, from 0 to 1; null without grades. */
  exact: number | null
  /** The share that is at most one level apart, including the same level. */
  adjacent: number | null
  /** Quadratic weighted kappa; null if undefined. */
  kappa: number | null
  /** Why `kappa` is undefined. */
  undefinedBecause: 'no_grades' | 'one_level' | 'same_grade' | null
}

/** How far a hand grade and a model's grade of one criterion agree. Pure, like everything here. */
export function agreementOf(pairs: readonly GradePair[], levels: number): Agreement {
  const count = pairs.length
  if (count === 0)
    return { pairs: 0, exact: null, adjacent: null, kappa: null, undefinedBecause: 'no_grades' }
  const shareWithin = (distance: number): number =>
    pairs.filter(({ hand, model }) => Math.abs(hand - model) <= distance).length / count
  return {
    pairs: count,
    exact: shareWithin(0),
    adjacent: shareWithin(1),
    ...(levels < 2 ? { kappa: null, undefinedBecause: 'one_level' as const } : kappaOf(pairs)),
  }
}

/**
 * Cohen's kappa with quadratic weights: 1 − (observed disagreement ÷ the disagreement expected by chance). The weight of
 * a disagreement is the square of its distance; the usual divisor (levels − 1)² cancels out.
 */
function kappaOf(pairs: readonly GradePair[]): Pick<Agreement, 'kappa' | 'undefinedBecause'> {
  let observed = 0
  let expected = 0
  for (const { hand, model } of pairs) observed += (hand - model) ** 2
  for (const { hand } of pairs) for (const { model } of pairs) expected += (hand - model) ** 2
  // Both graders gave one and the same level to every work: there is no chance disagreement to compare with.
  if (expected === 0) return { kappa: null, undefinedBecause: 'same_grade' }
  return { kappa: 1 - (observed * pairs.length) / expected, undefinedBecause: null }
}

/**
 * All criteria together: the shares are those of all grades; kappa is the mean of the criteria that have one, because
 * levels of different criteria can't be compared.
 */
export function overallAgreement(
  criteria: readonly { pairs: readonly GradePair[]; levels: number }[],
): Agreement {
  const each = criteria.map(({ pairs, levels }) => agreementOf(pairs, levels))
  const { pairs, exact, adjacent } = agreementOf(
    criteria.flatMap((criterion) => criterion.pairs),
    2,
  )
  const kappas = each.flatMap(({ kappa }) => (kappa === null ? [] : [kappa]))
  if (kappas.length > 0) {
    const kappa = kappas.reduce((sum, value) => sum + value, 0) / kappas.length
    return { pairs, exact, adjacent, kappa, undefinedBecause: null }
  }
  const graded = each.filter((criterion) => criterion.pairs > 0)
  const reason =
    graded.length === 0
      ? 'no_grades'
      : graded.some(({ undefinedBecause }) => undefinedBecause === 'same_grade')
        ? 'same_grade'
        : 'one_level'
  return { pairs, exact, adjacent, kappa: null, undefinedBecause: reason }
}

/** Numbers the levels of a criterion from the lowest. Levels with the same score have the same number. */
export function toRank(scores: readonly number[]): (score: number) => number {
  const order = [...new Set(scores)].sort((a, b) => a - b)
  return (score) => order.indexOf(score)
}
