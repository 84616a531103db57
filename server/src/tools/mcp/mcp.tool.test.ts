import { describe, expect, it } from 'vitest'
import type { CallableMcpTool } from '../../modules/mcp-servers/index.ts'
import { toolContract, tryTool } from '../tool.contract.ts'
import { mcpTool } from './mcp.tool.ts'

const settings = { server_id: 3, tool: 'find.book' }
const callable = (more: Partial<CallableMcpTool> = {}): CallableMcpTool => ({
  functionName: 'find_book',
  serverName: 'Library',
  description: 'Finds a book',
  parameters: { type: 'object', properties: { isbn: { type: 'string' } }, required: ['isbn'] },
  onlyReads: true,
  call: async () => ({ isError: false, text: 'The Sheep' }),
  ...more,
})
const toolWith = (more: Partial<CallableMcpTool> = {}) => mcpTool({ findTool: async () => callable(more) })

toolContract('mcp', () => ({
  tool: toolWith(),
  works: { settings, input: { isbn: '1' } },
  failures: {
    'not ticked': { tool: mcpTool({ findTool: async () => undefined }), settings },
    'wrong arguments': { settings, input: { isbn: 1 }, isForModel: true },
    'an error': {
      tool: toolWith({ call: async () => ({ isError: true, text: 'line\nbreak '.repeat(100) }) }),
      settings,
      input: { isbn: '1' },
    },
  },
}))

describe('MCP tool', () => {
  it('names its server and whether it has side effects', () => {
    const tool = toolWith()
    const config = tool.config.parse(settings)
    expect(tool.targets?.(config)).toEqual([{ kind: 'mcp_server', id: '3' }])
    expect(tool.hasSideEffects?.(config)).toBe(true)
    expect(tool.hasSideEffects?.(tool.config.parse({ ...settings, only_reads: true }))).toBe(false)
  })

  it('tells who approves a call what it does, and which server gets it', async () => {
    const tool = toolWith()
    const facts = async (more: object) => tool.explain?.(tool.config.parse({ ...settings, ...more }), 1)
    expect(await facts({})).toEqual({ description: 'Finds a book', sentTo: 'Library' })
    expect(await facts({ description: 'Accepted words' })).toMatchObject({ description: 'Accepted words' })
  })

  it('looks the tool up in the assistant’s organization', async () => {
    const asked: unknown[] = []
    const tool = mcpTool({
      async findTool(...args) {
        asked.push(args)
        return callable()
      },
    })
    await tryTool(tool, { settings, input: { isbn: '1' } })
    expect(asked).toEqual([[1, 3, 'find.book']])
  })

  it('truncates long results', async () => {
    const tool = toolWith({ call: async () => ({ isError: false, text: 'x'.repeat(200_000) }) })
    const output = await tryTool(tool, { settings, input: { isbn: '1' } })
    expect(output).toMatchObject({
      ok: true,
      content: expect.stringMatching(/\[cut: the result was longer\]$/),
    })
  })
})
