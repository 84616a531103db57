export { createGrading, type Grading } from './create-grading.ts'
export { createGradingRoutes } from './grading.routes.ts'
export type { GradeWork } from './jobs/grading-jobs.ts'
export { createWorkRoutes } from './work.routes.ts'
