import { describe, expect, test } from 'vitest'
import type { Caller } from '../../platform/caller.ts'
import { toolContract, tryTool, userCaller } from '../tool.contract.ts'
import { TOKEN } from './fake-moodle.contract.ts'
import { startMoodleHarness } from './moodle-harness.contract.ts'
import { moodleUserTool } from './moodle-user.tool.ts'

const { moodle, makeTool, result } = await startMoodleHarness(moodleUserTool)
const system: Caller = { kind: 'system', trustedForwarder: true }

toolContract('moodle_user', () => ({ tool: makeTool(), works: {}, secrets: [TOKEN] }))

describe('value of {moodle_user}', () => {
  test('is the Moodle id for the caller’s e-mail address', async () => {
    expect(await result({})).toBe('11')
  })

  test.each<[string, string | undefined, boolean, string]>([
    ['uses an e-mail address that a client forwards', 'bob@example.edu', false, '12'],
    ['keeps an address that Moodle does not know', 'eve@example.edu', false, 'eve@example.edu'],
    ['keeps another identifier as given', 'owui-77', false, 'owui-77'],
    ['resolves an identifier of Moodle’s own', 'bob', true, '12'],
    ['is empty for an unknown person', undefined, true, ''],
  ])('%s', async (_what, identity, idsAreMoodles, expected) => {
    const tool = makeTool({ idsAreMoodles }, { identityOf: () => identity })
    expect(await result({ caller: system }, tool)).toBe(expected)
    if (!identity?.includes('@') && !idsAreMoodles) expect(moodle.requests).toEqual([])
  })

  test('is the e-mail address without a Moodle', async () => {
    expect(await result({}, makeTool({}, { moodleOf: async () => undefined }))).toBe('ada@example.edu')
  })

  test('is the e-mail address if Moodle fails or hangs, and the trace says why', async () => {
    moodle.answer = () => undefined
    expect(await tryTool(makeTool({}, { limitMs: 100 }))).toEqual({
      ok: true,
      content: 'ada@example.edu',
      sources: [],
      metadata: { note: 'Moodle did not respond within 0.1 s' },
    })
    await expect.poll(moodle.openAnswers).toBe(0)
  })

  test('is the id of a launch from this Moodle, whatever the e-mail address says, without asking Moodle', async () => {
    const asked: unknown[] = []
    const provenIdsOf = async (...question: unknown[]) => {
      asked.push(question)
      return ['13']
    }
    const settings = { url: `${moodle.url}/webservice/rest/server.php?wstoken=x` }
    expect(await result({}, makeTool(settings, { provenIdsOf }))).toBe('13')
    expect(asked).toEqual([[userCaller().userId, { organizationId: 1, issuer: moodle.url }]])
    const noEmail = { provenIdsOf, identityOf: () => undefined }
    expect(await result({}, makeTool({}, noEmail))).toBe('13')
    expect(moodle.requests).toEqual([])
  })

  test('is refused if launches of several people of this Moodle share the account', async () => {
    const tool = makeTool({}, { provenIdsOf: async () => ['11', '15'] })
    expect(await tryTool(tool)).toMatchObject({ ok: false, denied: true })
  })

  test('of a client that forwards others is never the id of the key’s owner', async () => {
    const provenIdsOf = async () => ['11']
    const caller = userCaller({ trustedForwarder: true })
    const tool = makeTool({}, { provenIdsOf, identityOf: () => 'bob@example.edu' })
    expect(await result({ caller }, tool)).toBe('12')
  })

  test('looks up each person once', async () => {
    const tool = makeTool()
    for (const _each of [1, 2, 3]) expect(await result({}, tool)).toBe('11')
    expect(moodle.requests).toHaveLength(1)
    expect(await result({ caller: userCaller({ email: 'bob@example.edu' }) }, tool)).toBe('12')
    expect(moodle.requests).toHaveLength(2)
  })
})
