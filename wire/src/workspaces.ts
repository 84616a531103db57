import * as z from 'zod'
import { pageSize } from './paging.ts'

export const WORKSPACE_LIMITS = {
  nameChars: 100,
  /** Limit for one file that is uploaded or stored in checkpoints. */
  fileBytes: 50 * 1024 * 1024,
  perUser: 50,
} as const

const name = z.string().trim().min(1).max(WORKSPACE_LIMITS.nameChars)

export const workspaceDraftSchema = z.object({
  name,
  folder: z.string().max(1000).optional().meta({
    description:
      'A folder on the server’s disk that the operator allows (WORKSPACE_ROOTS); only for system admins',
  }),
})
export type WorkspaceDraft = z.infer<typeof workspaceDraftSchema>

export const renameWorkspaceSchema = z.object({ name })

export const workspaceRoleSchema = z.enum(['read', 'write'])
export type WorkspaceRole = z.infer<typeof workspaceRoleSchema>

export const workspaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  owner_id: z.number(),
  /** What the caller may do in it. */
  role: z.enum(['owner', 'write', 'read']),
  /** Only for the owner, and only if the workspace is a folder of the operator. */
  folder: z.string().nullable(),
  created_at: z.number(),
  updated_at: z.number(),
  approved_at: z.number().nullable(),
})
export type Workspace = z.infer<typeof workspaceSchema>
export const workspaceListSchema = z.object({ workspaces: z.array(workspaceSchema) })
export const workspaceDetailSchema = workspaceSchema.extend({
  files: z.number(),
  bytes: z.number(),
  limits: z.object({ files: z.number(), bytes: z.number() }),
})

export const workspaceShareSchema = z.object({
  user_id: z.number(),
  user_email: z.string(),
  user_name: z.string(),
  role: workspaceRoleSchema,
})
export const workspaceSharesSchema = z.object({ shares: z.array(workspaceShareSchema) })
export const replaceWorkspaceSharesSchema = z.object({
  shares: z
    .array(z.object({ user_email: z.string().max(320), role: workspaceRoleSchema.default('read') }))
    .max(500),
})

export const workspaceTreeSchema = z.object({
  entries: z.array(
    z.object({
      path: z.string(),
      kind: z.enum(['file', 'folder', 'link']),
      size: z.number(),
      modified_at: z.number(),
    }),
  ),
})

export const workspaceEditSchema = z.object({
  id: z.string(),
  path: z.string(),
  kind: z.enum(['create', 'change', 'delete']),
  tool: z.string(),
  added: z.number(),
  removed: z.number(),
  before_hash: z.string().nullable(),
  after_hash: z.string().nullable(),
  /** The edit that this one undoes. */
  undoes: z.string().nullable(),
  undone: z.boolean(),
  user_id: z.number().nullable(),
  trace_id: z.string().nullable(),
  checkpoint: z.string().nullable(),
  created_at: z.number(),
})
export type WorkspaceEdit = z.infer<typeof workspaceEditSchema>
export const workspaceEditListSchema = z.object({ edits: z.array(workspaceEditSchema) })
export const workspacePageQuerySchema = z.object({
  limit: pageSize(100, 500),
  before: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
})

export const fileEditSchema = z.object({
  workspace: z.string(),
  path: z.string(),
  diff: z.string(),
  added: z.number(),
  removed: z.number(),
  edit: z.string(),
  hash: z.string().nullable(),
  checkpoint: z.string().nullable(),
})

export const workspaceCheckpointSchema = z.object({
  id: z.string(),
  kind: z.enum(['initial', 'message', 'edit', 'upload', 'restore', 'approve', 'reset', 'safety']),
  label: z.string(),
  edit: z.string().nullable(),
  created_at: z.number(),
})
export type WorkspaceCheckpoint = z.infer<typeof workspaceCheckpointSchema>
export const workspaceCheckpointListSchema = z.object({ checkpoints: z.array(workspaceCheckpointSchema) })

export const workspaceChangedFileSchema = z.object({
  path: z.string(),
  status: z.enum(['added', 'modified', 'deleted']),
  additions: z.number(),
  deletions: z.number(),
  diff: z.string().nullable(),
  base_content: z.string().nullable(),
  is_binary: z.boolean(),
  is_too_large: z.boolean(),
})
export type WorkspaceChangedFile = z.infer<typeof workspaceChangedFileSchema>
export const workspaceChangesSchema = z.object({
  has_unapproved: z.boolean(),
  last_approved_at: z.number().nullable(),
  changed_files: z.array(workspaceChangedFileSchema),
  /** True if there are more than listed. */
  truncated: z.boolean(),
})
export type WorkspaceChanges = z.infer<typeof workspaceChangesSchema>
export const restoredSchema = z.object({
  restored_to: z.string(),
  new_checkpoint: z.string(),
  safety_checkpoint: z.string(),
  changed: z.array(z.string()),
})
export const approvedSchema = z.object({ approved_checkpoint: z.string(), files_approved: z.number() })
export const resetSchema = z.object({
  pre_reset_checkpoint: z.string(),
  new_checkpoint: z.string(),
  changed: z.array(z.string()),
})
