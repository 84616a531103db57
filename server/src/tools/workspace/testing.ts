import { join } from 'node:path'
import type { WorkspacesDeps } from '../../modules/workspaces/index.ts'
import { type Desk, type DeskKind, openDesk, rootOf } from '../../modules/workspaces/testing.ts'
import type { Tool, ToolEvent, ToolOutput } from '../tool.ts'

/** A desk at which tools are tried, with what a test looks at: bytes, modes, events. */
export async function openToolDesk(more: Partial<WorkspacesDeps> & { kind?: DeskKind } = {}) {
  const desk = await openDesk(more)
  /** On disk only. */
  const place = (path: string) => join(rootOf(desk.workspace), path)
  const events: ToolEvent[] = []

  async function call(
    tool: Tool,
    input: unknown,
    { traceId = 'trace', caller = desk.ana, signal = new AbortController().signal }: Calling = {},
  ): Promise<ToolOutput> {
    return await tool.run({
      config: tool.config.parse({ workspace_id: desk.workspace.id }),
      input: tool.input.parse(input),
      caller,
      assistant: { id: 5, ownerId: desk.ana.userId, organizationId: desk.ana.organizationId },
      signal,
      traceId,
      emit: (event) => events.push(event),
    })
  }

  return {
    ...desk,
    events,
    place,
    call,
    ...desk.files,
  }
}

interface Calling {
  traceId?: string
  caller?: Desk['ana']
  signal?: AbortSignal
}

export type ToolDesk = Awaited<ReturnType<typeof openToolDesk>>

// biome-ignore lint/suspicious/noExplicitAny: tests look into results of every shape
export function resultOf(output: ToolOutput): any {
  if (!output.ok) throw new Error(output.reason)
  return JSON.parse(output.content)
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into errors of every shape
export function errorOf(output: ToolOutput): any {
  if (output.ok) throw new Error(`expected a failure, got: ${output.content}`)
  return JSON.parse(output.reason)
}
