import { expect, test } from 'vitest'
import * as z from 'zod'
import { readArguments } from './safe-tool-queries.ts'
import { defineTool } from './tool.ts'

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
