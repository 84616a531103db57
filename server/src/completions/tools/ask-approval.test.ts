import { expect, it } from 'vitest'
import * as z from 'zod'
import type { Decided } from '../../modules/approvals/index.ts'
import { defineTool } from '../../tools/tool.ts'
import { createAskApproval } from './ask-approval.ts'
import { openToolScope } from './tool-deps.testing.ts'

const tool = defineTool({
  name: 't',
  title: 'T',
  description: '',
  category: '',
  version: '1',
  config: z.object({}),
  input: z.object({ query: z.string().min(1) }),
  run: () => ({ ok: true, content: '', sources: [] }),
})
/** What the engine makes for an injected tool may hold more than its schema: a model can't send that. */
const input = { query: 'sheep', conversation: ['all of it'] }

const verdictOn = (decided: Decided) =>
  createAskApproval({ ask: async () => decided })({ tool, name: 't', input }, openToolScope())

it.each<[string, Decided, object]>([
  ['what is approved as it is runs as it is', { state: 'approved' }, { approved: true, input }],
  [
    'what a person wrote is checked like what a model wrote',
    { state: 'approved', input: { query: 'goats', conversation: ['mine'] } },
    { approved: true, input: { query: 'goats' } },
  ],
  ['and refused like it', { state: 'approved', input: { query: '' } }, { approved: false }],
  ['the approval expires', { state: 'expired' }, { approved: false, reason: 'it was not approved in time' }],
  [
    'the reason of a rejection goes along',
    { state: 'rejected', reason: 'too dear' },
    { approved: false, reason: 'it was rejected: too dear' },
  ],
])('%s', async (_what, decided, verdict) => {
  expect(await verdictOn(decided)).toMatchObject(verdict)
})
