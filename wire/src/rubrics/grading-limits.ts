/** Without a schema, so that the web app can import them alone. */
export const GRADING_LIMITS = {
  /** Works of one grading. */
  works: 200,
  /** A calibration is graded by hand. */
  calibrationWorks: 50,
  /** Gradings of one rubric per person. */
  gradings: 100,
  fileBytes: 10 * 1024 * 1024,
  /** Characters of one work. */
  text: 100_000,
  name: 255,
  comment: 5000,
} as const
