import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Caller, UserCaller } from '../platform/caller.ts'
import type { Conversation, Tool, ToolEvent, ToolOutput } from './tool.ts'

/** One run that a test asks for; what is left out is ordinary. */
export interface Trial {
  /** As they are stored, hence before the defaults are filled in. */
  settings?: unknown
  /** As the model writes it. Without it the tool is injected, by default into an empty conversation. */
  input?: unknown
  conversation?: Conversation
  caller?: Caller
  signal?: AbortSignal
  /** Gets what the tool tells while it runs. */
  told?: ToolEvent[]
}

/** A tool with what is needed to try it out. Each tool's test hands in its own. */
export interface ToolSubject {
  tool: Tool
  /** A run that would succeed. */
  works: Trial
  /** What must never be read in an output. */
  secrets?: readonly string[]
  /** Runs that must fail, by what is wrong. Each may bring another make of the tool. */
  failures?: Readonly<Record<string, Trial & { tool?: Tool }>>
  /** The tool waits for nothing external, and may finish after the reader has left. */
  finishesAnyway?: boolean
}

export const userCaller = (more: Partial<UserCaller> = {}): UserCaller => ({
  kind: 'user',
  userId: 7,
  email: 'ada@example.edu',
  name: 'Ada',
  userType: 'creator',
  systemAdmin: false,
  organizationId: 1,
  organizationRole: 'member',
  credential: 'session',
  onlyAssistants: null,
  trustedForwarder: false,
  ...more,
})

const EMPTY: Conversation = { messages: [], question: '' }

/** Runs a tool as the engine does: settings and input go through the tool's own schemas. */
export async function tryTool(tool: Tool, trial: Trial = {}): Promise<ToolOutput> {
  const input =
    trial.input === undefined && tool.inject
      ? tool.inject.input(trial.conversation ?? EMPTY)
      : tool.input.parse(trial.input ?? {})
  return await tool.run({
    config: tool.config.parse(trial.settings ?? {}),
    input,
    caller: trial.caller ?? userCaller(),
    assistant: { id: 5, ownerId: 7, organizationId: 1 },
    signal: trial.signal ?? new AbortController().signal,
    traceId: 'trace',
    emit: (event) => trial.told?.push(event),
  })
}

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
/** What OpenAI takes as the name of a function. */
const FUNCTION_NAME = /^[a-zA-Z0-9_-]{1,64}$/
const QUICKLY_MS = 1000

/** What every tool must do. */
export function toolContract(name: string, makeTool: () => ToolSubject | Promise<ToolSubject>): void {
  describe(`tool contract: ${name}`, () => {
    test('has names in snake_case, each once', async () => {
      const { tool } = await makeTool()
      const names = [tool.name, ...(tool.aliases ?? [])]
      expect(tool.name).toBe(name)
      for (const one of names) expect(one).toMatch(SNAKE_CASE)
      expect(new Set(names).size).toBe(names.length)
    })

    test('says what it is, and can be injected or called', async () => {
      const { tool, works } = await makeTool()
      for (const text of [tool.title, tool.description, tool.category, tool.version])
        expect(text.trim()).not.toBe('')
      expect(tool.inject ?? tool.call).toBeDefined()
      if (tool.inject) expect(tool.inject.placeholder).toMatch(SNAKE_CASE)
      if (!tool.call) return
      const config = tool.config.parse(works.settings ?? {})
      expect(tool.call.functionName(config)).toMatch(FUNCTION_NAME)
      expect(tool.call.describe(config).trim()).not.toBe('')
    })

    test.each(['config', 'input'] as const)('its %s has a JSON Schema of an object', async (part) => {
      const { tool } = await makeTool()
      const schema = z.toJSONSchema(tool[part], { target: 'draft-2020-12', io: 'input' })
      expect(schema).toMatchObject({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
      })
      expect(JSON.parse(JSON.stringify(schema))).toEqual(schema)
    })

    test('works', async () => {
      const { tool, works, secrets = [] } = await makeTool()
      const output = await tryTool(tool, works)
      expect(output).toMatchObject({ ok: true, content: expect.any(String), sources: expect.any(Array) })
      expectNoSecret(output, secrets)
    })

    test('an empty conversation does no harm', async () => {
      const { tool, works, secrets = [] } = await makeTool()
      if (!tool.inject) return
      const output = await tryTool(tool, { ...works, input: undefined, conversation: EMPTY })
      if (!output.ok) expectGoodReason(output.reason)
      expectNoSecret(output, secrets)
    })

    test('does not go on when nobody listens any more', async () => {
      const { tool, works, finishesAnyway = false } = await makeTool()
      const left = AbortSignal.abort(new Error('the client left'))
      const start = performance.now()
      const brought = await tryTool(tool, { ...works, signal: left }).then(
        (output) => output.ok,
        () => false,
      )
      expect(performance.now() - start).toBeLessThan(QUICKLY_MS)
      if (!finishesAnyway) expect(brought).toBe(false)
    })

    test('says why it failed, and keeps secrets', async () => {
      const { tool, failures = {}, secrets = [] } = await makeTool()
      for (const [what, { tool: other, ...trial }] of Object.entries(failures)) {
        const output = await tryTool(other ?? tool, trial)
        expect(output, what).toMatchObject({ ok: false, reason: expect.any(String) })
        if (!output.ok) for (const told of [output.reason, output.detail ?? 'none']) expectGoodReason(told)
        expectNoSecret(output, secrets)
      }
    })
  })
}

function expectGoodReason(reason: string): void {
  expect(reason.trim()).not.toBe('')
  expect(reason.length).toBeLessThanOrEqual(300)
  expect(reason).not.toMatch(/[\r\n]|undefined|\[object /)
}

function expectNoSecret(output: ToolOutput, secrets: readonly string[]): void {
  const text = JSON.stringify(output)
  for (const secret of secrets) expect(text).not.toContain(secret)
}
