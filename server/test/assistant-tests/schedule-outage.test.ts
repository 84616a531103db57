import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { resultRepository } from '../../src/modules/assistant-tests/result.repository.ts'
import { testRepository } from '../../src/modules/assistant-tests/test.repository.ts'
import { AppError } from '../../src/platform/errors.ts'
import { type FakeUpstream, says, startFakeUpstream } from '../harness/fake-upstream.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'

const away = () => new AppError('unavailable', 'away', { retryAfter: 1 })

onEachDatabase('scheduled tests during an outage of $name', ({ env }) => {
  let app: TestApp
  let upstream: FakeUpstream
  let token: string

  beforeAll(async () => {
    upstream = await startFakeUpstream(says('It is chlorophyll.'))
    app = await startTestApp({ ...(await env()), ...upstream.settings })
    token = await app.signIn()
  })
  afterAll(async () => {
    await app.stop()
    await upstream.stop()
  })
  afterEach(() => void vi.restoreAllMocks())

  it.each([
    [
      'when access is checked',
      () => vi.spyOn(app.app.services.assistants, 'getRow').mockRejectedValueOnce(away()),
    ],
    ['when the tests are listed', () => vi.spyOn(testRepository, 'list').mockRejectedValueOnce(away())],
    ['between two tests', () => vi.spyOn(resultRepository, 'keepActive').mockRejectedValue(away())],
  ])('run once it is over: %s', async (_name, fail) => {
    const metadata = { connector: 'openai', llm: 'fake-model' }
    const assistant = await app.makeAssistant(token, { metadata })
    const path = `/assistants/${assistant}/tests`
    const checks = [{ kind: 'contains', text: 'chlorophyll' }]
    for (const content of ['One?', 'Two?'])
      await app.call('POST', path, token, { messages: [{ role: 'user', content }], checks })
    const plan = { every: 'daily', time_zone: 'Europe/Madrid' }
    expect((await app.call('PUT', `${path}/schedule`, token, plan)).status).toBe(200)
    const { db, testScheduleJobs } = app.app.services
    const change = (more: object) =>
      db.updateTable('test_schedules').set(more).where('assistant_id', '=', assistant).execute()
    await change({ next_at: 1 })

    const failing = fail()
    testScheduleJobs.wake()
    await expect.poll(() => failing.mock.settledResults.some(({ type }) => type === 'rejected')).toBe(true)
    vi.restoreAllMocks()
    // As if the lease had expired.
    await change({ leased_until: 0 })
    const read = async () => (await app.call('GET', `${path}/schedule`, token)).body
    await expect
      .poll(async () => {
        testScheduleJobs.wake()
        return (await read()).last_run?.status
      })
      .toBe('completed')
    expect(await read()).toMatchObject({ every: 'daily', stopped: null, last_run: { passed: 2 } })
  })
})
