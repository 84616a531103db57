import type { EvaluatedCriterion, RubricEvaluation } from '@bellwether/wire'
import { inLine } from '../markdown/markdown-table.ts'

/** An evaluation as a readable page. Pure. */
export function toEvaluationReport(evaluation: RubricEvaluation): string {
  const { title, criteria, total, max_score: max, percentage, points_so_far: soFar } = evaluation
  const result =
    total === null
      ? `**Not complete:** ${soFar} points so far, out of ${max}. ${evaluation.missing.map(inLine).join('; ')}`
      : `**Total: ${total} / ${max}** (${percentage} %)`
  return [
    `# Evaluation: ${inLine(title)}`,
    result,
    ...criteria.flatMap(toSection),
    ...(evaluation.feedback === '' ? [] : ['## Feedback', evaluation.feedback]),
    ...(evaluation.warnings.length === 0
      ? []
      : ['## Notes', evaluation.warnings.map((warning) => `- ${inLine(warning)}`).join('\n')]),
  ].join('\n\n')
}

function toSection(criterion: EvaluatedCriterion, at: number): string[] {
  const heading = `## ${at + 1}. ${inLine(criterion.name)} (${criterion.weight} %)`
  if (criterion.status === 'missing') return [heading, '*Not evaluated.*']
  return [
    heading,
    `**Level:** ${inLine(criterion.level ?? '')} · **Score:** ${criterion.score}/${criterion.highest_score} · **Points:** ${criterion.points}`,
    criterion.justification,
    ...criterion.evidence.map(({ quote }) => `> ${inLine(quote)}`),
  ]
}
