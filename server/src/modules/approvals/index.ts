export { type Approvals, createApprovals } from './approvals.ts'
