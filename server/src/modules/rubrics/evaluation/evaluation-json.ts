import type { RubricSheet } from '@bellwether/wire'
import { toScale } from './scoring.ts'

/** The same instructions as data, with the rubric as it is stored. Pure. */
export function toEvaluationJson(rubric: RubricSheet, stored: Readonly<Record<string, unknown>>): string {
  const { levels, highest, factor } = toScale(rubric)
  const instructions = {
    purpose: rubric.description,
    scoring_system: {
      level_scores: '',
      level_score_meaning: 'Each criterion gets the score of the one level that describes the work best.',
      weights: { meaning: 'The share of each criterion in the result, in percent.', sum_to: 100 },
      formula: {
        description: 'Add up the weighted scores and stretch the sum to the maximum score.',
        formula: `Final Score = Σ(level_score × weight% / 100) × ${factor}`,
        scaling_factor: Number(factor),
        scaling_explanation: `${rubric.maxScore} (maximum score) ÷ ${highest} (highest level score) = ${factor}`,
      },
      max_score: rubric.maxScore,
      scoring_type: rubric.scoringType,
    },
    expected_output: {
      format: 'Four sections, in this order.',
      required_sections: [
        {
          name: 'criterion_evaluations',
          description: 'For every criterion its level, its score and the reasons.',
        },
        { name: 'score_calculation', description: 'For every criterion: score × weight × factor = points.' },
        { name: 'total_score', description: `The sum of the points, out of ${rubric.maxScore}.` },
        { name: 'overall_feedback', description: 'What is good, what is missing, and what to do next.' },
      ],
    },
  }
  const text = JSON.stringify({ evaluation_instructions: instructions, rubric: stored }, null, 2)
  // The first one is ours: within a text, the quotes would be escaped.
  return text.replace('"level_scores": ""', () => `"level_scores": ${toLevelScores(levels)}`)
}

/** Written by hand, because JavaScript sorts numeric keys in ascending order. */
function toLevelScores(levels: readonly { score: number; label: string }[]): string {
  const byScore = new Map(levels.map(({ score, label }) => [String(score), label]))
  const lines = [...byScore].map(([score, label]) => `        "${score}": ${JSON.stringify(label)}`)
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n      }`
}
