export { usageRepository } from './usage.repository.ts'
export { createUsageRoutes } from './usage.routes.ts'
export { createUsageRecorder, type UsageNote, type UsageRecorder } from './usage-recorder.ts'
export { createUsageReports, type UsageReports } from './usage-report.ts'
