import {
  type AssistantSnapshot,
  type Proposal,
  type ProposalDecision,
  type ProposedFields,
  parseJsonObject,
  type SettingsWarning,
  say,
} from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { badRequest, conflict, notFound } from '../../platform/errors.ts'
import { type AssistantService, toSnapshot } from '../assistants/index.ts'
import { type ProposalRow, proposalRepository } from './proposal.repository.ts'
import { isCurrent, toChanges, toSnapshotOf, withFields } from './proposed-changes.ts'
import { changesOf, fieldsOf, toProposal } from './records.ts'
import { type SessionRow, sessionRepository } from './session.repository.ts'

/** The assistant that a proposal changes. */
export interface ProposalBase {
  form: AssistantSnapshot
  /** Undefined for a new assistant. */
  assistantId: number | undefined
  ownerId: number
  organizationId: number
  /** Undefined if the form is not the saved assistant. */
  version: number | undefined
}

/** The form as it would be saved. */
export interface CheckedForm {
  metadata: string
  warnings: SettingsWarning[]
}

/** Injected, because the checks of settings depend on modules. Throws if the form can't be saved. */
export type CheckForm = (
  caller: UserCaller,
  base: Omit<ProposalBase, 'version'>,
  before: AssistantSnapshot,
) => Promise<CheckedForm>

export interface ProposalDeps {
  db: Db
  assistants: Pick<AssistantService, 'getRow' | 'create' | 'update'>
  sessions: { getRow(caller: UserCaller, id: string): Promise<SessionRow> }
  checkForm: CheckForm
  /** The settings of a new assistant. */
  firstForm(caller: UserCaller): Promise<AssistantSnapshot>
}

/** Changes that a model proposes. An assistant only changes when the person accepts. */
export function createProposalService(deps: ProposalDeps) {
  const { db } = deps
  const baseOf = createBaseFinder(deps)
  const decisions = createDecisions(deps, baseOf)

  return {
    baseOf,
    ...decisions,

    async list(sessionId: string): Promise<Proposal[]> {
      return (await proposalRepository.list(db, sessionId)).map(toProposal)
    },

    /** The proposal that can still be decided. */
    async open(sessionId: string): Promise<(Proposal & { fields: ProposedFields }) | undefined> {
      const row = await proposalRepository.findOpen(db, sessionId)
      return row && { ...toProposal(row), fields: fieldsOf(row) }
    },

    /** Adds to the open proposal, if there is one: a session has one at a time. Throws if it could not be saved. */
    async propose(
      caller: UserCaller,
      session: SessionRow,
      base: ProposalBase,
      draft: { summary: string; fields: ProposedFields },
    ): Promise<Proposal> {
      const open = await proposalRepository.findOpen(db, session.id)
      const merged = { ...(open ? fieldsOf(open) : {}), ...draft.fields }
      const next = withFields(base.form, merged)
      if (base.assistantId === undefined && next.name.trim() === '')
        throw badRequest(say('creation.name_required'))
      const checked = await deps.checkForm(caller, { ...base, form: next }, base.form)
      const fields = withCheckedTools(merged, checked)
      const changes = toChanges(base.form, fields)
      if (changes.length === 0) throw badRequest(say('creation.nothing_changes'))
      const now = nowSeconds()
      const row = await db.transaction().execute(async (tx) => {
        await proposalRepository.replaceOpen(tx, session.id, now)
        return proposalRepository.insert(tx, {
          session_id: session.id,
          summary: draft.summary,
          fields: JSON.stringify(fields),
          changes: JSON.stringify(changes),
          warnings: JSON.stringify(checked.warnings),
          base_version: base.version ?? null,
          created_at: now,
          decided_at: null,
        })
      })
      return toProposal(row)
    },
  }
}

export type ProposalService = ReturnType<typeof createProposalService>

type FindBase = (
  caller: UserCaller,
  session: SessionRow,
  draft: ProposalDecision['draft'],
) => Promise<ProposalBase>

/** The form of the person, or the saved assistant, or an empty one. */
const createBaseFinder =
  ({ assistants, firstForm }: ProposalDeps): FindBase =>
  async (caller, session, draft) => {
    const row =
      session.assistant_id === null
        ? undefined
        : await assistants.getRow(caller, 'edit', session.assistant_id)
    return {
      form: draft ? toSnapshotOf(draft) : row ? toSnapshot(row) : await firstForm(caller),
      assistantId: row?.id,
      ownerId: row?.owner_id ?? caller.userId,
      organizationId: row?.organization_id ?? caller.organizationId,
      version: draft ? undefined : row?.version,
    }
  }

function createDecisions({ db, assistants, sessions, checkForm }: ProposalDeps, baseOf: FindBase) {
  async function rebase(row: ProposalRow, base: ProposalBase): Promise<never> {
    const changes = JSON.stringify(toChanges(base.form, fieldsOf(row)))
    await proposalRepository.rebase(db, row.id, { changes, base_version: base.version ?? null })
    throw conflict(say('creation.outdated'), { bodyCode: 'proposal_outdated' })
  }

  /** `version`: nothing may have been saved since the proposal was compared. */
  async function save(caller: UserCaller, session: SessionRow, base: ProposalBase, next: AssistantSnapshot) {
    if (base.assistantId !== undefined) {
      const change = { ...next, version: base.version }
      return (await assistants.update(caller, base.assistantId, change, { isStrict: true })).id
    }
    const { id } = await assistants.create(caller, next, { isStrict: true })
    await sessionRepository.update(db, session.id, { assistant_id: id })
    return id
  }

  async function accept(
    caller: UserCaller,
    session: SessionRow,
    row: ProposalRow,
    decision: ProposalDecision,
  ) {
    const base = await baseOf(caller, session, decision.draft)
    const isStale = base.version !== undefined && base.version !== row.base_version
    if (isStale || !isCurrent(base.form, changesOf(row))) await rebase(row, base)
    const edited = decision.fields ?? {}
    const merged = { ...fieldsOf(row), ...edited }
    const next = withFields(base.form, merged)
    const fields = withCheckedTools(merged, await checkForm(caller, { ...base, form: next }, base.form))
    const isEdited = Object.keys(edited).length > 0
    const change = isEdited
      ? { fields: JSON.stringify(fields), changes: JSON.stringify(toChanges(base.form, fields)) }
      : {}
    const state = isEdited ? 'edited' : 'accepted'
    if (!(await proposalRepository.decide(db, row.id, state, change, nowSeconds()))) throw alreadyDecided()
    // The client puts the values into its form, where they can be undone and saved.
    if (decision.draft) return null
    try {
      return await save(caller, session, base, next)
    } catch (error) {
      await proposalRepository.reopen(db, row)
      throw error
    }
  }

  return {
    async decide(caller: UserCaller, sessionId: string, id: number, decision: ProposalDecision) {
      const session = await sessions.getRow(caller, sessionId)
      const row = await proposalRepository.find(db, session.id, id)
      if (!row) throw notFound('Proposal')
      if (row.state !== 'proposed') throw alreadyDecided()
      let assistantId: number | null = null
      if (decision.decision === 'accept') assistantId = await accept(caller, session, row, decision)
      else if (!(await proposalRepository.decide(db, row.id, 'rejected', {}, nowSeconds())))
        throw alreadyDecided()
      const decided = await proposalRepository.find(db, session.id, id)
      return { proposal: toProposal(decided ?? row), assistant_id: assistantId }
    },
  }
}

/** Tools in the only form that is stored. */
function withCheckedTools(fields: ProposedFields, { metadata }: CheckedForm): ProposedFields {
  const tools: unknown = parseJsonObject(metadata)?.['tools']
  return fields.tools && Array.isArray(tools) ? { ...fields, tools } : fields
}

const alreadyDecided = () => conflict(say('creation.already_decided'))
