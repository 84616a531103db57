export { type Approvals, createApprovals, type Decided, toPerson } from './approvals.ts'
