import { expect } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { makeEducator, postLaunch, signLaunch, tokenIn } from '../lti.testing.ts'

export const SECRET = 'global-secret-of-the-lms'
export const MOODLE = 'https://moodle.example.edu'

export type Educator = Awaited<ReturnType<typeof makeEducator>>

/** An app for activities, with two educators in different organizations. */
export async function startActivities(env: Record<string, string>) {
  const app = await startTestApp({ ...env, LTI_GLOBAL_SECRET: SECRET, LTI_SECRET: 'single-secret' })
  return { app, ana: await makeEducator(app, 'ana'), ben: await makeEducator(app, 'ben') }
}

/** What teachers and students do; the app is started later. */
export function createActivitySteps(app: () => TestApp, ana: () => Educator) {
  const launch = (fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const url = `${app().url}/lamb/v1/lti/launch`
    const form = signLaunch(
      url,
      { launch_presentation_return_url: `${MOODLE}/return`, ...fields },
      { secret: SECRET },
    )
    return postLaunch(url, form, headers)
  }
  const asTeacher = (link: string, more = {}) =>
    launch({
      resource_link_id: link,
      user_id: 't1',
      roles: 'Instructor',
      lis_person_contact_email_primary: ana().email,
      lis_person_name_full: 'Ana Teacher',
      context_title: 'Chemistry',
      resource_link_title: 'Ask the tutor',
      ...more,
    })
  const asStudent = (link: string, user = 's1', more = {}) =>
    launch({ resource_link_id: link, user_id: user, roles: 'Learner', lis_person_name_full: 'Sam', ...more })
  const configure = (token: string, more: object = {}) =>
    app().call('POST', '/lti/setup', undefined, {
      token,
      assistant_ids: [ana().assistant],
      ...more,
    })
  const setUp = async (link: string, more: object = {}) => {
    const answer = await configure(tokenIn((await asTeacher(link)).location), more)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body as { activity_id: number; token: string }
  }
  return { asTeacher, asStudent, configure, setUp }
}
