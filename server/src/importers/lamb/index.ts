export { type ImportPaths, importLamb } from './import-lamb.ts'
export type { ImportDeps, ImportOptions, Progress } from './import-run.ts'
export type { ImportReport } from './report.ts'
export { toReportText } from './report-text.ts'
