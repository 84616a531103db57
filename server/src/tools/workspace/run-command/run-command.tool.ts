import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { FileRefusal } from '../../../modules/workspaces/index.ts'
import { defineTool } from '../../tool.ts'
import { COMMON, inWorkspace, type WorkspaceToolDeps } from '../workspace-tool.ts'
import { runProgram } from './run-program.ts'
import type { Sandbox } from './sandbox.ts'

const NAME = 'run_command'

export interface RunCommandDeps extends WorkspaceToolDeps {
  /** `unsandboxed` = with all rights of the server, as the operator said; undefined = there is no way to shut a program in. */
  sandbox: Sandbox | 'unsandboxed' | undefined
}

/** Runs a program in the workspace, where the operator allows it. */
export const runCommandTool = (deps: RunCommandDeps) =>
  defineTool({
    ...COMMON,
    name: NAME,
    title: 'Run a command',
    description: 'Runs a program in the workspace, without network and out of reach of everything else.',
    input: z.object({
      command: z
        .array(z.string().max(10_000))
        .min(1)
        .max(100)
        .meta({ description: 'The program and its arguments, each on its own; no shell reads them' }),
      timeout_seconds: z.number().int().min(1).max(300).default(60),
    }),
    hasSideEffects: () => true,
    call: {
      functionName: () => NAME,
      describe: () =>
        'Run a program in the workspace’s folder, such as ["python3", "main.py"]. There is no shell and no network.',
    },
    run: (run) =>
      inWorkspace(deps, NAME, 'edit', run, async (workspace) => {
        const { sandbox } = deps
        if (!sandbox)
          throw new FileRefusal(
            'not_allowed',
            'This server can’t shut programs in (bubblewrap is not installed), so none is run.',
          )
        const { command, timeout_seconds } = run.input
        if (command.some((part) => part.includes('\0')))
          throw new FileRefusal('bad_content', 'An argument holds a NUL character.')
        const empty = await mkdtemp(join(tmpdir(), 'bellwether-box-'))
        try {
          const whole = sandbox === 'unsandboxed' ? command : sandbox(workspace.root, empty, command)
          const limitMs = timeout_seconds * 1000
          const result = await runProgram({
            command: whole,
            folder: workspace.root,
            limitMs,
            signal: run.signal,
          })
          const by = { kind: 'edit', userId: run.caller.kind === 'user' ? run.caller.userId : null } as const
          const label = `run_command: ${command.join(' ')}`
          const checkpoint = await deps.workspaces.checkpoints.checkpointFor(workspace, label, by)
          return { type: 'run_command_result', command, ...result, checkpoint }
        } catch (error) {
          if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
            throw new FileRefusal('not_found', `There is no program ${JSON.stringify(command[0])}.`)
          throw error
        } finally {
          await rm(empty, { recursive: true, force: true })
        }
      }),
  })
