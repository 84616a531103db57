import { say, WORKSPACE_LIMITS, type WorkspaceDraft } from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { lockUser } from '../../platform/db/with-lock.ts'
import { badRequest, forbidden } from '../../platform/errors.ts'
import { newUuid } from '../../platform/ids.ts'
import type { RemoveSoon } from '../../platform/storage/remove-soon.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { checkpointRepository } from './checkpoints/checkpoint.repository.ts'
import { findAllowedRoot, listRoots, removeWorkspace } from './disk/roots.ts'
import type { WorkspaceObjects } from './objects/objects.ts'
import { objectPrefix } from './objects/stored-objects.ts'
import { currentTree, type WorkspaceFolders } from './open-workspace.ts'
import { createTrees } from './trees/tree.ts'
import { type WorkspaceRow, workspaceRepository } from './workspace.repository.ts'

export interface LifecycleDeps {
  db: Db
  folders: WorkspaceFolders
  objects: WorkspaceObjects
  storage: Storage
  removeSoon: RemoveSoon
  dataDir: string
  /** Folders of the server's disk in which workspaces may be opened. */
  roots: readonly string[]
}

/** Another instance may be creating a workspace: its objects come before its row. */
const CREATING_SECONDS = 3600

/** Creates and deletes workspaces with everything that belongs to them. */
export function createWorkspaceLifecycle(deps: LifecycleDeps) {
  const { db, folders, objects, storage } = deps
  /** Their rows come after their folders. */
  const making = new Set<string>()

  /** Its initial tree. */
  async function begin(id: string, folder: string | null): Promise<{ tree: string; isStored: boolean }> {
    if (objects.kind === 'stored') await workspaceRepository.noteObjects(db, id, nowSeconds())
    if (objects.kind === 'stored' && folder === null)
      return { tree: await createTrees(objects.of(id)).writeEmpty(), isStored: true }
    return { tree: await currentTree(await folders.open({ id, folder, tree: null })), isStored: false }
  }

  async function removeFiles(id: string): Promise<void> {
    folders.forget(id)
    await removeWorkspace(folders.base, id)
    if (objects.kind === 'disk') return
    await storage.removePrefix(objectPrefix(id))
    await workspaceRepository.forgetObjects(db, id)
  }

  async function removeUnownedObjects(): Promise<void> {
    if (objects.kind === 'disk') return
    for (const id of await workspaceRepository.listUnowned(db, nowSeconds() - CREATING_SECONDS))
      await removeFiles(id)
  }

  return {
    async create(caller: UserCaller, draft: WorkspaceDraft): Promise<WorkspaceRow> {
      const folder =
        draft.folder === undefined ? null : await requireAllowedFolder(deps, caller, draft.folder)
      await requireRoom(db, caller.userId)
      const id = newUuid()
      making.add(id)
      try {
        return await insert(db, caller, { id, name: draft.name, folder, ...(await begin(id, folder)) })
      } catch (error) {
        await removeFiles(id)
        throw error
      } finally {
        making.delete(id)
      }
    },

    /** The row first: files without one belong to no workspace, and are removed later if this is interrupted. */
    async remove(id: string): Promise<void> {
      await workspaceRepository.delete(db, id)
      await deps.removeSoon(() => removeFiles(id))
    },

    /** Files of workspaces that are gone, for example because the account of the owner was deleted. */
    async removeOrphans(): Promise<void> {
      const names = await listRoots(folders.base)
      const existing = await workspaceRepository.existing(db, names)
      for (const name of names) if (!existing.has(name) && !making.has(name)) await removeFiles(name)
      await removeUnownedObjects()
    },

    /** The same for object storage alone, which other instances use too. */
    removeUnownedObjects,
  }
}

async function requireAllowedFolder(
  { roots, dataDir }: LifecycleDeps,
  caller: UserCaller,
  path: string,
): Promise<string> {
  if (!caller.systemAdmin) throw forbidden(say('workspaces.folder_forbidden'))
  const folder = await findAllowedRoot(path, roots, dataDir)
  if (folder === undefined) throw badRequest(say('workspaces.folder_not_allowed'))
  return folder
}

interface Beginning {
  id: string
  name: string
  folder: string | null
  tree: string
  isStored: boolean
}

async function requireRoom(db: Db, userId: number): Promise<void> {
  if ((await workspaceRepository.countOf(db, userId)) >= WORKSPACE_LIMITS.perUser)
    throw badRequest(say('workspaces.too_many', { limit: WORKSPACE_LIMITS.perUser }))
}

const insert = (
  db: Db,
  { userId, organizationId }: UserCaller,
  { id, name, folder, tree, isStored }: Beginning,
): Promise<WorkspaceRow> => {
  const now = nowSeconds()
  return db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    await requireRoom(tx, userId)
    const workspace = await workspaceRepository.insert(tx, {
      id,
      organization_id: organizationId,
      owner_id: userId,
      name,
      folder,
      baseline: tree,
      tree: isStored ? tree : null,
      approved_at: null,
      created_at: now,
      updated_at: now,
    })
    await checkpointRepository.insert(tx, {
      workspace_id: id,
      kind: 'initial',
      label: 'Start',
      tree,
      edit_id: null,
      created_by: userId,
      created_at: now,
    })
    return workspace
  })
}
