import type {
  CreationMessage,
  CreationSession,
  FieldChange,
  Proposal,
  ProposedFields,
  SettingsWarning,
} from '@bellwether/wire'
import type { MessageRow } from './message.repository.ts'
import type { ProposalRow } from './proposal.repository.ts'
import type { SessionRow } from './session.repository.ts'

export const toSession = (row: SessionRow): CreationSession => ({
  id: row.id,
  assistant_id: row.assistant_id,
  title: row.title,
  skill: row.skill,
  turn_count: row.turn_count,
  created_at: row.created_at,
  updated_at: row.updated_at,
})

export const toMessage = ({ session_id: _session, ...row }: MessageRow): CreationMessage => row

export const toProposal = (row: ProposalRow): Proposal => ({
  id: row.id,
  summary: row.summary,
  state: row.state,
  changes: changesOf(row),
  warnings: JSON.parse(row.warnings) as SettingsWarning[],
  created_at: row.created_at,
  decided_at: row.decided_at,
})

export const changesOf = ({ changes }: Pick<ProposalRow, 'changes'>): FieldChange[] =>
  JSON.parse(changes) as FieldChange[]

export const fieldsOf = ({ fields }: Pick<ProposalRow, 'fields'>): ProposedFields =>
  JSON.parse(fields) as ProposedFields
