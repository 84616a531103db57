import { expect, it } from 'vitest'
import * as z from 'zod'
import { createToolRegistry } from '../../tools/registry.ts'
import { defineTool } from '../../tools/tool.ts'
import { withImplied } from './implied-tools.ts'
import type { InjectedTool } from './injected-tool.ts'

const named = (name: string) =>
  defineTool({
    name,
    title: name,
    description: name,
    category: 'x',
    version: '1',
    config: z.object({}),
    input: z.object({}),
    inject: { placeholder: name, input: () => ({}) },
    run: () => ({ ok: true, content: name, sources: [] }),
  })
const NAMES = ['simple_rag', 'context_aware_rag', 'hierarchical_rag', 'rubric_rag', 'moodle_user']
const tools = createToolRegistry(NAMES.map(named))

function entry(name: string, placeholder = 'context'): InjectedTool {
  const tool = tools.find(name)
  if (!tool) throw new Error(name)
  return { tool, config: { top_k: 3 }, placeholder, after: ['query'], timeoutMs: 5000 }
}
const implied = (injected: InjectedTool[], promptProcessor: string, template = '{context}{user_input}') =>
  withImplied(injected, { promptProcessor, template }, tools)
const shown = (list: InjectedTool[]) => list.map(({ tool, placeholder }) => `${tool.name}:${placeholder}`)

it('searches by conversation if the prompt processor says so, with the same settings and placeholder', () => {
  const injected = [entry('simple_rag'), entry('rubric_rag', 'rubric'), entry('simple_rag', 'context_2')]
  const made = implied(injected, 'context_aware_augment')
  expect(shown(made)).toEqual([
    'context_aware_rag:context',
    'rubric_rag:rubric',
    'context_aware_rag:context_2',
  ])
  const { tool: _before, ...rest } = entry('simple_rag')
  expect(made[0]).toMatchObject(rest)
})

it.each(['simple_augment', 'multi_augment', 'tool_augment', 'moodle_augment'])(
  '%s implies no tool',
  (name) => {
    const injected = [entry('simple_rag'), entry('hierarchical_rag', 'more')]
    expect(implied(injected, name)).toEqual(injected)
  },
)

it('adds the lookup of the person once if the template names them', () => {
  const template = 'For {moodle_user} and {moodle_user}: {user_input}'
  expect(shown(implied([entry('simple_rag')], 'simple_augment', template))).toEqual([
    'simple_rag:context',
    'moodle_user:moodle_user',
  ])
  const own = [entry('rubric_rag', 'moodle_user')]
  expect(implied(own, 'simple_augment', template)).toEqual(own)
})

it('does without tools that are not installed', () => {
  const none = createToolRegistry([named('simple_rag')])
  const injected = [entry('simple_rag')]
  const assistant = { promptProcessor: 'context_aware_augment', template: '{moodle_user}' }
  expect(withImplied(injected, assistant, none)).toEqual(injected)
})
