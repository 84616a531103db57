import type { RubricEvaluation } from '@bellwether/wire'

/** A comment for the student, which the teacher can change: the level of each criterion and the feedback. Pure. */
export const toComment = ({ criteria, feedback }: RubricEvaluation): string =>
  [
    criteria
      .filter(({ level }) => level !== null)
      .map(({ name, level }) => `${name}: ${level}`)
      .join('\n'),
    feedback,
  ]
    .filter((part) => part !== '')
    .join('\n\n')
