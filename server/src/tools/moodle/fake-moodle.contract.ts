import type { ServerResponse } from 'node:http'
import { type FakeUpstream, startFakeUpstream } from '../../connectors/fake-upstream.contract.ts'

export const TOKEN = '5f4dcc3b5aa765d61d8327deb882cf99'
export const ENDPOINT = '/webservice/rest/server.php'

export const PEOPLE = [
  { id: 11, username: 'ada', fullname: 'Ada Lovelace', email: 'ada@example.edu' },
  { id: 12, username: 'bob', fullname: 'Bob Ross', email: 'bob@example.edu' },
  { id: 13, username: '20260001', fullname: 'Carl Gauss', email: 'carl@example.edu', idnumber: 'S-13' },
  { id: 15, username: 'tess', fullname: 'Tess Ting', email: 'tess@example.edu' },
]
export const COURSES: Record<string, unknown[]> = {
  '11': [
    { id: 101, shortname: 'MATH1', fullname: 'Mathematics\n 1', visible: 1, showgrades: true },
    { id: 102, shortname: 'LAB', fullname: 'LAB', visible: true },
    { id: 103, shortname: 'NEXT', fullname: 'Not yet open', visible: 0 },
  ],
  '12': [{ id: 201, shortname: 'ART', fullname: 'Painting' }],
  '13': [],
  '15': [{ id: 101, shortname: 'MATH1', fullname: 'Mathematics\n 1', visible: 1 }],
}

const day = (days: number): number => Math.floor(Date.now() / 1000) + days * 24 * 3600
interface Module {
  id: number
  name: string
  modname: string
  url: string
  instance: number
  visible: number
  visibleoncoursepage: number
  uservisible: boolean
  availability: string | null
  availabilityinfo?: string
}
const module = (id: number, name: string, modname: string, more: Partial<Module> = {}): Module => ({
  id,
  name,
  modname,
  url: `https://moodle.example.edu/mod/${modname}/view.php?id=${id}`,
  instance: id + 5000,
  visible: 1,
  visibleoncoursepage: 1,
  uservisible: true,
  availability: null,
  ...more,
})

/** Conditions as Moodle stores them. With the eye closed, nothing else tells a privileged token of them. */
const when = (...c: object[]) => ({
  availability: JSON.stringify({ op: '&', c, showc: c.map(() => false) }),
})
const unless = (c: object) => ({ availability: JSON.stringify({ op: '!&', c: [c], show: false }) })
const LAB_A = { type: 'group', id: 1 }
const from = (days: number) => ({ type: 'date', d: '>=', t: day(days) })
const YESTERDAY = when(from(-1))

/**
 * The contents of course 101 for a token that sees conditions and is exempt from them, as a manager's is; other courses
 * are empty. Tokens without `moodle/course:viewhiddenactivities` get no `availability`, exempt or not.
 */
export const CONTENTS = [
  {
    id: 1,
    name: 'General',
    visible: 1,
    summary: '<p>Welcome &amp; <b>hello</b></p>',
    modules: [] as Module[],
  },
  {
    id: 2,
    name: 'Week 1',
    visible: 1,
    summary: '',
    modules: [
      module(1001, 'Syllabus', 'resource'),
      module(1002, 'Essay 1', 'assign'),
      module(1003, 'Essay 2', 'assign'),
      module(1004, 'Teachers’ notes', 'page', { visible: 0 }),
      module(1005, 'Secret essay', 'assign', { visible: 0 }),
      module(1006, 'For group B', 'page', { ...when(LAB_A), availabilityinfo: 'Not available unless: …' }),
      module(1008, 'Lab A only', 'page', when(LAB_A)),
      module(1009, 'Makeup essay', 'assign', when(LAB_A)),
      module(1010, 'Since yesterday', 'page', YESTERDAY),
      module(1011, 'From tomorrow', 'page', when(from(1))),
      module(1012, 'More', 'subsection'),
      module(1013, 'More for lab A', 'subsection', when(LAB_A)),
      // Nearly every token meets these two.
      module(1017, 'Not for lab A', 'page', unless(LAB_A)),
      module(1018, 'Catch-up essay', 'assign', when({ type: 'completion', cm: 1001, e: 0 })),
      module(1019, 'Only by link', 'page', { visibleoncoursepage: 0 }),
    ],
  },
  { id: 3, name: 'Hidden week', visible: 0, modules: [module(1007, 'Exam', 'assign')] },
  {
    id: 4,
    name: 'Lab A only week',
    visible: 1,
    uservisible: true,
    summary: 'Only lab A may read this',
    modules: [module(1014, 'Lab essay', 'assign')],
  },
  {
    id: 5,
    name: 'More',
    visible: 1,
    component: 'mod_subsection',
    itemid: 6012,
    modules: [module(1015, 'Links', 'page')],
  },
  {
    id: 6,
    name: 'More for lab A',
    visible: 1,
    component: 'mod_subsection',
    itemid: 6013,
    modules: [module(1016, 'Lab links', 'page')],
  },
]
/** Moodle evaluates conditions of activities for everyone: only dates can be met by all. */
const isOpenToAll = ({ visible, availability }: Module): boolean =>
  visible === 1 && (availability === null || availability === YESTERDAY.availability)

/**
 * What `core_courseformat_get_state` answers, as a text, for a token with `moodle/course:viewhiddensections`. For others,
 * `hasrestrictions` is false in sections that they may enter; `accessvisible` is the same for all.
 */
const STATE = {
  course: {},
  section: CONTENTS.map(({ id, visible }) => ({
    id: String(id),
    visible: visible === 1,
    hasrestrictions: id === 4,
  })),
  cm: CONTENTS.flatMap(({ modules }) => modules).map((one) => ({
    id: String(one.id),
    visible: one.visible === 1,
    accessvisible: isOpenToAll(one),
  })),
}
const assignment = (id: number, cmid: number, name: string, duedate: number) => ({ id, cmid, name, duedate })
const ASSIGNMENTS = {
  courses: [
    {
      id: 101,
      assignments: [
        assignment(1, 1002, 'Essay 1', day(-10)),
        assignment(2, 1003, 'Essay 2', day(5)),
        assignment(3, 1005, 'Secret essay', day(1)),
        assignment(4, 1007, 'Exam', day(1)),
        assignment(5, 1009, 'Makeup essay', day(1)),
        assignment(6, 1014, 'Lab essay', day(1)),
        assignment(7, 1018, 'Catch-up essay', day(1)),
      ],
    },
    // This one was not requested.
    { id: 999, assignments: [assignment(9, 1002, 'Of another course', day(2))] },
  ],
  warnings: [],
}
export const MEMBERS = [
  { id: 11, username: 'ada', email: 'ada@example.edu', roles: [{ shortname: 'student' }] },
  { id: 12, username: 'bob', email: 'bob@example.edu', roles: [{ shortname: 'student' }] },
  { id: 15, username: 'tess', email: 'tess@example.edu', roles: [{ shortname: 'editingteacher' }] },
]
const graded = (itemname: string | null, gradeformatted: string, cmid?: number, more: object = {}) => ({
  itemname,
  itemtype: itemname === null ? 'course' : 'mod',
  ...(cmid === undefined ? {} : { cmid }),
  gradeformatted,
  grademax: 100,
  percentageformatted: `${gradeformatted} %`,
  feedback: '',
  ...more,
})
export const GRADES: Record<string, object[]> = {
  '11': [
    graded('Essay 1', '80.00', 1002, { feedback: '<p>Good &lt;3</p>' }),
    graded('Essay 2', '-', 1003),
    graded(null, '80.00'),
  ],
  '12': [
    graded('Essay 1', '55.00', 1002),
    graded('Exam', '12.00', 1007, { gradeishidden: true }),
    graded(null, '33.00'),
  ],
}

export const SITE = {
  sitename: 'Campus',
  release: '4.5 (Build: 20241007)',
  functions: [{ name: 'core_user_get_users_by_field' }, { name: 'core_enrol_get_users_courses' }],
}

export interface FakeMoodle extends FakeUpstream {
  /** The forms received so far. */
  forms(): Record<string, string>[]
  /** Answers as Moodle does; a test may replace the handler. */
  behave(people?: readonly object[]): void
}

/** Fakes the functions of Moodle's Web Services that we use. */
export async function startFakeMoodle(): Promise<FakeMoodle> {
  const upstream = await startFakeUpstream()
  const write = (response: ServerResponse, body: unknown) => response.end(JSON.stringify(body))
  const moodle: FakeMoodle = Object.assign(upstream, {
    forms: () => upstream.requests.map(({ body }) => Object.fromEntries(new URLSearchParams(body))),
    behave(people: readonly object[] = PEOPLE) {
      upstream.answer = (response, body, request) => {
        const form = new URLSearchParams(body)
        if (request.url !== ENDPOINT || request.method !== 'POST') return response.writeHead(404).end()
        if (form.get('wstoken') !== TOKEN)
          return write(response, { exception: 'moodle_exception', errorcode: 'invalidtoken', message: 'no' })
        const course = form.get('courseid')
        const userid = form.get('userid') ?? ''
        switch (form.get('wsfunction')) {
          case 'core_enrol_get_users_courses':
            return write(response, COURSES[userid])
          case 'core_webservice_get_site_info':
            return write(response, SITE)
          case 'core_course_get_contents':
            return write(response, course === '101' ? CONTENTS : [])
          case 'core_courseformat_get_state':
            return write(response, JSON.stringify(course === '101' ? STATE : {}))
          case 'mod_assign_get_assignments':
            return write(response, ASSIGNMENTS)
          case 'core_enrol_get_enrolled_users':
            return write(response, course === '101' ? MEMBERS : [])
          case 'gradereport_user_get_grade_items':
            // Some versions return everyone's grades regardless of the request.
            return write(response, {
              usergrades: Object.entries(GRADES).map(([id, gradeitems]) => ({
                userid: Number(id),
                gradeitems,
              })),
            })
        }
        const field = form.get('field') ?? ''
        const value = form.get('values[0]')
        return write(
          response,
          people.filter((person) => alike(field, Reflect.get(person, field), value)),
        )
      }
    },
  })
  return moodle
}

/** Compares e-mail addresses as MySQL does, ignoring case and accents, and usernames exactly, as PostgreSQL does. */
const plain = (value: unknown) => String(value).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const alike = (field: string, a: unknown, b: unknown) =>
  field === 'email' ? plain(a) === plain(b) : String(a) === b
