import { expect, test } from 'vitest'
import { toolContract, tryTool } from '../tool.contract.ts'
import { noRagTool } from './no-rag.tool.ts'

toolContract('no_rag', () => ({ tool: noRagTool(), works: {}, finishesAnyway: true }))

test('adds nothing', async () => {
  expect(await tryTool(noRagTool())).toEqual({ ok: true, content: '', sources: [] })
})
