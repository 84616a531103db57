import { say } from '@bellwether/wire'
import { describe, expect, onTestFinished, test } from 'vitest'
import { growthOf } from '../../platform/growth.testing.ts'
import { toolContract, tryTool, userCaller } from '../tool.contract.ts'
import { toFailed } from '../tool-failure.ts'
import { moodleAssignmentsTool } from './assignments.tool.ts'
import { moodleCourseContentsTool } from './course-contents.tool.ts'
import { CONTENTS, COURSES, TOKEN } from './fake-moodle.contract.ts'
import { startMoodleHarness } from './moodle-harness.contract.ts'
import { plainText } from './plain-text.ts'

const contents = await startMoodleHarness(moodleCourseContentsTool)
const assignments = await startMoodleHarness(moodleAssignmentsTool)
const bob = userCaller({ email: 'bob@example.edu' })

toolContract('moodle_course_contents', () => ({
  tool: contents.makeTool(),
  works: { input: { course_id: 101 } },
  secrets: [TOKEN],
  failures: {
    'no Moodle': {
      input: { course_id: 101 },
      tool: contents.makeTool({}, { moodleOf: async () => undefined }),
    },
    'nobody there': { input: { course_id: 101 }, tool: contents.makeTool({ url: 'http://127.0.0.1:1' }) },
    'nobody known': {
      input: { course_id: 101 },
      caller: { kind: 'system', trustedForwarder: true },
      tool: contents.makeTool({}, { identityOf: () => undefined }),
    },
  },
}))

toolContract('moodle_assignments', () => ({
  tool: assignments.makeTool(),
  works: { input: {} },
  secrets: [TOKEN],
  failures: {
    'no Moodle': { tool: assignments.makeTool({}, { moodleOf: async () => undefined }) },
    'nobody known': { tool: assignments.makeTool({}, { identityOf: () => '77' }) },
  },
}))

describe('course contents', () => {
  test.each(['101', 101, 'MATH1', 'math1'])(
    'lists course %j without hidden or restricted items',
    async (course_id) => {
      expect(await contents.result({ input: { course_id } })).toBe(
        [
          'Mathematics 1 (MATH1, id 101) has in Moodle:',
          '## General',
          'Welcome & hello',
          '## Week 1',
          '- Syllabus (resource) https://moodle.example.edu/mod/resource/view.php?id=1001',
          '- Essay 1 (assign) https://moodle.example.edu/mod/assign/view.php?id=1002',
          '- Essay 2 (assign) https://moodle.example.edu/mod/assign/view.php?id=1003',
          '- Since yesterday (page) https://moodle.example.edu/mod/page/view.php?id=1010',
          '- More (subsection) https://moodle.example.edu/mod/subsection/view.php?id=1012',
          '## More',
          '- Links (page) https://moodle.example.edu/mod/page/view.php?id=1015',
        ].join('\n'),
      )
    },
  )

  test('leaves out the same for a token that sees no conditions, exempt from them or not', async () => {
    const input = { course_id: 101 }
    const all = await contents.result({ input })
    const behave = contents.moodle.answer
    contents.moodle.answer = (response, body, request) => {
      if (!body.includes('get_contents')) return behave(response, body, request)
      const modulesOf = ({ modules }: (typeof CONTENTS)[number]) =>
        modules.map(({ availability: _unseen, availabilityinfo: _too, ...one }) => one)
      response.end(JSON.stringify(CONTENTS.map((section) => ({ ...section, modules: modulesOf(section) }))))
    }
    expect(await contents.result({ input })).toBe(all)
  })

  test('leaves out what Moodle does not say to be open', async () => {
    const behave = contents.moodle.answer
    const answerState = (state: object) => {
      contents.moodle.answer = (response, body, request) =>
        body.includes('get_state')
          ? response.end(JSON.stringify(JSON.stringify(state)))
          : behave(response, body, request)
    }
    const course_id = 101
    for (const state of [{}, { section: [{ id: '2' }], cm: [{ id: '1001' }] }]) {
      answerState(state)
      expect(await contents.result({ input: { course_id } })).toContain('shows nothing in Moodle yet')
    }
    answerState({ section: [{ id: '2', hasrestrictions: false }], cm: [{ id: '1001', accessvisible: true }] })
    expect(await contents.result({ input: { course_id } })).toMatch(
      /has in Moodle:\n## Week 1\n- Syllabus.*$/,
    )
  })

  test('needs the function that names conditions', async () => {
    const behave = contents.moodle.answer
    contents.moodle.answer = (response, body, request) =>
      body.includes('get_state')
        ? response.end(JSON.stringify({ exception: 'x', errorcode: 'accessexception' }))
        : behave(response, body, request)
    expect(await contents.result({ input: { course_id: 101 } })).toBe(
      'refused: the Moodle token of this organization has no access to core_courseformat_get_state',
    )
  })

  test('reports an empty course', async () => {
    expect(await contents.result({ input: { course_id: 102 } })).toBe(
      'LAB (id 102) shows nothing in Moodle yet.',
    )
  })

  test.each([
    ['of another person', 201],
    ['hidden', 103],
    ['that does not exist', 999],
    ['with a crafted name', '101 OR 1=1'],
    ['with a crafted name', '101&courseid=201'],
  ])('refuses a course %s with the same message', async (_what, course_id) => {
    expect(await tryTool(contents.makeTool(), { input: { course_id } })).toEqual(
      toFailed(say('reasons.moodle_enrolled_courses'), { denied: true }),
    )
    expect(contents.moodle.forms().map((form) => form['wsfunction'])).not.toContain(
      'core_course_get_contents',
    )
  })

  test.each([[{}], [{ course_id: '' }], [{ course_id: -1 }], [{ course_id: 'x'.repeat(201) }]])(
    'refuses %j as a course',
    (input) => {
      expect(contents.makeTool().input.safeParse(input).success).toBe(false)
    },
  )

  test('limits the time', async () => {
    contents.moodle.answer = () => undefined
    const tool = contents.makeTool({}, { limitMs: 100 })
    expect(await contents.result({ input: { course_id: 101 } }, tool)).toBe(
      'refused: Moodle did not respond within 0.1 s',
    )
  })

  test('turns Moodle’s HTML into lines of text, with http URLs only', async () => {
    const behave = contents.moodle.answer
    contents.moodle.answer = (response, body, request) => {
      if (!body.includes('get_contents')) return behave(response, body, request)
      const modules = [{ id: 1001, name: 'A\n## Fake\n', modname: 'url', url: 'javascript:alert(1)' }]
      response.end(
        JSON.stringify([{ id: 2, name: 'S\nT', summary: '<script>x()</script>Hi<br>there', modules }]),
      )
    }
    expect(await contents.result({ input: { course_id: 101 } })).toBe(
      'Mathematics 1 (MATH1, id 101) has in Moodle:\n## S T\nHi there\n- A ## Fake (url)',
    )
  })

  test('names are those that people read, though Moodle writes them as HTML', async () => {
    const before = COURSES['11'] ?? []
    onTestFinished(() => void Object.assign(COURSES, { 11: before }))
    COURSES['11'] = [{ id: 101, shortname: 'R&amp;D', fullname: 'Research &amp; development' }]
    const behave = contents.moodle.answer
    contents.moodle.answer = (response, body, request) => {
      if (!body.includes('get_contents')) return behave(response, body, request)
      const modules = [{ id: 1001, name: 'Only with &gt;= 50', modname: 'page' }]
      response.end(JSON.stringify([{ id: 2, name: 'Q &amp; A', modules }]))
    }
    expect(await contents.result({ input: { course_id: 'r&d' } })).toBe(
      'Research & development (R&D, id 101) has in Moodle:\n## Q & A\n- Only with >= 50 (page)',
    )
  })

  test.each(['<', '<script>', '<style', '</script ', '<p a="'])(
    'takes linear time for a page full of %s',
    async (piece) => {
      expect(plainText(`Hi${piece.repeat(50_000)}`, 20)).toMatch(/^Hi/)
      const growth = await growthOf((size) => plainText(`Hi${piece.repeat(size)}`, 20), 25_000)
      expect(growth).toBeLessThan(8)
    },
  )
})

describe('assignments', () => {
  const DATE = '\\w{3}, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d'

  test.each([{}, { course_id: 'MATH1' }])('%j: upcoming ones first, without hidden ones', async (input) => {
    const lines = (await assignments.result({ input })).split('\n')
    expect(lines).toEqual([
      'Assignments in Moodle, times in UTC:',
      expect.stringMatching(new RegExp(`^- Essay 2, Mathematics 1 \\(MATH1, id 101\\): due ${DATE}$`)),
      expect.stringMatching(new RegExp(`^- Essay 1, Mathematics 1 \\(MATH1, id 101\\): was due ${DATE}$`)),
    ])
  })

  test('can be injected, and reads only the person’s own visible courses', async () => {
    expect(await assignments.result({})).toContain('Essay 2')
    const asked = assignments.moodle
      .forms()
      .find((form) => form['wsfunction'] === 'mod_assign_get_assignments')
    expect(asked).toMatchObject({ 'courseids[0]': '101', 'courseids[1]': '102' })
    expect(asked).not.toHaveProperty('courseids[2]')
  })

  test('refuses another person’s course', async () => {
    const output = await tryTool(assignments.makeTool(), { input: { course_id: 101 }, caller: bob })
    expect(output).toMatchObject({ ok: false, denied: true })
  })

  test('shows times in the time zone of its settings', async () => {
    const at = Date.UTC(2099, 0, 1, 23, 30) / 1000
    const behave = assignments.moodle.answer
    assignments.moodle.answer = (response, body, request) => {
      if (!body.includes('mod_assign')) return behave(response, body, request)
      const one = { id: 1, cmid: 1002, name: 'Essay', duedate: at, cutoffdate: at + 3600 }
      response.end(JSON.stringify({ courses: [{ id: 101, assignments: [one] }] }))
    }
    expect(await assignments.result({ settings: { time_zone: 'Europe/Madrid' }, input: {} })).toContain(
      'due Fri, 2099-01-02 00:30; nothing is taken after Fri, 2099-01-02 01:30',
    )
  })

  test('refuses an invalid time zone in the settings', () => {
    const { config } = assignments.makeTool()
    expect(config.safeParse({ time_zone: 'Mars/Olympus' }).success).toBe(false)
    expect(config.safeParse({}).success).toBe(true)
  })

  test('reports no assignments without courses', async () => {
    const caller = userCaller({ email: 'carl@example.edu' })
    expect(await assignments.result({ input: {}, caller })).toBe(
      'There are no assignments in these Moodle courses.',
    )
  })
})
