import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { says } from '../../../test/harness/fake-upstream.ts'
import { listSandboxes } from '../../tools/workspace/run-command/sandbox.ts'
import {
  type Agent,
  calls,
  createClient,
  eventsIn,
  inTurn,
  makeAgent,
  messagesOf,
  openAgent,
  typesOf,
} from './agentsmithy.testing.ts'

const missing = listSandboxes().length === 0
describe.skipIf(missing)(
  `a program that an agent wants to run${missing ? ' SKIPPED: no bubblewrap' : ''}`,
  () => {
    let agent: Agent
    let client: ReturnType<typeof createClient>
    beforeAll(async () => {
      agent = await openAgent({ RUN_COMMAND: 'sandboxed', APPROVAL_SECONDS: '20' })
      const { app, token, workspace } = agent
      // Its author has not asked for approvals.
      const tools = [{ type: 'run_command', use: 'call', config: { workspace_id: workspace } }]
      const id = await makeAgent(app, token, workspace, { tools })
      client = createClient(`${app.url}/agentsmithy/${id}`, { authorization: `Bearer ${token}` })
    })
    afterAll(() => agent.stop())

    const decide = async (decision: object) => {
      const waiting = async () => (await agent.app.call('GET', '/approvals', agent.token)).body.approvals
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), 5000)
      const [approval] = await waiting()
      expect(approval).toMatchObject({ tool: 'run_command', state: 'waiting' })
      await agent.app.call('POST', `/approvals/${approval.id}`, agent.token, decision)
    }

    it('waits for the person who asks, and runs only if they approve', async () => {
      agent.upstream.answer(
        inTurn(
          calls('run_command', { command: ['/bin/sh', '-c', 'echo made > made.txt; pwd'] }),
          says('Done.'),
        ),
      )
      const first = await client.open('Make it')
      await decide({ decision: 'approve' })
      const events = eventsIn(await first.text())
      expect(typesOf(events).slice(0, 2)).toEqual(['user', 'tool_call'])
      expect(typesOf(events).at(-1)).toBe('done')
      expect(JSON.stringify(events)).toContain('is waiting for your approval')
      expect(messagesOf(agent.upstream).at(-1)?.content).toContain('"stdout":"/workspace\\n"')
      expect(await agent.read('made.txt')).toBe('made\n')

      agent.upstream.answer(inTurn(calls('run_command', { command: ['rm', 'made.txt'] }), says('I see.')))
      const second = await client.open('Remove it')
      await decide({ decision: 'reject', reason: 'I need it' })
      expect(typesOf(eventsIn(await second.text())).at(-1)).toBe('done')
      expect(messagesOf(agent.upstream).at(-1)?.content).toContain('I need it')
      expect(await agent.read('made.txt')).toBe('made\n')
    })

    it('ends when the client disconnects', async () => {
      agent.upstream.answer(
        inTurn(calls('run_command', { command: ['/bin/sh', '-c', 'echo > begun; sleep 8; echo > ended'] })),
      )
      const leaving = new AbortController()
      const response = await client.open('Go', {}, leaving.signal)
      await decide({ decision: 'approve' })
      await vi.waitFor(() => agent.read('begun'), 5000)
      leaving.abort()
      await response.text().catch(() => undefined)
      agent.upstream.answer(says('Here.'))
      // The dialog is free again long before the program would have ended by itself.
      expect(typesOf(await client.say('Hello')).at(-1)).toBe('done')
      await expect(agent.read('ended')).rejects.toThrow('ENOENT')
    })
  },
)
