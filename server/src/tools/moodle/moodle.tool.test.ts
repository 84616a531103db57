import { describe, expect, test } from 'vitest'
import { toolContract, tryTool, userCaller } from '../tool.contract.ts'
import { ENDPOINT, TOKEN } from './fake-moodle.contract.ts'
import { ADAS, as, startMoodleHarness } from './moodle-harness.contract.ts'

const { moodle, makeTool, result } = await startMoodleHarness()

toolContract('moodle', () => ({
  tool: makeTool(),
  works: { input: { user_id: 'me' } },
  secrets: [TOKEN],
  failures: {
    'no Moodle': { tool: makeTool({}, { moodleOf: async () => undefined }) },
    'nobody there': { tool: makeTool({ url: 'http://127.0.0.1:1' }) },
    'no address': { tool: makeTool({ url: `moodle?wstoken=${TOKEN}` }) },
    'a private address': { tool: makeTool({ trusted: false }) },
    'a wrong address': { tool: makeTool({ url: `${moodle.url}/elsewhere?wstoken=${TOKEN}` }) },
  },
}))

test('finds the caller by e-mail address and lists the visible courses', async () => {
  expect(await result(as('me'))).toBe(ADAS)
  expect(moodle.forms()).toEqual([
    {
      wstoken: TOKEN,
      wsfunction: 'core_user_get_users_by_field',
      moodlewsrestformat: 'json',
      field: 'email',
      'values[0]': 'ada@example.edu',
    },
    {
      wstoken: TOKEN,
      wsfunction: 'core_enrol_get_users_courses',
      moodlewsrestformat: 'json',
      userid: '11',
    },
  ])
})

test.each(['', '/', ENDPOINT, `${ENDPOINT}?wstoken=${TOKEN}`])(
  'accepts a URL that ends with "%s"; never puts the token into it',
  async (end) => {
    expect(await result(as('me'), makeTool({ url: moodle.url + end }))).toBe(ADAS)
    expect(moodle.requests.map(({ url }) => url)).toEqual([ENDPOINT, ENDPOINT])
  },
)

test('lists 200 courses at most and says that there are more', async () => {
  const many = Array.from({ length: 203 }, (_, index) => ({ id: index, fullname: `Course ${index}` }))
  moodle.answer = (response, body) =>
    response.end(JSON.stringify(body.includes('get_users_courses') ? many : [{ id: 11, username: 'ada' }]))
  const lines = (await result(as('me'))).split('\n')
  expect(lines).toHaveLength(202)
  expect(lines[0]).toBe('ada is enrolled in 203 Moodle course(s):')
  expect(lines.slice(-2)).toEqual(['- Course 199 (id 199)', '… and 3 more'])
})

test('uses the Moodle of the assistant’s organization', async () => {
  const asked: number[] = []
  const moodleOf = async (organizationId: number) => {
    asked.push(organizationId)
    return undefined
  }
  const text = await result(as('me', userCaller({ organizationId: 9 })), makeTool({}, { moodleOf }))
  expect(text).toBe('refused: Moodle is not configured for this organization')
  expect(asked).toEqual([1])
})

describe('reports failures', () => {
  const exception = (errorcode: string) => ({
    exception: 'moodle_exception',
    errorcode,
    message: `the token ${TOKEN} is bad`,
    debuginfo: TOKEN,
  })
  const answers: [string, number, unknown, string][] = [
    [
      'a wrong token',
      200,
      exception('invalidtoken'),
      'Moodle does not accept the token of this organization',
    ],
    [
      'a token without the right',
      403,
      exception('accessexception'),
      'the Moodle token of this organization has no access to core_user_get_users_by_field',
    ],
    [
      'another exception',
      200,
      exception('invalidparameter'),
      'Moodle refused core_user_get_users_by_field (invalidparameter)',
    ],
    [
      'an exception that repeats the token',
      200,
      exception(TOKEN),
      'Moodle refused core_user_get_users_by_field',
    ],
    [
      'a token that has expired',
      200,
      exception('invalidtimedtoken'),
      'the token of this organization has expired in Moodle',
    ],
    [
      'a service that is off',
      200,
      exception('servicenotavailable'),
      'the service of this organization’s token is turned off in Moodle',
    ],
    [
      'maintenance',
      200,
      exception('sitemaintenance'),
      'Moodle is down for maintenance or is overloaded; try again later',
    ],
    ['too many requests', 429, '', 'Moodle is down for maintenance or is overloaded; try again later'],
    ['web services that are off', 403, '', 'Moodle’s REST web services are turned off or block this server'],
    ['a wrong path', 404, '<html>', 'no Moodle found at the URL in the settings'],
    [
      'a code of the prototype',
      200,
      exception('constructor'),
      'Moodle refused core_user_get_users_by_field (constructor)',
    ],
    ['an error page', 500, `<html>${TOKEN}`, 'Moodle returned status 500'],
    ['a page', 200, '<html>', 'Moodle sent an unexpected response'],
    ['half an answer', 200, '[{"id":', 'Moodle sent an unexpected response'],
    ['nothing', 200, null, 'Moodle sent an unexpected response'],
    ['ids that are none', 200, [{ id: '11' }], 'Moodle sent an unexpected response'],
    ['a redirect', 303, '', 'Moodle redirects to another URL; correct its URL in the settings'],
  ]
  test.each(answers)('%s', async (_what, status, body, reason) => {
    moodle.answer = (response) =>
      response
        .writeHead(status, { location: '/login' })
        .end(typeof body === 'string' ? body : JSON.stringify(body))
    expect(await result(as('me'))).toBe(`refused: ${reason}`)
    expect(moodle.requests).toHaveLength(1)
  })

  test('refuses a private address that the organization entered', async () => {
    expect(await result(as('me'), makeTool({ trusted: false }))).toMatch(/requests to it are not allowed/)
    expect(moodle.requests).toEqual([])
  })

  test('reports a broken connection', async () => {
    moodle.answer = (response) => response.destroy()
    expect(await result(as('me'))).toMatch(/^refused: Moodle could not be used: .* closed the connection/)
  })

  test('reports a response that is too long', async () => {
    moodle.answer = (response) => response.end('x'.repeat(5_000_000))
    expect(await result(as('me'))).toMatch(/^refused: Moodle could not be used: .* too large/)
  })

  test('times out and closes the call', async () => {
    moodle.answer = () => undefined
    expect(await result(as('me'), makeTool({}, { limitMs: 100 }))).toBe(
      'refused: Moodle did not respond within 0.1 s',
    )
    await expect.poll(moodle.openAnswers).toBe(0)
  })
})

test('closes the call when the client disconnects', async () => {
  const left = new AbortController()
  moodle.answer = () => left.abort(new Error('the client left'))
  await expect(tryTool(makeTool(), { ...as('me'), signal: left.signal })).rejects.toThrow('the client left')
  await expect.poll(moodle.openAnswers).toBe(0)
})
