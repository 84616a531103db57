export { createAuditRoutes } from './audit.routes.ts'
export { type AuditLog, type AuditNote, createAuditLog } from './audit-log.ts'
