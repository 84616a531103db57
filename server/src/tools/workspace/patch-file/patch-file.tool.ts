import { say } from '@bellwether/wire'
import { FileRefusal, type OpenWorkspace, withDetails } from '../../../modules/workspaces/index.ts'
import { defineBuiltIn } from '../../built-in-tool.ts'
import type { ToolRun } from '../../tool.ts'
import { runTextTask } from '../run-text-task.ts'
import {
  COMMON,
  editor,
  fileNotFound,
  inWorkspace,
  reportEdit,
  toEditResult,
  type WorkspaceConfig,
  type WorkspaceToolDeps,
} from '../workspace-tool.ts'
import { type PatchInput, patchInput } from './patch-input.ts'
import type { PatchedText } from './patch-text.ts'

const NAME = 'patch_file'

/** Replaces lines of a file. Each change is checked against the actual content; all changes apply or none. */
export const patchFileTool = (deps: WorkspaceToolDeps) =>
  defineBuiltIn({
    ...COMMON,
    name: NAME,
    input: patchInput,
    hasSideEffects: () => true,
    call: {
      functionName: () => NAME,
      describe: () =>
        'Change lines of a file. Read it first. All line numbers refer to the file before this call, even with several changes. old_content must be exactly the lines line_start to line_end. Insert: line_end = line_start - 1 and old_content empty (line_start = last line + 1 appends). Delete: new_content empty. If one change does not match, nothing is changed and the error shows the actual lines.',
    },
    run: (run) => inWorkspace(deps, NAME, 'edit', run, (workspace) => patch(deps, workspace, run)),
  })

async function patch(
  { workspaces }: WorkspaceToolDeps,
  workspace: OpenWorkspace,
  run: ToolRun<WorkspaceConfig, PatchInput>,
): Promise<object> {
  const { file_path, changes } = run.input
  if (changes.length === 0) throw new FileRefusal('no_changes', say('workspace_files.no_changes'))
  const log = workspaces.readingLog
  let current: Known | undefined
  let planned: Planned | undefined
  try {
    const done = await workspaces.editFile(workspace, {
      path: file_path,
      by: editor(run, NAME),
      signal: run.signal,
      async plan(before, path) {
        if (!before) throw fileNotFound(path)
        const { bytes, hash } = before
        const seen = log.lastSeen(run.traceId, workspace.id, path)
        const { now, result } = await runTextTask('patch', { bytes, hash, changes, seen }, run.signal)
        current = now && { path, ...now }
        if ('refusal' in result) throw new FileRefusal(result.refusal, result.message, result.facts)
        planned = result
        return { bytes: result.bytes }
      },
    })
    reportEdit(run, done)
    log.succeeded(run.traceId, workspace.id, done.path)
    if (planned) log.saw(run.traceId, workspace.id, done.path, planned.mark)
    return {
      type: 'patch_result',
      status: 'applied',
      ...toEditResult(done),
      applied_changes: planned?.applied,
      file_lines: planned?.lines,
    }
  } catch (error) {
    if (!(error instanceof FileRefusal) || !current || error.refusal === 'changed_meanwhile') throw error
    throw withFreshContent(log, workspace, run, error, current)
  }
}

type Planned = Extract<PatchedText['result'], { lines: number }>
type Known = NonNullable<PatchedText['now']> & { path: string }

/** After this many failures, the model is shown the current content. */
const FAILURES_BEFORE_SHOWING = 2

function withFreshContent(
  log: WorkspaceToolDeps['workspaces']['readingLog'],
  workspace: OpenWorkspace,
  run: ToolRun<WorkspaceConfig, PatchInput>,
  error: FileRefusal,
  { path, mark, shown }: Known,
): FileRefusal {
  const failures = log.failed(run.traceId, workspace.id, path)
  if (failures < FAILURES_BEFORE_SHOWING) return error
  const { around: _around, mismatches: _mismatches, ...facts } = error.facts
  log.saw(run.traceId, workspace.id, path, mark)
  return new FileRefusal(
    error.refusal,
    withDetails(
      error.reason,
      `${error.message} This is the current file, with line numbers that are not part of it.`,
    ),
    { ...facts, fresh_content: shown },
  )
}
