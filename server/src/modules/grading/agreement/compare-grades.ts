import type { RubricSheet } from '@bellwether/wire'
import { FEW_WORKS, type GradingAgreement, type RubricEvaluation, type WorkGrade } from '@bellwether/wire'
import { findLevel } from '../grades.ts'
import { type Agreement, agreementOf, type GradePair, overallAgreement, toRank } from './agreement.ts'

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
