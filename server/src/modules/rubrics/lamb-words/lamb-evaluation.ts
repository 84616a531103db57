import {
  asFloat,
  asInt,
  dumps,
  fixed2,
  type PythonDict,
  type PythonValue,
  readPython,
  str,
  toDict,
  toDicts,
  toNumber,
} from './python-values.ts'

/**
 * A rubric in the words of LAMB, byte for byte: assistants from there were tuned with them, and their grades must not
 * shift. `json` is the rubric as it is stored.
 */
export const toLambEvaluation = (json: string, format: 'markdown' | 'json'): string =>
  format === 'json' ? toJson(json) : toMarkdown(json)

type Dict = { [key: string]: PythonValue }

/** Sorted as LAMB does: the best first, equal ones in their order. */
const levelsOf = (criterion: Dict | undefined): Dict[] =>
  toDicts(criterion?.['levels']).toSorted((a, b) => toNumber(b['score']) - toNumber(a['score']))

const get = (dict: Dict, key: string, otherwise: string): string =>
  str(key in dict ? (dict[key] ?? null) : otherwise)
const scoreOf = (level: Dict): string => get(level, 'score', asInt(0))
const labelOf = (level: Dict): string => get(level, 'label', `Level ${scoreOf(level)}`)

function read(json: string) {
  const rubric = readPython(json)
  const criteria = toDicts(rubric['criteria'])
  const levels = levelsOf(criteria[0])
  const maxScore = rubric['maxScore'] ?? asInt(10)
  const highest = levels[0] ? (levels[0]['score'] ?? asInt(0)) : asInt(4)
  const factor = toNumber(highest) > 0 ? toNumber(maxScore) / toNumber(highest) : undefined
  return {
    rubric,
    criteria,
    levels,
    maxScore: str(maxScore),
    highest: str(highest),
    factor: fixed2(factor ?? 1),
    /** As a number: a whole one if the rubric has no scale. */
    rounded: factor === undefined ? asInt(1) : asFloat(Number(fixed2(factor))),
    scoringType: rubric['scoringType'] ?? 'points',
  }
}

function toMarkdown(json: string): string {
  const read_ = read(json)
  const { criteria } = read_
  return [
    ...toHead(read_),
    ...toInstructions(read_),
    '## CRITERIA OVERVIEW',
    '',
    '| Criterion | Weight (%) | What it Evaluates |',
    '|-----------|------------|-------------------|',
    ...criteria.map(
      (one) =>
        `| ${get(one, 'name', 'Unnamed')} | ${get(one, 'weight', asInt(0))}% | ${get(one, 'description', '')} |`,
    ),
    '',
    '---',
    '',
    '## PERFORMANCE LEVELS BY CRITERION',
    '',
    ...criteria.flatMap(toLevels),
    '---',
    '',
    ...toExpectedOutput(read_),
  ].join('\n')
}

function toHead({ rubric }: ReturnType<typeof read>): string[] {
  const description = rubric['description'] ?? ''
  const { subject, gradeLevel } = toDict(rubric['metadata'])
  const about = [
    ...(subject ? [`Subject: ${str(subject)}`] : []),
    ...(gradeLevel ? [`Grade Level: ${str(gradeLevel)}`] : []),
  ]
  return [
    `# EVALUATION RUBRIC: ${get(rubric, 'title', 'Untitled Rubric')}`,
    '',
    ...(description ? [`**Purpose:** ${str(description)}`, ''] : []),
    ...(about.length > 0 ? [about.join(' | '), ''] : []),
    '---',
    '',
  ]
}

const toInstructions = ({
  levels,
  factor,
  maxScore,
  highest,
  scoringType,
}: ReturnType<typeof read>): string[] => [
  '## SCORING INSTRUCTIONS',
  '',
  'You are evaluating student work using this rubric. Follow these steps:',
  '',
  '### Step 1: Evaluate Each Criterion',
  '',
  'For each criterion below, read the student work and select the performance level',
  'that best describes it. Each level has a **score value** (higher = better):',
  '',
  ...levels.map((level) => `- **${scoreOf(level)}** = ${labelOf(level)}`),
  '',
  '### Step 2: Apply Weights',
  '',
  'Each criterion has a **weight** expressed as a percentage. All weights sum to 100%.',
  'The weight indicates the relative importance of each criterion in the final score.',
  '',
  '### Step 3: Calculate Final Score',
  '',
  'Use this formula:',
  '',
  '```',
  `Final Score = Σ (level_score × weight% / 100) × ${factor}`,
  '```',
  '',
  `Where ${factor} = maxScore (${maxScore}) ÷ max_level_score (${highest})`,
  '',
  `**Maximum possible score: ${maxScore}** (Scoring type: ${str(scoringType)})`,
  '',
  '---',
  '',
]

const toLevels = (criterion: Dict, at: number): string[] => [
  `### ${at + 1}. ${get(criterion, 'name', 'Unnamed')}`,
  `**Weight: ${get(criterion, 'weight', asInt(0))}%** — ${get(criterion, 'description', '')}`,
  '',
  '| Score | Level | Description |',
  '|-------|-------|-------------|',
  ...levelsOf(criterion).map(
    (level) => `| ${scoreOf(level)} | ${get(level, 'label', '')} | ${get(level, 'description', '')} |`,
  ),
  '',
]

const toExpectedOutput = ({ criteria, highest, factor, maxScore }: ReturnType<typeof read>): string[] => [
  '## EXPECTED OUTPUT FORMAT',
  '',
  'Structure your evaluation as follows:',
  '',
  '### Criterion Evaluations',
  'For each criterion, provide:',
  `- **[Criterion Name]**: [Selected Level Label] (Score: X/${highest})`,
  '- **Justification**: Brief explanation referencing specific aspects of the student work',
  '',
  '### Score Calculation',
  'Show your calculation:',
  '```',
  ...criteria.map((one) => {
    const share = fixed2(toNumber(one['weight']) / 100)
    return `- ${get(one, 'name', 'Criterion')}: [score] × ${share} × ${factor} = [points]`
  }),
  `- TOTAL: [sum] / ${maxScore}`,
  '```',
  '',
  '### Overall Feedback',
  'Provide constructive feedback highlighting strengths and areas for improvement.',
  '',
]

function toJson(json: string): string {
  const { rubric, levels, factor, rounded, maxScore, highest, scoringType } = read(json)
  const dict = (entries: [string, PythonValue | PythonDict | PythonDict[]][]): PythonDict => new Map(entries)
  const section = (name: string, description: string): PythonDict =>
    dict([
      ['name', name],
      ['description', description],
    ])
  const scoring = dict([
    [
      'level_scores',
      dict(
        levels.map((level) => [scoreOf(level), 'label' in level ? (level['label'] ?? null) : labelOf(level)]),
      ),
    ],
    [
      'level_score_meaning',
      `Each performance level has a score value from 1 (lowest) to ${highest} (highest). Assign the score of the level that best matches the student work.`,
    ],
    [
      'weights',
      dict([
        [
          'meaning',
          'Each criterion has a weight expressed as a percentage. Weights indicate relative importance and sum to 100%.',
        ],
        ['sum_to', asInt(100)],
      ]),
    ],
    [
      'formula',
      dict([
        ['description', 'Calculate final score using weighted average scaled to maxScore'],
        ['formula', `final_score = Σ(criterion_score × criterion_weight / 100) × ${factor}`],
        ['scaling_factor', rounded],
        ['scaling_explanation', `maxScore (${maxScore}) ÷ max_level_score (${highest}) = ${factor}`],
      ]),
    ],
    ['max_score', rubric['maxScore'] ?? asInt(10)],
    ['scoring_type', scoringType],
  ])
  const expected = dict([
    ['format', 'structured evaluation'],
    [
      'required_sections',
      [
        section(
          'criterion_evaluations',
          'For each criterion: selected level label, score value, and justification',
        ),
        section('score_calculation', "Show the math: each criterion's contribution and the total"),
        section('total_score', `Final calculated score out of ${maxScore}`),
        section('overall_feedback', 'Constructive feedback highlighting strengths and areas for improvement'),
      ],
    ],
  ])
  const instructions = dict([
    [
      'purpose',
      "Use this rubric to evaluate student work. For each criterion, select the performance level that best matches the student's work based on the level descriptions.",
    ],
    ['scoring_system', scoring],
    ['expected_output', expected],
  ])
  return dumps(
    dict([
      ['evaluation_instructions', instructions],
      ['rubric', rubric],
    ]),
  )
}
