import type { ServerResponse } from 'node:http'
import { type FakeUpstream, startFakeUpstream } from '../../connectors/fake-upstream.contract.ts'

export const TOKEN = '5f4dcc3b5aa765d61d8327deb882cf99'
export const ENDPOINT = '/webservice/rest/server.php'

export const PEOPLE = [
  { id: 11, username: 'ada', fullname: 'Ada Lovelace', email: 'ada@example.edu' },
  { id: 12, username: 'bob', fullname: 'Bob Ross', email: 'bob@example.edu' },
  { id: 13, username: '20260001', fullname: 'Carl Gauss', email: 'carl@example.edu' },
]
export const COURSES: Record<string, unknown[]> = {
  '11': [
    { id: 101, shortname: 'MATH1', fullname: 'Mathematics\n 1', visible: 1 },
    { id: 102, shortname: 'LAB', fullname: 'LAB', visible: true },
    { id: 103, shortname: 'NEXT', fullname: 'Not yet open', visible: 0 },
  ],
  '12': [{ id: 201, shortname: 'ART', fullname: 'Painting' }],
  '13': [],
}

export const SITE = {
  sitename: 'Campus',
  release: '4.5 (Build: 20241007)',
  functions: [{ name: 'core_user_get_users_by_field' }, { name: 'core_enrol_get_users_courses' }],
}

export interface FakeMoodle extends FakeUpstream {
  /** The forms that arrived. */
  forms(): Record<string, string>[]
  /** Answers as Moodle does; a test may put something else in its place. */
  behave(people?: readonly object[]): void
}

/** The functions of Moodle's Web Services that we use. */
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
        if (form.get('wsfunction') === 'core_enrol_get_users_courses')
          return write(response, COURSES[form.get('userid') ?? ''])
        if (form.get('wsfunction') === 'core_webservice_get_site_info') return write(response, SITE)
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

/** E-mails as MySQL compares: neither case nor accents count. User names exactly, as PostgreSQL does. */
const plain = (value: unknown) => String(value).normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
const alike = (field: string, one: unknown, other: unknown) =>
  field === 'email' ? plain(one) === plain(other) : String(one) === other
