import { join } from 'node:path'
import type { WorkspacesDeps } from '../../modules/workspaces/index.ts'
import { type Fixture, openFixture, rootOf, type StorageKind } from '../../modules/workspaces/testing.ts'
import type { Tool, ToolEvent, ToolOutput } from '../tool.ts'

/** A fixture for tests of tools, with what they check: bytes, modes, events. */
export async function openToolFixture(more: Partial<WorkspacesDeps> & { kind?: StorageKind } = {}) {
  const fixture = await openFixture(more)
  /** On disk only. */
  const place = (path: string) => join(rootOf(fixture.workspace), path)
  const events: ToolEvent[] = []

  async function call(
    tool: Tool,
    input: unknown,
    { traceId = 'trace', caller = fixture.ana, signal = new AbortController().signal }: Calling = {},
  ): Promise<ToolOutput> {
    return await tool.run({
      config: tool.config.parse({ workspace_id: fixture.workspace.id }),
      input: tool.input.parse(input),
      caller,
      assistant: { id: 5, ownerId: fixture.ana.userId, organizationId: fixture.ana.organizationId },
      signal,
      traceId,
      emit: (event) => events.push(event),
    })
  }

  return {
    ...fixture,
    events,
    place,
    call,
    ...fixture.files,
  }
}

interface Calling {
  traceId?: string
  caller?: Fixture['ana']
  signal?: AbortSignal
}

export type ToolFixture = Awaited<ReturnType<typeof openToolFixture>>

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
