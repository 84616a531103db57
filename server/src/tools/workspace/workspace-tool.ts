import { say } from '@bellwether/wire'
import * as z from 'zod'
import {
  type DoneEdit,
  FileRefusal,
  type OpenWorkspace,
  type Workspaces,
  withDetails,
} from '../../modules/workspaces/index.ts'
import { type AppError, isAppError, isUnavailable, messageOf } from '../../platform/errors.ts'
import type { FileEdit, ToolOutput, ToolRun, ToolTarget } from '../tool.ts'
import { toFailed } from '../tool-failure.ts'

export interface WorkspaceToolDeps {
  workspaces: Pick<
    Workspaces,
    'openForTool' | 'files' | 'editFile' | 'runInFolder' | 'readingLog' | 'checkpoints'
  >
}

const workspaceConfig = z.object({
  workspace_id: z.string().max(100).default('').meta({ widget: 'workspace-picker' }),
})
export type WorkspaceConfig = z.infer<typeof workspaceConfig>

export const filePath = (subject = 'The file') =>
  z
    .string()
    .min(1)
    .max(1000)
    .meta({ description: `${subject}, relative to the workspace folder, such as src/main.py` })

export const targetsOf = ({ workspace_id: id }: WorkspaceConfig): readonly ToolTarget[] =>
  id === '' ? [] : [{ kind: 'workspace', id }]

/** Shared by all workspace tools. */
export const COMMON = {
  category: 'workspace',
  version: '1.0',
  config: workspaceConfig,
  targets: targetsOf,
} as const

/** Limits the error message, so that it does not fill the model's context. */
const MAX_REASON = 6000

/** An outage passes; what is not allowed stays so. */
const toRefusal = (error: AppError): Pick<FileRefusal, 'refusal' | 'message' | 'facts'> => ({
  refusal: isUnavailable(error) ? 'busy' : 'not_allowed',
  message: error.message,
  facts: {},
})

/** Opens the workspace and runs the work; a refusal becomes an error that the model can act on. */
export async function inWorkspace<I>(
  { workspaces }: WorkspaceToolDeps,
  name: string,
  verb: 'see' | 'edit',
  run: ToolRun<WorkspaceConfig, I>,
  work: (workspace: OpenWorkspace) => Promise<object>,
): Promise<ToolOutput> {
  try {
    if (run.config.workspace_id === '') throw new FileRefusal('not_allowed', say('workspaces.none_selected'))
    run.signal.throwIfAborted()
    const workspace = await workspaces.openForTool(run, verb, run.config.workspace_id)
    return { ok: true, content: JSON.stringify(await work(workspace)), sources: [] }
  } catch (error) {
    if (!isAppError(error)) throw error
    const refusal = error instanceof FileRefusal ? error : toRefusal(error)
    return { ...toFailed(messageOf(error)), reason: toReason(name, refusal) }
  }
}

export const fileNotFound = (path: string): FileRefusal =>
  new FileRefusal(
    'not_found',
    withDetails(
      say('workspace_files.file_not_found', { path }),
      `File ${path} not found. Use write_file to create files.`,
    ),
  )

/** The error object that agents expect, as JSON: complete, or without its longest details. */
export function toReason(
  name: string,
  { refusal, message, facts }: Pick<FileRefusal, 'refusal' | 'message' | 'facts'>,
): string {
  const object = { type: 'tool_error', name, code: refusal, error: cut(message, 3000) }
  const keys = Object.keys(facts)
  // Details are ordered by importance, so the last ones are dropped first.
  for (let count = keys.length; count > 0; count--) {
    const details = Object.fromEntries(keys.slice(0, count).map((key) => [key, facts[key]]))
    const text = JSON.stringify({ ...object, details })
    if (text.length <= MAX_REASON) return text
  }
  return JSON.stringify(object)
}

/** Reports an edit once per file and call, after the file is on disk. */
export function reportEdit(run: Pick<ToolRun<unknown, unknown>, 'emit'>, done: DoneEdit): void {
  const event: FileEdit = {
    type: 'file_edit',
    workspace: done.workspace,
    path: done.path,
    diff: done.diff,
    added: done.added,
    removed: done.removed,
    edit: done.edit,
  }
  run.emit(event)
}

const MAX_DIFF = 8000

/** The result of an edit for the model. */
export const toEditResult = ({
  path,
  diff,
  diffOmitted,
  added,
  removed,
  hash,
  edit,
  checkpoint,
}: DoneEdit) => ({
  file: path,
  diff: diff.length > MAX_DIFF ? '' : diff,
  ...(diffOmitted || diff.length > MAX_DIFF ? { diff_truncated: true } : {}),
  added,
  removed,
  hash,
  edit,
  checkpoint,
})

export const editor = (run: ToolRun<unknown, unknown>, tool: string) => ({
  userId: run.caller.kind === 'user' ? run.caller.userId : null,
  tool,
  traceId: run.traceId,
})

/** Truncates a text to about this length and says so. Pure. */
export const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}… [cut]` : text
