import {
  FileRefusal,
  numberLines,
  type OpenWorkspace,
  readText,
  type TextFile,
  writeText,
} from '../../../modules/workspaces/index.ts'
import { defineTool, type ToolRun } from '../../tool.ts'
import { markOf } from '../text-mark.ts'
import {
  COMMON,
  editor,
  inWorkspace,
  tellEdit,
  toEditResult,
  type WorkspaceConfig,
  type WorkspaceToolDeps,
} from '../workspace-tool.ts'
import { type Change, type PatchInput, patchInput } from './patch-input.ts'
import { type PlannedPatch, planPatch } from './plan-patch.ts'

const NAME = 'patch_file'

/** Replaces lines of a file, each change checked against what is really there; all of them or none. */
export const patchFileTool = (deps: WorkspaceToolDeps) =>
  defineTool({
    ...COMMON,
    name: NAME,
    title: 'Patch a file',
    description: 'Replaces, inserts or deletes lines of a file in the workspace.',
    input: patchInput,
    hasSideEffects: () => true,
    call: {
      functionName: () => NAME,
      describe: () =>
        'Change lines of a file. Read it first. All line numbers refer to the file as it is before this call, also when there are several changes. old_content must be exactly the lines line_start to line_end. Insert: line_end = line_start - 1 and old_content empty (line_start = last line + 1 appends). Delete: new_content empty. If one change does not fit, nothing is changed and the error says what is there.',
    },
    run: (run) => inWorkspace(deps, NAME, 'edit', run, (workspace) => patch(deps, workspace, run)),
  })

async function patch(
  { workspaces }: WorkspaceToolDeps,
  workspace: OpenWorkspace,
  run: ToolRun<WorkspaceConfig, PatchInput>,
): Promise<object> {
  const { file_path, changes } = run.input
  if (changes.length === 0) throw new FileRefusal('no_changes', 'changes is empty. Nothing was changed.')
  const log = workspaces.readingLog
  let known: { path: string; file: TextFile } | undefined
  let planned: PlannedPatch | undefined
  try {
    const done = await workspaces.editFile(workspace, {
      path: file_path,
      by: editor(run, NAME),
      signal: run.signal,
      plan(before, path) {
        if (!before)
          throw new FileRefusal('not_found', `There is no file ${path}; write_file makes new ones.`)
        const file = readText(before.bytes)
        known = { path, file }
        const isStale = isChangedSince(log.lastSeen(run.traceId, workspace.id, path), file)
        planned = planPatch(file, changes, { file_hash: before.hash, ...(isStale ? STALE : {}) })
        if (isStale) refuseStale(file, changes)
        return { bytes: writeText({ ...file, ...planned }) }
      },
    })
    tellEdit(run, done)
    log.succeeded(run.traceId, workspace.id, done.path)
    if (planned) log.saw(run.traceId, workspace.id, done.path, markOf(planned))
    return {
      type: 'patch_result',
      status: 'applied',
      ...toEditResult(done),
      applied_changes: planned?.applied,
      file_lines: planned?.texts.length,
    }
  } catch (error) {
    if (!(error instanceof FileRefusal) || !known || error.refusal === 'changed_meanwhile') throw error
    throw withFreshContent(log, workspace, run, error, known)
  }
}

const STALE = { changed_since_read: true }

const isChangedSince = (seen: string | undefined, file: TextFile): boolean =>
  seen !== undefined && seen !== markOf(file)

/** The numbers were right for a file that is no longer there: an insertion, above all, would go to a wrong place unnoticed. */
function refuseStale(file: TextFile, changes: readonly Change[]): never {
  throw new FileRefusal(
    'stale_read',
    'The file has been changed by somebody else since you read it. Nothing was changed. Read it again and send the changes for the file as it is now.',
    { file_lines: file.texts.length, ...STALE, around: showAround(file, changes, 3000) },
  )
}

/** A model that failed twice does not see what is there: so it is shown. */
const FAILURES_BEFORE_SHOWING = 2
const LONGEST_CONTENT = 3500

function withFreshContent(
  log: WorkspaceToolDeps['workspaces']['readingLog'],
  workspace: OpenWorkspace,
  run: ToolRun<WorkspaceConfig, PatchInput>,
  error: FileRefusal,
  { path, file }: { path: string; file: TextFile },
): FileRefusal {
  const failures = log.failed(run.traceId, workspace.id, path)
  if (failures < FAILURES_BEFORE_SHOWING) return error
  const { around: _around, mismatches: _mismatches, ...facts } = error.facts
  log.saw(run.traceId, workspace.id, path, markOf(file))
  return new FileRefusal(
    error.refusal,
    `${error.message} This is the file as it is now, with line numbers that are not part of it.`,
    { ...facts, fresh_content: showAround(file, run.input.changes, LONGEST_CONTENT) },
  )
}

/** The whole file if it fits, otherwise the lines around the changes. */
function showAround({ texts }: TextFile, changes: readonly Change[], longest: number): string {
  const whole = texts.length <= 400 ? numberLines(texts, 1, texts.length) : ''
  if (whole !== '' && whole.length <= longest) return whole
  const shown: string[] = []
  const each = Math.floor(longest / Math.min(changes.length, 3))
  for (const { line_start, line_end } of changes.slice(0, 3)) {
    const from = Math.max(1, Math.min(line_start, texts.length) - 15)
    const to = Math.min(texts.length, Math.max(line_end, line_start) + 15)
    const text = numberLines(texts, from, Math.min(to, from + 200))
    shown.push(text.length > each ? `${text.slice(0, each)}…` : text)
  }
  return shown.join('\n…\n')
}
