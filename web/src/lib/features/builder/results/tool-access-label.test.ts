import type { TraceStep } from '@bellwether/wire'
import { expect, it } from 'vitest'
import { toolAccessLabel } from './tool-access-label.ts'

const words = {
  you: 'you',
  user: ({ id }: { id: string }) => `user ${id}`,
  anonymous: 'an anonymous user',
  ranAs: ({ owner, asker }: { owner: string; asker: string }) => `as ${owner} for ${asker}`,
  dataOf: ({ owners }: { owners: string }) => `data of ${owners}`,
}
const stepOf = (ran_as: number, on_behalf_of: string | null, data_of: number[]): TraceStep => ({
  kind: 'tool',
  tool: 'simple_rag',
  use: 'inject',
  name: 'context',
  input: null,
  output_length: 0,
  cut: false,
  sources: 0,
  access: { ran_as, on_behalf_of, data_of },
  iteration: 0,
  milliseconds: 1,
  outcome: 'ok',
  reason: null,
})

it.each([
  ['is empty if everything belongs to the viewer', stepOf(3, 'user 3', [3]), ''],
  ['names a student who asked', stepOf(3, 'user 7', [3]), 'as you for user 7 · data of you'],
  ['names a student forwarded by a client', stepOf(3, 'ana@example.edu', []), 'as you for ana@example.edu'],
  ['names a colleague whose data was used', stepOf(3, 'user 3', [5]), 'as you for you · data of user 5'],
  ['shows an anonymous user', stepOf(5, null, []), 'as user 5 for an anonymous user'],
])('%s', (_what, step, line) => {
  expect(toolAccessLabel(step, 3, words)).toBe(line)
})
