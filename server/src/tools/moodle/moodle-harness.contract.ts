import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { MoodleSettings } from '../../modules/organizations/index.ts'
import type { Caller } from '../../platform/caller.ts'
import { createOutbound } from '../../platform/outbound/create-outbound.ts'
import type { Outbound } from '../../platform/outbound/outbound.ts'
import { type Trial, tryTool, userCaller } from '../tool.contract.ts'
import type { Tool } from '../tool.ts'
import { type FakeMoodle, startFakeMoodle, TOKEN } from './fake-moodle.contract.ts'
import { moodleTool } from './moodle.tool.ts'
import type { MoodleDeps } from './with-moodle.ts'

export const ADAS =
  'Ada Lovelace is enrolled in 2 Moodle course(s):\n- Mathematics 1 (MATH1, id 101)\n- LAB (id 102)'
export const BOBS = 'Bob Ross is enrolled in 1 Moodle course(s):\n- Painting (ART, id 201)'

/** `user_id` as the model writes it, and the caller. */
export const as = (user_id: string, caller: Caller = userCaller()): Trial => ({ input: { user_id }, caller })

const emailOf = (caller: Caller) => (caller.kind === 'user' ? caller.email : undefined)

/** Starts a fake Moodle, reset before each test, and a tool that uses it. */
export async function startMoodleHarness(make: (deps: MoodleDeps) => Tool = moodleTool) {
  const moodle: FakeMoodle = await startFakeMoodle()
  let outbound: Outbound
  beforeAll(() => {
    outbound = createOutbound({ allow: {}, onRefused: () => undefined, firstByteMs: 20_000, idleMs: 20_000 })
  })
  afterAll(async () => {
    await outbound.close()
    await moodle.close()
  })
  beforeEach(() => {
    moodle.requests.length = 0
    moodle.behave()
  })
  const makeTool = (settings: Partial<MoodleSettings> = {}, more: Partial<MoodleDeps> = {}) =>
    make({
      outbound,
      moodleOf: async () => ({ url: moodle.url, token: TOKEN, trusted: true, ...settings }),
      identityOf: ({ caller }) => emailOf(caller),
      provenIdsOf: async () => [],
      ...more,
    })
  async function result(trial: Trial, tool = makeTool()): Promise<string> {
    const output = await tryTool(tool, trial)
    return output.ok ? output.content : `refused: ${output.reason}`
  }
  return { moodle, makeTool, result }
}
