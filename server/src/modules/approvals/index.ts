export { type Approvals, createApprovals, type Decided } from './approvals.ts'
