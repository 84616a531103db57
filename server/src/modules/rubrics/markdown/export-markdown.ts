import type { RubricSheet } from '@bellwether/wire'
import { inLine, toTable } from './markdown-table.ts'

/** A rubric as a page for reading or printing. Pure. */
export function toExportMarkdown(rubric: RubricSheet, now: Date): string {
  const { subject, gradeLevel } = rubric.metadata
  return `${[
    `# ${inLine(rubric.title)}`,
    ...(rubric.description === '' ? [] : [`**Description:** ${rubric.description}`]),
    ...(subject === '' ? [] : [`**Subject:** ${inLine(subject)}`]),
    ...(gradeLevel === '' ? [] : [`**Grade Level:** ${inLine(gradeLevel)}`]),
    `**Scoring Type:** ${rubric.scoringType}`,
    `**Maximum Score:** ${rubric.maxScore}`,
    '---',
    '## Criteria and Performance Levels',
    toCriteriaTable(rubric.criteria),
    '---',
    `*Generated on ${now.toISOString().slice(0, 10)}*`,
  ].join('\n\n')}\n`
}

/** The columns are the first criterion's levels; other levels of another criterion follow in their stored order. */
function toCriteriaTable(criteria: RubricSheet['criteria']): string {
  const [first] = criteria
  if (!first) return '*This rubric has no criteria yet.*'
  const header = ['Criterion', ...first.levels.map((level) => `${level.label} (${level.score})`)]
  // A criterion with fewer levels leaves cells empty; one with more gets columns without a name.
  const width = Math.max(...criteria.map((criterion) => criterion.levels.length)) + 1
  const toWidth = (cells: string[]) => [...cells, ...Array<string>(width - cells.length).fill('')]
  return toTable(
    toWidth(header),
    criteria.map(({ name, levels }) => toWidth([name, ...levels.map((level) => level.description)])),
  )
}
