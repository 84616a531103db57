import { say, type ToolEntry, textOf } from '@bellwether/wire'
import { expect, it } from 'vitest'
import * as z from 'zod'
import type { StepNote } from '../../modules/traces/index.ts'
import { createToolRegistry } from '../../tools/registry.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import { entryTools } from '../context/entry-tools.ts'
import { gatherContext } from '../context/gather-context.ts'
import { type InjectedTool, withoutSideEffects } from '../context/injected-tool.ts'
import { createTestRecord } from '../record/record.testing.ts'
import { type CalledTool, calledTools, type LeftOut } from './called-tools.ts'
import { offeredTools } from './offered-tools.ts'
import { runCall } from './run-call.ts'
import { openToolScope } from './tool-deps.testing.ts'

const fails = (): never => {
  throw new Error('no')
}
const UNREADABLE = { safeParse: fails } as unknown as z.ZodType

const toolOf = (name: string, more: Partial<Tool> = {}): Tool => ({
  ...defineTool({
    name,
    title: name,
    description: '',
    category: '',
    version: '1',
    config: z.looseObject({}),
    input: z.looseObject({}),
    inject: { placeholder: name, input: () => ({}) },
    call: { functionName: () => name, describe: () => '' },
    run: () => ({ ok: true, content: `${name} brought it`, sources: [] }),
  }),
  ...more,
})
const called = (tool: Tool): CalledTool => ({
  tool,
  config: {},
  spec: { name: tool.name, parameters: {} },
})
const injected = (tool: Tool, more: Partial<InjectedTool> = {}): InjectedTool => ({
  tool,
  config: {},
  placeholder: tool.name,
  after: [],
  ...more,
})
const reasonsOf = (steps: readonly StepNote[]) =>
  steps.map(({ outcome, reason }) => `${outcome}: ${reason && textOf(reason)}`)
const gather = async (...tools: InjectedTool[]) => {
  const steps: StepNote[] = []
  const input = { tools, steps, messages: [], question: 'x' }
  const { insertions } = await gatherContext({ ...openToolScope(), ...input })
  return { brought: insertions.map(({ content }) => content), reasons: reasonsOf(steps) }
}

const good = toolOf('good')
/** Can't say which objects it would read. */
const aimless = toolOf('aimless', { targets: fails })

it('does not offer a plugin to the model if it can’t list its targets, and offers the others', async () => {
  const record = createTestRecord()
  const secretive = toolOf('secretive', { hasSideEffects: fails })
  const tools = [aimless, secretive, good].map(called)
  const offered = await offeredTools(tools, openToolScope({ allowsChanges: false }), record)
  expect(offered.map(({ name }) => name)).toEqual(['good'])
  expect(reasonsOf(record.steps)).toEqual([
    'skipped: not offered to the model: its targets could not be determined',
    'skipped: not offered to the model: it makes changes, which only the owner of this assistant may do',
  ])
})

it('does not run it if the model calls it anyway, or in the prompt', async () => {
  const call = { id: '1', name: 'aimless', arguments: '{}' }
  const result = await runCall(call, [called(aimless)], openToolScope(), createTestRecord())
  expect(result).toMatchObject({ outcome: 'denied', text: '{"error":"its targets could not be determined"}' })
  expect(await gather(injected(aimless), injected(good))).toEqual({
    brought: ['', 'good brought it'],
    reasons: ['denied: its targets could not be determined', 'ok: null'],
  })
})

it('a plugin that breaks while it waits for another tool or a person affects only itself', async () => {
  const waiting = injected(aimless, { after: ['good'] })
  const nameless = toolOf('nameless', { call: { functionName: fails, describe: () => '' } })
  const asking = injected(nameless, { needsApproval: true })
  const picky = injected(toolOf('picky', { config: UNREADABLE }), { after: ['good'] })
  const { brought } = await gather(waiting, asking, picky, injected(good))
  expect(brought).toEqual(['', 'nameless brought it', '', 'good brought it'])
})

it('skips a plugin that throws on its settings, and reports one that throws on its arguments to the model', async () => {
  const picky = toolOf('picky', { config: UNREADABLE })
  const tools = createToolRegistry([picky, good])
  const leftOut: LeftOut[] = []
  const entries = (use: ToolEntry['use']) =>
    ['picky', 'good'].map((type) => ({ type, use, enabled: true, config: {} }))
  const noted = (one: LeftOut) => leftOut.push(one)
  expect(entryTools(entries('inject'), tools, noted).map(({ tool }) => tool.name)).toEqual(['good'])
  expect(calledTools(entries('call'), tools, noted).map(({ tool }) => tool.name)).toEqual(['good'])
  expect(leftOut).toMatchObject([
    { tool: 'picky', reason: say('reasons.settings_invalid') },
    { tool: 'picky' },
  ])
  const deaf = called(toolOf('deaf', { input: UNREADABLE }))
  const call = { id: '1', name: 'deaf', arguments: '{"a":1}' }
  const { text } = await runCall(call, [deaf], openToolScope(), createTestRecord())
  expect(text).toBe('{"error":"the arguments don’t match this function"}')
})

it('skips a plugin in previews if its side effects are unknown', () => {
  const secretive = toolOf('secretive', { hasSideEffects: fails })
  expect(withoutSideEffects([injected(secretive), injected(good)]).map(({ tool }) => tool.name)).toEqual([
    'good',
  ])
})
