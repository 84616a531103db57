import type { RubricSheet } from '@bellwether/wire'
import { inLine, toTable } from '../markdown/markdown-table.ts'
import { byFallingScore, toScale } from './scoring.ts'

/** A rubric as instructions for a model that grades by it. Pure. */
export function toEvaluationMarkdown(rubric: RubricSheet): string {
  const sections = [
    toHead(rubric),
    toScoring(rubric),
    toOverview(rubric.criteria),
    toLevels(rubric.criteria),
    toExpectedOutput(rubric),
  ]
  return `${sections.map((blocks) => blocks.join('\n\n')).join('\n\n---\n\n')}\n`
}

function toHead({ title, description, metadata }: RubricSheet): string[] {
  const about = [
    ...(metadata.subject === '' ? [] : [`Subject: ${inLine(metadata.subject)}`]),
    ...(metadata.gradeLevel === '' ? [] : [`Grade Level: ${inLine(metadata.gradeLevel)}`]),
  ]
  return [
    `# EVALUATION RUBRIC: ${inLine(title)}`,
    ...(description === '' ? [] : [`**Purpose:** ${description}`]),
    ...(about.length === 0 ? [] : [about.join(' | ')]),
  ]
}

function toScoring(rubric: RubricSheet): string[] {
  const { levels, highest, factor } = toScale(rubric)
  return [
    '## SCORING INSTRUCTIONS',
    'Grade the work with this rubric alone, in three steps.',
    '### Step 1: Evaluate each criterion',
    'Choose for every criterion the one level that describes the work best, and take its score:',
    ...(levels.length === 0
      ? []
      : [levels.map(({ score, label }) => `- **${score}** = ${inLine(label)}`).join('\n')]),
    '### Step 2: Apply weights',
    'The weight of a criterion is its share of the result in percent. All weights sum to 100.',
    '### Step 3: Compute the final score',
    `\`\`\`\nFinal Score = Σ(level_score × weight% / 100) × ${factor}\n\`\`\``,
    `The factor ${factor} = ${rubric.maxScore} ÷ ${highest} stretches the scale of the levels, whose highest score is ${highest}, to the maximum score of the rubric.`,
    `**Maximum score:** ${rubric.maxScore}`,
    `**Scoring type:** ${rubric.scoringType}`,
  ]
}

const toOverview = (criteria: RubricSheet['criteria']): string[] => [
  '## CRITERIA OVERVIEW',
  toTable(
    ['Criterion', 'Weight (%)', 'What it evaluates'],
    criteria.map(({ name, weight, description }) => [name, weight, description]),
  ),
]

const toLevels = (criteria: RubricSheet['criteria']): string[] => [
  '## PERFORMANCE LEVELS BY CRITERION',
  ...criteria.flatMap(({ name, weight, description, levels }, index) => [
    `### ${index + 1}. ${inLine(name)}`,
    `**Weight: ${weight}%** — ${description}`,
    toTable(
      ['Score', 'Level', 'Description'],
      byFallingScore(levels).map((level) => [level.score, level.label, level.description]),
    ),
  ]),
]

function toExpectedOutput(rubric: RubricSheet): string[] {
  const { highest, factor } = toScale(rubric)
  const lines = rubric.criteria.map(
    ({ name, weight }) => `${inLine(name)}: [score] × ${weight}% × ${factor} = [points]`,
  )
  return [
    '## EXPECTED OUTPUT FORMAT',
    '### Criterion Evaluations',
    [
      'For every criterion:',
      '- **Level:** the label of the chosen level',
      `- **Score:** X/${highest}`,
      '- **Justification:** what in the work leads to this level',
    ].join('\n'),
    '### Score Calculation',
    `\`\`\`\n${[...lines, `TOTAL: [sum of points] / ${rubric.maxScore}`].join('\n')}\n\`\`\``,
    '### Overall Feedback',
    'What is good, what is missing, and what to do next.',
  ]
}
