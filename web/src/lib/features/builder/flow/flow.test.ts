import type { ToolInfo } from '@bellwether/wire'
import { expect, it } from 'vitest'
import type { FormTool } from '../tools/entries.ts'
import { toFlow } from './flow.ts'

const tool = (key: number, type: string, more: Partial<FormTool> = {}): FormTool => ({
  key,
  type,
  use: 'inject',
  enabled: true,
  config: {},
  ...more,
})
const infoOf = (type: string) =>
  ({ name: type, placeholder: { simple_rag: 'context', query_rewrite: 'query' }[type] ?? type }) as ToolInfo

it('shows what feeds the prompt, what is called and which assistants are asked', () => {
  const tools = [
    tool(1, 'query_rewrite'),
    tool(2, 'simple_rag', { config: { query: '{query}' } }),
    tool(3, 'rubric'),
    tool(4, 'weather', { use: 'call' }),
    tool(5, 'assistant', { use: 'call' }),
    tool(6, 'file', { enabled: false }),
  ]
  const { injected, called, asked } = toFlow(tools, '{context} {user_input}', infoOf)
  expect(injected.map(({ key, isCutOff }) => [key, isCutOff])).toEqual([
    [1, false],
    [2, false],
    [3, true],
  ])
  expect(called.map(({ index }) => index)).toEqual([3])
  expect(asked.map(({ index }) => index)).toEqual([4])
})
