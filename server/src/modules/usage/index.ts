export { costOverviewRepository } from './cost-overview.repository.ts'
export {
  type AskedFor,
  askedBy,
  askedFor,
  createModelCalls,
  type MeasureCall,
  type MeasuredUsage,
  type ModelCall,
  type OnSpent,
  unmeasured,
} from './model-calls.ts'
export { createPriceRoutes } from './price.routes.ts'
export { createPriceService, type PriceService } from './price.service.ts'
export { createPricing, listPriceOf, MICROS, type Pricing } from './pricing.ts'
export { createSystemUsage } from './system-usage.ts'
export { recordToolRuns, type ToolRuns, toolRunsOf } from './tool-runs.ts'
export { usageRepository } from './usage.repository.ts'
export { createSystemUsageRoutes, createUsageRoutes } from './usage.routes.ts'
export { createUsageRecorder, type UsageNote, type UsageRecorder } from './usage-recorder.ts'
export { createUsageReports, type UsageReports } from './usage-report.ts'
