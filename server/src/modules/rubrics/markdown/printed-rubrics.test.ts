import { rubricSheetSchema } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { toEvaluationJson } from '../evaluation/evaluation-json.ts'
import { toEvaluationMarkdown } from '../evaluation/evaluation-markdown.ts'
import { CRITERIA } from '../testing.ts'
import { toExportMarkdown } from './export-markdown.ts'

const stored = {
  rubricId: 'orienteering-1',
  title: 'Orienteering',
  description: 'Finding one’s way',
  metadata: { subject: 'Geography', gradeLevel: '5-6' },
  criteria: CRITERIA,
  scoringType: 'points',
  maxScore: 10,
}
const sheet = rubricSheetSchema.parse(stored)
const now = new Date('2026-03-04T05:06:07Z')
const headings = (text: string) => text.split('\n').filter((line) => line.startsWith('#'))

describe('the Markdown export', () => {
  it('is one page with one table and the columns of the first criterion', () => {
    expect(toExportMarkdown(sheet, now)).toBe(
      [
        '# Orienteering',
        '**Description:** Finding one’s way',
        '**Subject:** Geography',
        '**Grade Level:** 5-6',
        '**Scoring Type:** points',
        '**Maximum Score:** 10',
        '---',
        '## Criteria and Performance Levels',
        [
          '| Criterion | Lost (1) | Found (3) |',
          '|---|---|---|',
          '| Route | No way \\| at all | The shortest way |',
          '| Map | Has a key | A sketch |',
        ].join('\n'),
        '---',
        '*Generated on 2026-03-04*\n',
      ].join('\n\n'),
    )
  })

  it('leaves out missing parts, and says when there are no criteria', () => {
    const text = toExportMarkdown(rubricSheetSchema.parse({ title: 'Empty' }), now)
    expect(text).not.toMatch(/Description|Subject|Grade/)
    expect(text).toContain('*This rubric has no criteria yet.*')
  })

  it('keeps rows of different lengths in one table', () => {
    const [route, map] = sheet.criteria
    const longer = { ...map, levels: [...(map?.levels ?? []), { score: 0, label: 'None', description: 'x' }] }
    const text = toExportMarkdown(rubricSheetSchema.parse({ ...sheet, criteria: [route, longer] }), now)
    expect(text).toContain('| Criterion | Lost (1) | Found (3) |  |\n|---|---|---|---|\n')
    expect(text).toContain('| Map | Has a key | A sketch | x |')
  })
})

describe('the evaluation as markdown', () => {
  const text = toEvaluationMarkdown(sheet)

  it('has its headings in order', () => {
    expect(headings(text)).toEqual([
      '# EVALUATION RUBRIC: Orienteering',
      '## SCORING INSTRUCTIONS',
      '### Step 1: Evaluate each criterion',
      '### Step 2: Apply weights',
      '### Step 3: Compute the final score',
      '## CRITERIA OVERVIEW',
      '## PERFORMANCE LEVELS BY CRITERION',
      '### 1. Route',
      '### 2. Map',
      '## EXPECTED OUTPUT FORMAT',
      '### Criterion Evaluations',
      '### Score Calculation',
      '### Overall Feedback',
    ])
    expect(text.match(/^---$/gm)).toHaveLength(4)
  })

  it('contains purpose and subject, and the levels by descending score', () => {
    expect(text).toContain('**Purpose:** Finding one’s way\n\nSubject: Geography | Grade Level: 5-6\n')
    expect(text).toContain('- **3** = Found\n- **1** = Lost\n')
    expect(text).toContain('| 3 | Found | The shortest way |\n| 1 | Lost | No way \\| at all |')
    expect(text).toContain('| Route | 60 | Is the way found? |\n| Map | 40 | Is it drawn? |')
  })

  it('prints the factor with two decimals', () => {
    expect(text).toContain('```\nFinal Score = Σ(level_score × weight% / 100) × 3.33\n```')
    expect(text).toContain('Map: [score] × 40% × 3.33 = [points]\nTOTAL: [sum of points] / 10\n```')
    expect(text).toContain('- **Score:** X/3')
  })

  it('assumes 4 as the highest score when the rubric has none', () => {
    expect(toEvaluationMarkdown(rubricSheetSchema.parse({ maxScore: '10' }))).toContain(') × 2.50\n')
  })
})

it('returns the evaluation as JSON, with the rubric as stored', () => {
  const text = toEvaluationJson(sheet, stored)
  expect(text).toContain('\n  "evaluation_instructions": {\n    "purpose"')
  const { evaluation_instructions: instructions, rubric } = JSON.parse(text)
  expect(rubric).toEqual(stored)
  expect(instructions.purpose).toBe('Finding one’s way')
  expect(instructions.scoring_system).toMatchObject({
    level_scores: { '3': 'Found', '1': 'Lost' },
    weights: { sum_to: 100 },
    formula: { scaling_factor: 3.33 },
    max_score: 10,
    scoring_type: 'points',
  })
  expect(
    instructions.expected_output.required_sections.map((section: { name: string }) => section.name),
  ).toEqual(['criterion_evaluations', 'score_calculation', 'total_score', 'overall_feedback'])
})

it('lists the level scores as JSON by descending score', () => {
  expect(toEvaluationJson(sheet, stored)).toContain(
    '\n      "level_scores": {\n        "3": "Found",\n        "1": "Lost"\n      },\n      "level_score_meaning"',
  )
  const tricky = { ...sheet, description: '"level_scores": ""' }
  const odd = toEvaluationJson(tricky, { level_scores: '' })
  expect(JSON.parse(odd)).toMatchObject({
    evaluation_instructions: {
      purpose: '"level_scores": ""',
      scoring_system: { level_scores: { '3': 'Found', '1': 'Lost' } },
    },
    rubric: { level_scores: '' },
  })
  const empty = rubricSheetSchema.parse({})
  expect(JSON.parse(toEvaluationJson(empty, {})).evaluation_instructions.scoring_system.level_scores).toEqual(
    {},
  )
})

it('reads any stored data', () => {
  for (const odd of [{}, { criteria: 'x', metadata: 3 }, { criteria: [null, { levels: [1, {}] }] }]) {
    expect(toEvaluationMarkdown(rubricSheetSchema.parse(odd))).toContain('# EVALUATION RUBRIC')
    expect(toExportMarkdown(rubricSheetSchema.parse(odd), now)).toContain('## Criteria')
  }
})
