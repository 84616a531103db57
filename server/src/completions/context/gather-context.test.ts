import { expect, it } from 'vitest'
import * as z from 'zod'
import type { StepNote } from '../../modules/traces/index.ts'
import { defineTool, type Tool, type ToolEvent } from '../../tools/tool.ts'
import { openToolScope } from '../tools/tool-deps.testing.ts'
import { gatherContext } from './gather-context.ts'
import type { InjectedTool } from './injected-tool.ts'

const says = z.object({ says: z.string().default('nothing') })
const toolOf = (inject: Tool['inject']): Tool =>
  defineTool({
    name: 't',
    title: 'T',
    description: '',
    category: '',
    version: '1',
    config: says,
    input: z.object({}),
    inject: inject as NonNullable<Tool['inject']>,
    run: ({ config }) => ({ ok: true, content: says.parse(config).says, sources: [] }),
  }) as Tool
const entry = (placeholder: string, config: object, more: Partial<InjectedTool> = {}): InjectedTool => ({
  tool: toolOf({ placeholder, input: () => ({}) }),
  config,
  placeholder,
  after: [],
  ...more,
})

async function gather(tools: InjectedTool[]) {
  const steps: StepNote[] = []
  const events: ToolEvent[] = []
  const scope = openToolScope({ tell: (event) => void events.push(event) })
  const { insertions } = await gatherContext({ ...scope, tools, steps, messages: [], question: 'x' })
  return {
    brought: insertions.map(({ content }) => content),
    outcomes: steps.map(({ outcome }) => outcome),
    events,
  }
}

const fails = (): never => {
  throw new Error('no')
}

it.each<[string, Tool['inject']]>([
  ['creates its input', { placeholder: 'a', input: fails }],
  ['creates its status', { placeholder: 'a', input: () => ({}), status: fails }],
])(
  'leaves the placeholder of a plugin empty if it throws when it %s, and runs the others',
  async (_when, inject) => {
    const broken = entry('a', { says: 'broken' }, { tool: toolOf(inject) })
    const { brought, outcomes } = await gather([broken, entry('b', { says: 'well' })])
    expect(brought).toEqual(['', 'well'])
    expect(outcomes).toEqual(['failed', 'ok'])
  },
)

it('fills the placeholder of a skipped tool with nothing, and still checks the settings', async () => {
  const { brought } = await gather([
    entry('a', { says: '[{gone}]' }, { after: ['gone'] }),
    entry('b', {}, { after: ['gone'] }),
    entry('c', { says: '{a} {gone}{b}' }, { after: ['a', 'gone', 'b'] }),
  ])
  expect(brought).toEqual(['[]', 'nothing', '[] nothing'])
})
