export type { ToolCallRow } from './message.repository.ts'
export {
  type CheckForm,
  createProposalService,
  type ProposalBase,
  type ProposalService,
} from './proposal.service.ts'
export { readSettings, withFields } from './proposed-changes.ts'
export type { SessionRow } from './session.repository.ts'
export { createCreationSessionRoutes } from './session.routes.ts'
export { createSessionService, type SessionService } from './session.service.ts'
