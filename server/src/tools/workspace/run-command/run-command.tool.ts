import { say } from '@bellwether/wire'
import * as z from 'zod'
import {
  type CommandResult,
  FileRefusal,
  type OpenWorkspace,
  withDetails,
} from '../../../modules/workspaces/index.ts'
import { defineBuiltIn } from '../../built-in-tool.ts'
import type { ToolRun } from '../../tool.ts'
import {
  COMMON,
  editor,
  inWorkspace,
  reportEdit,
  type WorkspaceConfig,
  type WorkspaceToolDeps,
} from '../workspace-tool.ts'
import { type FindSandbox, withScratch } from './find-sandbox.ts'
import { runProgram } from './run-program.ts'
import { COMMAND_LIMITS, type Sandbox } from './sandbox.ts'
import { folderFault } from './watch-program.ts'

/** A person always has to approve it first, whatever the assistant's settings say: see `run-call.ts`. */
const RUN_COMMAND = 'run_command'

const MAX_SECONDS = 300
/** A shared server can't handle more heavy programs at once. */
const MAX_AT_ONCE = 4
const MAX_NAMED = 50

export interface RunCommandDeps extends WorkspaceToolDeps {
  findSandbox: FindSandbox
}

const input = z.object({
  command: z
    .array(z.string().max(10_000))
    .min(1)
    .max(100)
    .meta({ description: 'The program and its arguments as separate strings; no shell is involved' }),
  timeout_seconds: z.number().int().min(1).max(MAX_SECONDS).default(60),
})
type Run = ToolRun<WorkspaceConfig, z.infer<typeof input>>

/** Runs a program in the workspace if the operator allows it; in a sandbox, or not at all. */
export function runCommandTool(deps: RunCommandDeps) {
  let running = 0
  return defineBuiltIn({
    ...COMMON,
    name: RUN_COMMAND,
    // The input sets the actual limit; this one only has to be later.
    timeoutMs: (MAX_SECONDS + 20) * 1000,
    input,
    hasSideEffects: () => true,
    alwaysAsks: true,
    call: {
      functionName: () => RUN_COMMAND,
      describe: () =>
        'Run a program in the workspace folder, such as ["python3", "main.py"]. There is no shell and no network.',
    },
    run: (run) =>
      inWorkspace(deps, RUN_COMMAND, 'edit', run, async (workspace) => {
        if (run.input.command.some((part) => part.includes('\0')))
          throw new FileRefusal('bad_content', say('workspace_files.command_nul_character'))
        const sandbox = await requireSandbox(deps.findSandbox)
        if (running >= MAX_AT_ONCE) throw new FileRefusal('busy', say('workspace_files.too_many_commands'))
        running++
        try {
          return await runIn(deps, workspace, sandbox, run)
        } finally {
          running--
        }
      }),
  })
}

async function requireSandbox(findSandbox: FindSandbox): Promise<Sandbox> {
  const sandbox = await findSandbox()
  if ('missing' in sandbox)
    throw new FileRefusal('not_allowed', say('workspace_files.no_sandbox', { reason: sandbox.missing }))
  return sandbox
}

async function runIn(
  { workspaces }: RunCommandDeps,
  workspace: OpenWorkspace,
  sandbox: Sandbox,
  run: Run,
): Promise<object> {
  const { command } = run.input
  const { result, before, after } = await workspaces.runInFolder(workspace, {
    label: `${RUN_COMMAND}: ${command.join(' ')}`,
    by: editor(run, RUN_COMMAND),
    work: (root) => runAt(root, workspace, sandbox, run),
  })
  return {
    type: 'run_command_result',
    command,
    ...result,
    before_checkpoint: before,
    ...tellChanges(run, after),
  }
}

async function runAt(root: string, { limits }: OpenWorkspace, sandbox: Sandbox, run: Run) {
  const { command, timeout_seconds } = run.input
  const room = { path: root, bytes: limits.bytes, files: limits.files * 2 }
  const full = await folderFault([room])
  if (full !== undefined)
    throw new FileRefusal(
      'no_room',
      withDetails(
        say('workspace_files.command_no_room'),
        `Commands can’t be run in this workspace: ${full}. Delete something first.`,
      ),
    )
  return withScratch((scratch) =>
    runProgram({
      command: sandbox.wrap({ files: root, scratch }, command),
      limitMs: timeout_seconds * 1000,
      signal: run.signal,
      limits: {
        memoryBytes: COMMAND_LIMITS.memoryBytes,
        tasks: COMMAND_LIMITS.tasks,
        folders: [room, { path: scratch, bytes: COMMAND_LIMITS.scratchBytes, files: room.files }],
      },
    }),
  )
}

/** Changes of a program are reported like any other edit. */
function tellChanges(run: Run, after: CommandResult<unknown>['after']): object {
  if ('refused' in after) return { checkpoint: null, files: after.refused }
  for (const done of after.edits) reportEdit(run, done)
  const changed = after.edits.map(({ path, edit, hash }) => ({
    path,
    edit,
    ...(hash === null ? { deleted: true } : {}),
  }))
  const { notSaved } = after
  return {
    checkpoint: after.checkpoint,
    changed_files: changed.slice(0, MAX_NAMED),
    ...(notSaved.length > 0 ? { not_saved: notSaved.slice(0, MAX_NAMED) } : {}),
  }
}
