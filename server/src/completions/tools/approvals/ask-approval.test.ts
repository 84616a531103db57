import { say } from '@bellwether/wire'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { defineTool } from '../../../tools/tool.ts'
import { openToolScope } from '../tool-deps.testing.ts'
import type { Decided } from './approvals.ts'
import { createAskApproval } from './ask-approval.ts'

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
/** Input that the server creates for an injected tool may hold more than its schema allows a model to send. */
const input = { query: 'sheep', conversation: ['all of it'] }

const verdictOn = (decided: Decided) =>
  createAskApproval({ ask: async () => decided })({ tool, config: {}, name: 't', input }, openToolScope())

it.each<[string, Decided, object]>([
  ['runs an approved call unchanged', { state: 'approved' }, { approved: true, input }],
  [
    'validates the person’s input like the model’s',
    { state: 'approved', input: { query: 'goats', conversation: ['mine'] } },
    { approved: true, input: { query: 'goats' } },
  ],
  ['refuses invalid input of the person', { state: 'approved', input: { query: '' } }, { approved: false }],
  [
    'reports an expired approval',
    { state: 'expired' },
    { approved: false, reason: say('reasons.approval_expired') },
  ],
  [
    'reports the reason of a rejection',
    { state: 'rejected', reason: 'too dear' },
    { approved: false, reason: say('reasons.approval_rejected_because', { reason: 'too dear' }) },
  ],
])('%s', async (_what, decided, verdict) => {
  expect(await verdictOn(decided)).toMatchObject(verdict)
})
