import { rubricSheetSchema } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { toDataFromMarkdown } from '../rubric-data.ts'
import { CRITERIA } from '../testing.ts'
import { toExportMarkdown } from './export-markdown.ts'

const now = new Date('2026-03-04T05:06:07Z')
const rubric = {
  title: 'Orienteering',
  description: 'Finding one’s way',
  metadata: { subject: 'Geography', gradeLevel: '5-6' },
  criteria: CRITERIA,
  scoringType: 'holistic',
  maxScore: 12.5,
}
const print = (value: unknown) => toExportMarkdown(rubricSheetSchema.parse(value), now)

describe('an exported page', () => {
  it('is imported with everything on it', () => {
    const data = toDataFromMarkdown(print(rubric))
    expect(data).toMatchObject({
      title: 'Orienteering',
      description: 'Finding one’s way',
      metadata: { subject: 'Geography', gradeLevel: '5-6', createdAt: expect.any(String) },
      scoringType: 'holistic',
      maxScore: 12.5,
    })
    expect(data.criteria).toMatchObject([
      {
        name: 'Route',
        weight: 50,
        levels: [
          { label: 'Lost', score: 1, description: 'No way | at all' },
          { label: 'Found', score: 3, description: 'The shortest way' },
        ],
      },
      { name: 'Map', weight: 50, levels: [{ score: 1 }, { score: 3 }] },
    ])
  })

  it.each([
    ['nothing but a title', { description: '', metadata: { subject: '', gradeLevel: '' } }],
    [
      'a description with lines like fields',
      { description: '**Subject:** x\n\n---\n\n**Maximum Score:** 3' },
    ],
    [
      'odd labels and scores',
      {
        criteria: [
          {
            ...CRITERIA[0],
            levels: [
              { score: -0.5, label: 'So (so)', description: 'a \\| b' },
              { score: 1e21, label: '—', description: '---' },
            ],
          },
        ],
      },
    ],
    [
      'rows of different length',
      { criteria: [CRITERIA[0], { ...CRITERIA[1], levels: CRITERIA[1]?.levels.slice(0, 2) }] },
    ],
    ['Windows line endings', {}],
  ])('is identical when it is exported again: %s', (what, change) => {
    const page = print({ ...rubric, ...change })
    const text = what === 'Windows line endings' ? page.replaceAll('\n', '\r\n') : page
    expect(print(toDataFromMarkdown(text))).toBe(page)
  })

  it('distributes a hundred evenly, to the last percent', () => {
    const criteria = Array.from({ length: 7 }, (_, at) => ({ ...CRITERIA[0], name: `C${at}` }))
    const weights = toDataFromMarkdown(print({ ...rubric, criteria })).criteria.map(({ weight }) => weight)
    expect(weights).toEqual([15, 15, 14, 14, 14, 14, 14])
  })

  it.each([
    ['', 'has no heading'],
    ['no title\n\n## Criteria and Performance Levels\n', 'no title'],
    [
      '# T\n\n## Criteria and Performance Levels\n\n| Criterion | Good |\n|---|---|\n| a | b |',
      'column 2 of the table needs a name',
    ],
    [
      '# T\n\n## Criteria and Performance Levels\n\n| Criterion | Good (2) |\n|---|---|\n| a | b |',
      'at least two levels',
    ],
    ['# T\n\n**Scoring Type:** stars\n\n## Criteria and Performance Levels\n', 'scoringType: Choose one of'],
  ])('reports what is wrong with %j', (text, message) => {
    expect(() => toDataFromMarkdown(text)).toThrow(
      expect.objectContaining({ code: 'invalid', message: expect.stringContaining(message) }),
    )
  })
})
