import { says, startFakeUpstream } from '../../../../test/harness/fake-upstream.ts'
import { startTestApp } from '../../../../test/harness/test-app.ts'
import { draft } from '../../../modules/rubrics/testing.ts'
import { tokenIn } from '../lti.testing.ts'
import { launchAs, startPlatform, V2 } from '../lti13/platform.testing.ts'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
const AGS = 'https://purl.imsglobal.org/spec/lti-ags'
export const STUDENT = { sub: 's1', roles: [`${V2}/membership#Learner`], name: 'Sam' }
export const TEACHER = { sub: 't1', roles: [`${V2}/membership#Instructor`], name: 'Tina' }
export const ALL_SCOPES = ['lineitem', 'score'].map((name) => `${AGS}/scope/${name}`)
const JUDGED = {
  criteria: [
    { criterion: 1, level: 'Found', evidence: ['north'], justification: 'Says so.' },
    { criterion: 2, level: 'Vague', evidence: [], justification: 'Only a sketch.' },
  ],
  feedback: 'Draw the map.',
}

/** A server with an LMS and a model, and a published assistant with a rubric. */
export async function startGradeWorld(env: Record<string, string>) {
  const platform = await startPlatform()
  const upstream = await startFakeUpstream()
  const app = await startTestApp({
    ...env,
    OUTBOUND_ALLOW: new URL(platform.url).host,
    OPENAI_BASE_URL: upstream.url,
    OPENAI_API_KEY: 'sk-of-the-operator',
    OPENAI_MODELS: 'large',
    GLOBAL_DEFAULT_MODEL_PROVIDER: 'openai',
    GLOBAL_DEFAULT_MODEL_NAME: 'large',
  })
  const admin = await app.signIn()
  await app.call('POST', '/organizations/lamb/lti-platforms', admin, platform.draft())
  const rubric = (await app.call('POST', '/creator/rubrics', admin, draft('Orienteering'))).body.rubric
  const assistant = await app.makeAssistant(admin, {
    name: 'Map coach',
    metadata: {
      assistant_type: 'multi_tool',
      connector: 'bypass',
      tools: [{ type: 'rubric_rag', config: { rubric_id: rubric.rubric_id } }],
    },
  })
  await app.call('POST', `/assistants/${assistant}/publish`, admin, { publish_status: true })
  let links = 0

  const settled = () => app.app.services.lti13.grades.queue.idle()
  const sent = (path: string) => platform.requests.filter((call) => call.path.startsWith(path))

  /** A course with an activity that Tina has set up and Sam has opened. */
  const startCourse = async (endpoint?: (name: string) => object) => {
    const name = `unit-${++links}`
    const services = endpoint?.(name) ?? {
      scope: ALL_SCOPES,
      lineitem: `${platform.url}/columns/${name}?type_id=3`,
      lineitems: `${platform.url}/columns`,
    }
    const launch = (person: { sub: string; roles: string[] }, more: object = {}) =>
      launchAs(app, platform, {
        ...person,
        link: name,
        more: {
          [`${CLAIM}/context`]: { id: `context ${name}`, title: name },
          [`${AGS}/claim/endpoint`]: services,
          ...more,
        },
      })
    const setup = await launch(TEACHER)
    await app.call('POST', '/lti/setup', undefined, {
      token: tokenIn(setup.location),
      assistant_ids: [assistant],
      activity_name: `Activity ${name}`,
    })
    await launch(STUDENT)
    const token = tokenIn((await launch(TEACHER)).location)
    const list = async () =>
      (await app.call('GET', `/lti/dashboard/grades?${new URLSearchParams({ token })}`)).body
    const student = (await list()).students?.[0]?.id ?? 0
    const call = (action: string, body: object) =>
      app.call('POST', `/lti/dashboard/grades/${action}`, undefined, { token, student, ...body })
    const accept = async (score: number, comment = 'Well done') => {
      const answer = await call('accept', { score, comment })
      await settled()
      return answer
    }
    const grade = async () => (await list()).students[0]?.grade
    return { name, launch, list, token, student, call, accept, grade }
  }

  return {
    app,
    platform,
    upstream,
    admin,
    settled,
    sent,
    startCourse,

    /** Before each test. */
    reset(): void {
      platform.requests.length = 0
      platform.answer('/token', () => ({ body: { access_token: 'the-token', expires_in: 3600 } }))
      upstream.answer(says(JSON.stringify(JUDGED)))
    },

    async stop(): Promise<void> {
      await app.stop()
      await upstream.stop()
      platform.close()
    },
  }
}

export type GradeWorld = Awaited<ReturnType<typeof startGradeWorld>>
