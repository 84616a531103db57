import { say } from '@bellwether/wire'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Caller } from '../../platform/caller.ts'
import { toolContract, tryTool, userCaller } from '../tool.contract.ts'
import { toFailed } from '../tool-failure.ts'
import { COURSES, GRADES, TOKEN } from './fake-moodle.contract.ts'
import { moodleGradesTool } from './grades.tool.ts'
import { startMoodleHarness } from './moodle-harness.contract.ts'

const { moodle, makeTool, result } = await startMoodleHarness(moodleGradesTool)
const works = { input: { course_id: 101 } }

toolContract('moodle_grades', () => ({
  tool: makeTool(),
  works,
  secrets: [TOKEN],
  failures: {
    'no Moodle': { ...works, tool: makeTool({}, { moodleOf: async () => undefined }) },
    'nobody known': {
      ...works,
      caller: { kind: 'system', trustedForwarder: true },
      tool: makeTool({}, { identityOf: () => undefined }),
    },
    'nobody there': { ...works, tool: makeTool({ url: 'http://127.0.0.1:1' }) },
  },
}))

const ADAS = [
  'Grades of Ada Lovelace in Mathematics 1 (MATH1, id 101):',
  '- Essay 1: 80.00 of 100 (80.00 %); feedback: Good <3',
  '- Essay 2: not graded',
  '- Course total: 80.00 of 100 (80.00 %)',
].join('\n')
const DENIED = toFailed(say('reasons.moodle_own_grades'), { denied: true })
const tess = userCaller({ email: 'tess@example.edu' })

describe('a student', () => {
  test.each([undefined, 'me', '', 'default', 'ada', '11', 'ada@example.edu', 'Ada@Example.edu'])(
    'reads their own grades as %j',
    async (user_id) => {
      expect(await result({ input: { course_id: 101, user_id } })).toBe(ADAS)
    },
  )

  test.each(['bob', '12', 'bob@example.edu', 'nobody', 'ada,bob', '*', '11 OR 1=1'])(
    'can’t read those of "%s", whether or not they exist',
    async (user_id) => {
      expect(await tryTool(makeTool(), { input: { course_id: 101, user_id } })).toEqual(DENIED)
      expect(moodle.forms().some((form) => form['wsfunction']?.startsWith('gradereport'))).toBe(false)
    },
  )

  test('sees no hidden grade, nor a total that would reveal it', async () => {
    const before = COURSES['12'] ?? []
    onTestFinished(() => {
      COURSES['12'] = before
    })
    COURSES['12'] = [...before, { id: 101, shortname: 'MATH1', fullname: 'Mathematics 1' }]
    const caller = userCaller({ email: 'bob@example.edu' })
    expect(await result({ input: { course_id: 101 }, caller })).toBe(
      'Grades of Bob Ross in Mathematics 1 (MATH1, id 101):\n- Essay 1: 55.00 of 100 (55.00 %)',
    )
  })

  test.each([1009, 1014, 1018, undefined])(
    'sees no grade of an activity that may be closed to them (%s), nor the total',
    async (cmid) => {
      const before = GRADES['11'] ?? []
      onTestFinished(() => {
        GRADES['11'] = before
      })
      GRADES['11'] = [{ ...before[0], itemname: 'Makeup essay', gradeformatted: '55.00', cmid }, ...before]
      expect(await result(works)).toBe(ADAS.replace(/\n- Course total.*/, ''))
      expect(await result({ input: { course_id: 101, user_id: 'ada' }, caller: tess })).toContain(
        '- Makeup essay: 55.00 of 100',
      )
    },
  )

  test.each([false, 0])(
    'sees no grades of a course that shows none (%j); its teachers do',
    async (showgrades) => {
      const before = { 11: COURSES['11'], 15: COURSES['15'] }
      onTestFinished(() => void Object.assign(COURSES, before))
      for (const id of ['11', '15']) COURSES[id] = [{ id: 101, shortname: 'MATH1', showgrades }]
      expect(await result(works)).toBe('MATH1 (id 101) shows no grades to its students in Moodle.')
      expect(moodle.forms().some((form) => form['wsfunction']?.startsWith('gradereport'))).toBe(false)
      expect(await result({ input: { course_id: 101, user_id: 'ada' }, caller: tess })).toContain('80.00')
    },
  )

  test('can’t read another course', async () => {
    expect(await tryTool(makeTool(), { input: { course_id: 201 } })).toMatchObject({ denied: true })
  })
})

describe('grades of others', () => {
  const system: Caller = { kind: 'system', trustedForwarder: true }
  const forwarding = (identity: string) => makeTool({}, { identityOf: () => identity })

  test.each(['bob', '12', 'BOB@example.edu'])(
    'a teacher of the course can read those of "%s"',
    async (user_id) => {
      expect(await result({ input: { course_id: 101, user_id }, caller: tess })).toBe(
        [
          'Grades of bob in Mathematics 1 (MATH1, id 101):',
          '- Essay 1: 55.00 of 100 (55.00 %)',
          '- Exam: 12.00 of 100 (12.00 %); hidden from the student',
          '- Course total: 33.00 of 100 (33.00 %)',
        ].join('\n'),
      )
    },
  )

  test('so can a teacher behind a forwarding client', async () => {
    const input = { course_id: 101, user_id: 'ada' }
    expect(await result({ input, caller: system }, forwarding('tess@example.edu'))).toContain(
      'Essay 1: 80.00',
    )
    expect(await tryTool(forwarding('bob@example.edu'), { input, caller: system })).toMatchObject({
      denied: true,
    })
  })

  test('a teacher learns nothing about people outside the course', async () => {
    for (const user_id of ['carl@example.edu', '13', 'nobody'])
      expect(await result({ input: { course_id: 101, user_id }, caller: tess })).toBe(
        'refused: no one in this course has that name',
      )
  })

  test.each([
    ['an admin of the organization', userCaller({ organizationRole: 'admin' })],
    ['a system admin', userCaller({ systemAdmin: true })],
  ])('%s can’t read them without teaching the course', async (_who, caller) => {
    const input = { course_id: 101, user_id: 'bob' }
    expect(await tryTool(makeTool(), { input, caller })).toEqual(DENIED)
  })

  test('reports a token that may not see the participants', async () => {
    const behave = moodle.answer
    moodle.answer = (response, body, request) =>
      body.includes('get_enrolled_users')
        ? response.end(JSON.stringify({ exception: 'x', errorcode: 'accessexception' }))
        : behave(response, body, request)
    expect(await result({ input: { course_id: 101, user_id: 'bob' }, caller: tess })).toBe(
      'refused: the Moodle token of this organization has no access to core_enrol_get_enrolled_users',
    )
    expect(await result({ input: { course_id: 101 } })).toBe(ADAS)
  })
})
