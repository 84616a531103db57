import type { ToolInfo } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { newAgent, worksOn } from './agents.ts'

it('finds the assistants that work on a workspace by their settings', () => {
  const metadata = JSON.stringify({ tools: [{ type: 'patch_file', config: { workspace_id: 'w1' } }] })
  expect(worksOn({ metadata }, 'w1')).toBe(true)
  expect(worksOn({ metadata }, 'w')).toBe(false)
  expect(worksOn({ metadata: null }, 'w1')).toBe(false)
})

it('proposes an assistant with file tools, without one that runs programs', () => {
  const info = (name: string, category: string) => ({ name, category }) as ToolInfo
  const start = newAgent(
    { id: 'w1', name: 'Notes' },
    [info('patch_file', 'workspace'), info('run_command', 'workspace'), info('weather', 'utilities')],
    { name: 'Helper', purpose: 'Helps', system: 'Be kind.' },
  )
  expect(start.tools).toEqual([
    { type: 'patch_file', use: 'call', enabled: true, config: { workspace_id: 'w1' } },
  ])
})
