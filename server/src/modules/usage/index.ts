export { usageRepository } from './usage.repository.ts'
export { createUsageRecorder, type UsageNote, type UsageRecorder } from './usage-recorder.ts'
