import { say, type Workspace, type WorkspaceDraft, type WorkspaceRole } from '@bellwether/wire'
import type { Caller, UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import { forbidden, isAppError, isUnavailable, notFound } from '../../platform/errors.ts'
import { may, type ObjectFacts, requireMay, type Verb } from '../access/index.ts'
import { userRepository } from '../users/index.ts'
import { type OpenWorkspace, usageOf } from './open-workspace.ts'
import { type ShareRow, type WorkspaceRow, workspaceRepository } from './workspace.repository.ts'
import { createWorkspaceLifecycle, type LifecycleDeps } from './workspace-lifecycle.ts'

export interface WorkspaceDeps extends LifecycleDeps {
  maySharePeople(caller: UserCaller): Promise<boolean>
}

export interface ToolSide {
  caller: Caller
  /** `askedBy`: the owner of the assistant that asks this one. `asStudent`: its author asks in place of a student. */
  assistant: { ownerId: number; organizationId: number; askedBy?: number; asStudent?: boolean }
}

const THING = 'Workspace'

/** No account has this id. Stands for the students that a workspace is shared with. */
const ANY_STUDENT = 0

export function createWorkspaceService(deps: WorkspaceDeps) {
  const lookup = createLookup(deps)

  return {
    open: lookup.open,
    ...toolMethods(deps, lookup),
    ...lifeMethods(deps, lookup),
    ...readMethods(deps, lookup),
    ...shareMethods(deps, lookup),
  }
}

function createLookup({ db, folders }: WorkspaceDeps) {
  /** Malformed ids never reach a query: SQLite and PostgreSQL treat U+0000 differently. */
  const find = (id: string): Promise<WorkspaceRow | undefined> =>
    /^[0-9a-f-]{36}$/.test(id) ? workspaceRepository.find(db, id) : Promise.resolve(undefined)

  async function getRow(caller: UserCaller, verb: Verb, id: string) {
    const row = await find(id)
    if (!row) throw notFound(THING)
    const share = await workspaceRepository.findShare(db, id, caller.userId)
    requireMay(caller, verb, factsOf(row, share), THING)
    return { row, share }
  }

  async function open(caller: UserCaller, verb: Verb, id: string): Promise<OpenWorkspace> {
    const { row } = await getRow(caller, verb, id)
    return folders.open(row)
  }

  return { find, getRow, open }
}

type Lookup = ReturnType<typeof createLookup>

function toolMethods({ db, folders }: WorkspaceDeps, { find }: Lookup) {
  /**
   * All of these need access: the assistant's owner, whose settings name the workspace, the person who asks, and the
   * owner of any assistant that asks for that person, because the content is sent there.
   */
  async function getForTool(side: ToolSide, verb: 'see' | 'edit', id: string): Promise<WorkspaceRow> {
    const { caller, assistant } = side
    const row = await find(id)
    // With a key that acts for other users, it is unknown who asks.
    if (!row || caller.kind !== 'user' || caller.trustedForwarder) throw notFound(THING)
    const { ownerId, organizationId, askedBy = ownerId, asStudent } = assistant
    const owners = [...new Set([ownerId, askedBy])].map((userId) => ({ userId, organizationId }))
    for (const person of [...owners, asStudent ? { userId: ANY_STUDENT, organizationId } : caller]) {
      const share = await (person.userId === ANY_STUDENT
        ? workspaceRepository.findStudentShare(db, id)
        : workspaceRepository.findShare(db, id, person.userId))
      // Whether a limited key may use the assistant was decided before; here it is about the person.
      requireMay(
        { ...caller, ...person, systemAdmin: false, onlyAssistants: null },
        verb,
        factsOf(row, share),
        THING,
      )
    }
    return row
  }

  const openForTool = async (side: ToolSide, verb: 'see' | 'edit', id: string): Promise<OpenWorkspace> =>
    folders.open(await getForTool(side, verb, id))

  /** The owner and the name, if a tool may read or change it; checked before each run. */
  async function findForTool(
    side: ToolSide,
    verb: 'see' | 'edit',
    id: string,
  ): Promise<{ ownerId: number; name: string } | undefined> {
    try {
      const { owner_id: ownerId, name } = await getForTool(side, verb, id)
      return { ownerId, name }
    } catch (error) {
      if (isAppError(error) && !isUnavailable(error)) return undefined
      throw error
    }
  }

  return {
    openForTool,
    findForTool,
  }
}

function lifeMethods(deps: WorkspaceDeps, { getRow }: Lookup) {
  const lifecycle = createWorkspaceLifecycle(deps)
  return {
    create: async (caller: UserCaller, draft: WorkspaceDraft): Promise<Workspace> =>
      toWorkspace(await lifecycle.create(caller, draft), undefined, caller),

    async remove(caller: UserCaller, id: string): Promise<void> {
      await getRow(caller, 'manage', id)
      await lifecycle.remove(id)
    },

    removeOrphans: lifecycle.removeOrphans,
    removeUnownedObjects: lifecycle.removeUnownedObjects,
  }
}

const shareMethods = ({ db, maySharePeople }: WorkspaceDeps, { getRow }: Lookup) => ({
  async listShares(caller: UserCaller, id: string) {
    await getRow(caller, 'manage', id)
    return workspaceRepository.listShares(db, id)
  },

  /** Replaces the whole list. People outside the workspace's organization are ignored. */
  async replaceShares(
    caller: UserCaller,
    id: string,
    requested: readonly { user_email: string; role: WorkspaceRole }[],
  ) {
    const { row } = await getRow(caller, 'manage', id)
    if (requested.length > 0 && !(await maySharePeople(caller))) throw forbidden(say('sharing.forbidden'))
    const roles = new Map(requested.map(({ user_email, role }) => [user_email.trim().toLowerCase(), role]))
    const users = await userRepository.findByEmails(db, [...roles.keys()], row.organization_id)
    const by = { shared_by: caller.userId, shared_at: nowSeconds() }
    const shares = users
      .filter((user) => user.id !== row.owner_id)
      .map((user) => ({
        workspace_id: id,
        user_id: user.id,
        role: roles.get(user.email.toLowerCase()) ?? 'read',
        ...by,
      }))
    await db.transaction().execute((tx) => workspaceRepository.replaceShares(tx, id, shares))
    return workspaceRepository.listShares(db, id)
  },
})

const readMethods = ({ db, folders }: WorkspaceDeps, { getRow }: Lookup) => ({
  async list(caller: UserCaller): Promise<Workspace[]> {
    const rows = await workspaceRepository.listFor(db, caller.userId, caller.organizationId)
    return rows.flatMap(({ role, ...row }) => {
      const share = role === null ? undefined : { role }
      return may(caller, 'see', factsOf(row, share)) ? [toWorkspace(row, share, caller)] : []
    })
  },

  async get(caller: UserCaller, id: string) {
    const { row, share } = await getRow(caller, 'see', id)
    const workspace = await folders.open(row)
    return { ...toWorkspace(row, share, caller), ...(await usageOf(workspace)), limits: workspace.limits }
  },

  async rename(caller: UserCaller, id: string, name: string): Promise<Workspace> {
    const { share } = await getRow(caller, 'manage', id)
    const row = await workspaceRepository.update(db, id, { name, updated_at: nowSeconds() })
    if (!row) throw notFound(THING)
    return toWorkspace(row, share, caller)
  },
})

const factsOf = (row: WorkspaceRow, share: Pick<ShareRow, 'role'> | undefined): ObjectFacts => ({
  kind: 'workspace',
  organizationId: row.organization_id,
  ownerId: row.owner_id,
  sharedWithCaller: share !== undefined,
  sharedForEditing: share?.role === 'write',
})

const toWorkspace = (
  row: WorkspaceRow,
  share: Pick<ShareRow, 'role'> | undefined,
  caller: UserCaller,
): Workspace => ({
  id: row.id,
  name: row.name,
  owner_id: row.owner_id,
  role: row.owner_id === caller.userId ? 'owner' : (share?.role ?? 'read'),
  folder: row.owner_id === caller.userId ? row.folder : null,
  created_at: row.created_at,
  updated_at: row.updated_at,
  approved_at: row.approved_at,
})
