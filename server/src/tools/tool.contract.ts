import { isMessageCode, textOf } from '@bellwether/wire'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import type { Caller, UserCaller } from '../platform/caller.ts'
import type { Conversation, Tool, ToolEvent, ToolOutput } from './tool.ts'

/** One run in a test. Omitted fields have ordinary values. */
export interface Trial {
  /** Settings as stored, before defaults are filled in. */
  settings?: unknown
  /** Arguments as the model writes them. If absent, the tool is injected, by default into an empty conversation. */
  input?: unknown
  conversation?: Conversation
  caller?: Caller
  signal?: AbortSignal
  /** Collects the events of the run. */
  events?: ToolEvent[]
}

/** A tool and what is needed to test it. Each tool's test provides its own. */
export interface ToolSubject {
  tool: Tool
  /** A run that succeeds. */
  works: Trial
  /** Texts that must never appear in an output. */
  secrets?: readonly string[]
  /** Runs that must fail, by cause. Each may use another instance of the tool. */
  failures?: Readonly<Record<string, Trial & { tool?: Tool; isForModel?: boolean }>>
  /** Whether the tool waits for nothing external and may finish after the client has disconnected. */
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

/** Runs a tool as the engine does: settings and input are validated by the tool's own schemas. */
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
    emit: (event) => trial.events?.push(event),
  })
}

const SNAKE_CASE = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/
/** OpenAI's rule for function names. */
const FUNCTION_NAME = /^[a-zA-Z0-9_-]{1,64}$/
/** Shorter than the time limit of any call, and long enough for a busy machine. */
const QUICKLY_MS = 20_000

/** Checks the rules for all tools. */
export function toolContract(name: string, makeTool: () => ToolSubject | Promise<ToolSubject>): void {
  describe(`tool contract: ${name}`, () => {
    test('has unique names in snake_case', async () => {
      const { tool } = await makeTool()
      const names = [tool.name, ...(tool.aliases ?? [])]
      expect(tool.name).toBe(name)
      for (const toolName of names) expect(toolName).toMatch(SNAKE_CASE)
      expect(new Set(names).size).toBe(names.length)
    })

    test('has a description, and can be injected or called', async () => {
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

    test.each(['config', 'input'] as const)('has an object schema for its %s', async (part) => {
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

    test('accepts an empty conversation', async () => {
      const { tool, works, secrets = [] } = await makeTool()
      if (!tool.inject) return
      const output = await tryTool(tool, { ...works, input: undefined, conversation: EMPTY })
      if (!output.ok) expectGoodReason(output.reason)
      expectNoSecret(output, secrets)
    })

    test('stops when the client disconnects', async () => {
      const { tool, works, finishesAnyway = false } = await makeTool()
      const left = AbortSignal.abort(new Error('the client left'))
      const start = performance.now()
      const succeeded = await tryTool(tool, { ...works, signal: left }).then(
        (output) => output.ok,
        () => false,
      )
      expect(performance.now() - start).toBeLessThan(QUICKLY_MS)
      if (!finishesAnyway) expect(succeeded).toBe(false)
    })

    test('reports why it failed, with a code and without secrets', async () => {
      const { tool, failures = {}, secrets = [] } = await makeTool()
      for (const [failure, { tool: other, isForModel, ...trial }] of Object.entries(failures)) {
        const output = await tryTool(other ?? tool, trial)
        expect(output, failure).toMatchObject({ ok: false, reason: expect.any(String) })
        if (output.ok) continue
        expectGoodReason(output.reason)
        expectGoodReason(textOf(output.detail ?? 'none'))
        // The model corrects its own arguments; everything else is for people too.
        if (!isForModel)
          expect(
            isMessageCode(output.message?.code),
            `${failure}: ${output.reason} (in texts/en/messages.json)`,
          ).toBe(true)
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
