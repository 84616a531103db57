import { expect, test } from 'vitest'
import * as z from 'zod'
import { explainRun, readArguments } from './safe-tool-queries.ts'
import { defineTool, type Tool } from './tool.ts'

test('of thousands of faults in arguments, the first are named', () => {
  const tool = defineTool({
    name: 'sum',
    category: 'other',
    version: '1.0',
    title: 'Sum',
    description: 'Adds numbers.',
    config: z.object({}),
    input: z.object({ numbers: z.array(z.number()) }),
    run: async () => ({ ok: true, content: '', sources: [] }),
  })
  const read = readArguments(tool, { numbers: Array.from({ length: 3000 }, () => 'x') })
  expect(read.ok).toBe(false)
  expect(JSON.stringify(read)).toContain('numbers.9')
  expect(JSON.stringify(read).length).toBeLessThan(10_000)
})

test('a tool that can’t explain a run does not fail it', async () => {
  const tool = (explain: Tool['explain']) =>
    defineTool({
      name: 'note',
      category: 'other',
      version: '1.0',
      title: 'Note',
      description: 'Notes it.',
      config: z.unknown(),
      input: z.unknown(),
      ...(explain ? { explain } : {}),
      run: () => ({ ok: true, content: '', sources: [] }),
    })
  const broken = tool(() => {
    throw new Error('broken')
  })
  expect(await explainRun(broken, {}, 1)).toEqual({})
  expect(await explainRun(tool(undefined), {}, 1)).toEqual({})
  const long = tool(() => ({ description: 'x'.repeat(9000), sentTo: ' ' }))
  expect(await explainRun(long, {}, 1)).toEqual({ description: 'x'.repeat(500) })
})
