import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { pageSize } from '../paging.ts'
import { workspaceChangedFileSchema } from '../workspaces.ts'
import { contentPartSchema } from './completions.ts'

/** A person's dialogs with an agent, in the format of AgentSmithy's clients: docs/reference/agentsmithy.md. */
export const DIALOG_LIMITS = { title: 200, message: 200_000, page: 200 } as const

const title = z
  .string()
  .max(DIALOG_LIMITS.title)
  .transform((value) => value.replaceAll('\u0000', '').trim())

const editorFileSchema = z.looseObject({
  path: z.string().max(4000).nullish(),
  language: z.string().max(100).nullish(),
  content: z.string().nullish(),
  selection: z.string().nullish(),
})
export type EditorFile = z.infer<typeof editorFileSchema>

export const editorContextSchema = z.looseObject({
  current_file: editorFileSchema.nullish(),
  open_files: z.array(z.union([editorFileSchema, z.string().max(4000)])).nullish(),
})
export type EditorContext = z.infer<typeof editorContextSchema>

/** `POST …/api/chat`. Only the last user message counts: the server has the others. */
export const agentChatSchema = z.looseObject({
  messages: z
    .array(
      z.looseObject({
        role: z.string(),
        content: z.union([z.string(), z.array(contentPartSchema), z.null()]).optional(),
      }),
    )
    .max(10_000),
  context: editorContextSchema.nullish(),
  stream: z.boolean().nullish(),
  dialog_id: z.string().max(100).nullish(),
  workload: z.string().max(200).nullish(),
})
export type AgentChat = z.infer<typeof agentChatSchema>

export const agentAnswerSchema = z.object({
  content: z.string(),
  done: z.literal(true),
  dialog_id: z.string(),
  tool_calls: z.array(z.object({ name: z.string(), args: z.unknown() })),
  tool_results: z.array(z.object({ name: z.string(), result: z.unknown() })),
  metadata: z.object({
    agent_used: z.string(),
    checkpoint: z.string().optional(),
    session: z.string().optional(),
  }),
})

export const dialogListQuerySchema = z.object({
  sort: z.enum(['updated_at', 'created_at', 'title']).default('updated_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
  limit: pageSize(50, DIALOG_LIMITS.page),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type DialogListQuery = z.output<typeof dialogListQuerySchema>

export const newDialogSchema = z.looseObject({
  title: title.nullish(),
  set_current: z.boolean().nullish(),
})
export const renameDialogSchema = z.looseObject({
  title: title.pipe(z.string().min(1, fieldText('fields.dialog_title_required'))),
})

export const dialogHeadSchema = z.object({
  id: z.string(),
  title: z.string().optional(),
  created_at: z.string(),
  updated_at: z.string(),
})
export const dialogListSchema = z.object({
  current_dialog_id: z.string().optional(),
  dialogs: z.array(dialogHeadSchema),
})
export const currentDialogSchema = z.object({
  id: z.string().optional(),
  meta: dialogHeadSchema.optional(),
})

export const dialogHistoryQuerySchema = z.object({
  limit: pageSize(20, DIALOG_LIMITS.page),
  before: z.coerce.number().int().min(0).max(1_000_000_000).optional(),
})
export const dialogEventSchema = z.looseObject({
  type: z.enum(['user', 'chat', 'reasoning', 'tool_call', 'file_edit']),
})
export const dialogHistorySchema = z.object({
  dialog_id: z.string(),
  events: z.array(dialogEventSchema),
  total_events: z.number(),
  has_more: z.boolean(),
  first_idx: z.number().nullable(),
  last_idx: z.number().nullable(),
})

const toolResultHeadSchema = z.object({
  tool_call_id: z.string(),
  tool_name: z.string(),
  timestamp: z.string(),
  size_bytes: z.number(),
  summary: z.string(),
  error: z.string().optional(),
})
export const dialogToolResultsSchema = z.array(toolResultHeadSchema)
export const dialogToolResultSchema = z.object({
  tool_call_id: z.string(),
  tool_name: z.string(),
  args: z.unknown(),
  result: z.unknown(),
  timestamp: z.string(),
  metadata: z.object({ size_bytes: z.number(), status: z.enum(['success', 'error']) }),
})

export const dialogCheckpointsSchema = z.object({
  dialog_id: z.string(),
  checkpoints: z.array(z.object({ commit_id: z.string(), message: z.string() })),
  initial_checkpoint: z.string().optional(),
})
export const dialogSessionSchema = z.object({
  active_session: z.string(),
  session_ref: z.string(),
  has_unapproved: z.boolean(),
  last_approved_at: z.string().nullable(),
  changed_files: z.array(workspaceChangedFileSchema),
})
export const restoreDialogSchema = z.looseObject({ checkpoint_id: z.string().min(1).max(100) })
export const restoredDialogSchema = z.object({ restored_to: z.string(), new_checkpoint: z.string() })
export const approveDialogSchema = z.looseObject({ message: z.string().max(1000).nullish() })
export const approvedDialogSchema = z.object({
  approved_commit: z.string(),
  new_session: z.string(),
  commits_approved: z.number(),
})
export const resetDialogAnswerSchema = z.object({
  reset_to: z.string(),
  new_session: z.string(),
  pre_reset_checkpoint: z.string(),
})

export const agentConfigChangeSchema = z.looseObject({ config: z.record(z.string(), z.unknown()) })
export const agentRenameSchema = z.looseObject({
  type: z.enum(['workload', 'provider']),
  old_name: z.string().max(200),
  new_name: z
    .string()
    .max(200)
    .transform((value) => value.replaceAll('\u0000', '').trim()),
})
export const agentConfigSchema = z.looseObject({
  config: z.looseObject({}),
  metadata: z.looseObject({ workloads: z.array(z.object({ name: z.string(), kind: z.string() })) }),
})
