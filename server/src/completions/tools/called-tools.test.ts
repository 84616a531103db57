import type { ToolEntry } from '@bellwether/wire'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { createToolRegistry } from '../../tools/registry.ts'
import { defineTool, type Tool } from '../../tools/tool.ts'
import { calledTools, type LeftOut } from './called-tools.ts'

const toolOf = (name: string, call: Partial<NonNullable<Tool['call']>> = {}) =>
  defineTool({
    name,
    title: name,
    description: '',
    category: '',
    version: '1',
    config: z.looseObject({}),
    input: z.object({}),
    call: { functionName: () => 'do_it', describe: () => 'Does it.', ...call },
    run: () => ({ ok: true, content: '', sources: [] }),
  })
const fails = (): never => {
  throw new Error('no')
}
const called = (types: string[], more: Partial<ToolEntry> = {}) => {
  const tools = createToolRegistry([
    toolOf('good'),
    toolOf('nameless', { functionName: fails }),
    toolOf('mute', { describe: fails }),
    toolOf('shapeless', { parameters: fails }),
    toolOf('mcp'),
  ])
  const leftOut: LeftOut[] = []
  const entries = types.map((type) => ({ type, use: 'call' as const, enabled: true, config: {}, ...more }))
  return { made: calledTools(entries, tools, (one) => leftOut.push(one)), leftOut }
}

it('skips a plugin without a valid name and keeps the others', () => {
  const { made, leftOut } = called(['nameless', 'good', 'mute', 'good', 'shapeless'])
  expect(made.map(({ spec }) => spec.name)).toEqual(['do_it', 'do_it_2'])
  expect(leftOut.map(({ tool }) => tool)).toEqual(['nameless', 'mute', 'shapeless'])
})

it('never gives a tool of another server the name of one of ours, in any order', () => {
  const { made } = called(['mcp', 'good', 'mcp'])
  expect(made.map(({ tool, spec }) => [tool.name, spec.name])).toEqual([
    ['mcp', 'do_it_2'],
    ['good', 'do_it'],
    ['mcp', 'do_it_3'],
  ])
})

it('keeps to the limits of providers for functions and descriptions', () => {
  const { made, leftOut } = called(Array<string>(130).fill('good'), { description: 'long '.repeat(1000) })
  expect(made).toHaveLength(128)
  expect(leftOut).toHaveLength(2)
  for (const { spec } of made) expect(spec.description?.length).toBeLessThanOrEqual(1024)
})
