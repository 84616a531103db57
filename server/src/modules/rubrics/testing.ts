import type { RubricFields } from './rubric-data.ts'

/** A small rubric for tests: levels out of order, weights 60 and 40, maximum 10. */
export const CRITERIA = [
  {
    name: 'Route',
    description: 'Is the way found?',
    weight: 60,
    levels: [
      { score: 1, label: 'Lost', description: 'No way | at all' },
      { score: 3, label: 'Found', description: 'The shortest\nway' },
    ],
  },
  {
    name: 'Map',
    description: 'Is it drawn?',
    weight: 40,
    levels: [
      { score: 3, label: 'Clear', description: 'Has a key' },
      { score: 1, label: 'Vague', description: 'A sketch' },
    ],
  },
]

/** With LAMB's names of fields. */
export const draft = (title: string, fields: Omit<RubricFields, 'title'> = {}) => ({
  title,
  description: 'Finding one’s way',
  subject: 'Geography',
  gradeLevel: '5-6',
  scoringType: 'points',
  maxScore: 10,
  criteria: CRITERIA,
  ...fields,
})
