import type { Generated } from 'kysely'

export interface WorkspaceTable {
  id: string
  organization_id: number
  owner_id: number
  name: string
  /** A folder of the operator; null for one in the data folder. */
  folder: string | null
  /** The files at the last approval: the hash of a tree in the workspace's own store. */
  baseline: string
  /** Hash of the current tree when the files are in object storage; null = they are in a folder on disk. */
  tree: string | null
  /** Counts up with each change of `tree`. */
  version: Generated<number>
  /** Size of `tree`. */
  file_count: Generated<number>
  byte_count: Generated<number>
  approved_at: number | null
  created_at: number
  updated_at: number
}

export interface WorkspaceShareTable {
  workspace_id: string
  user_id: number
  role: 'read' | 'write'
  shared_by: number | null
  shared_at: number
}

/** One call's change to one file, with everything needed to undo it. */
export interface WorkspaceEditTable {
  id: Generated<number>
  workspace_id: string
  path: string
  kind: 'create' | 'change' | 'delete'
  tool: string
  /** Contents in the workspace's own store; null if the file did not exist. */
  before_hash: string | null
  after_hash: string | null
  before_mode: number | null
  added: number
  removed: number
  undoes: number | null
  user_id: number | null
  trace_id: string | null
  checkpoint_id: number | null
  created_at: number
}

export interface WorkspaceCheckpointTable {
  id: Generated<number>
  workspace_id: string
  kind: 'initial' | 'message' | 'edit' | 'upload' | 'restore' | 'approve' | 'reset' | 'safety'
  label: string
  /** Hash of the tree in the workspace's own store. */
  tree: string
  edit_id: number | null
  created_by: number | null
  created_at: number
}

/** Workspaces that have objects in object storage. The row stays until the objects are removed. */
export interface WorkspaceObjectsTable {
  workspace_id: string
  created_at: number
}
