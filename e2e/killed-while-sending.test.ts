import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tokenIn } from '../server/src/doors/lti/lti.testing.ts'
import {
  launchAs,
  startPlatform,
  type TestPlatform,
  V2,
} from '../server/src/doors/lti/lti13/platform.testing.ts'
import { draft } from '../server/src/modules/rubrics/testing.ts'
import { type Mailbox, startMailbox } from '../server/src/platform/mail/mailbox.testing.ts'
import { callAt } from '../server/test/harness/instances.ts'
import { onEachDatabase } from '../server/test/harness/test-app.ts'
import {
  recordingOf,
  startTranscriptionProvider,
  wellTranscribed,
} from '../server/test/harness/transcription-provider.ts'
import { type KillableServer, startKillable } from './killable-server.ts'
import { changeDatabase } from './leases.testing.ts'
import { until } from './server-process.ts'

const AGS = 'https://purl.imsglobal.org/spec/lti-ags'
const MODELS = '/organizations/current/search-models'

/** What reaches people or costs money: once, and once more at most if the server is killed before it knows that it arrived. */
onEachDatabase('a server that is killed while it sends something ($name)', ({ env }) => {
  let server: KillableServer
  let mailbox: Mailbox
  let platform: TestPlatform
  let provider: Awaited<ReturnType<typeof startTranscriptionProvider>>

  beforeAll(async () => {
    mailbox = await startMailbox()
    platform = await startPlatform()
    provider = await startTranscriptionProvider()
    const settings = {
      ...(await env()),
      SMTP_URL: mailbox.url,
      SMTP_FROM: 'Bellwether <ai@example.edu>',
      PUBLIC_URL: 'https://bw.example.edu',
      OUTBOUND_ALLOW: new URL(platform.url).host,
      OPENAI_BASE_URL: `${provider.url}/v1`,
      OPENAI_API_KEY: 'k',
    }
    server = await startKillable(settings, 'knowledge_files')
  })
  afterAll(async () => {
    await server?.end()
    await mailbox?.close()
    platform?.close()
    await provider?.stop()
  })

  const call = (method: string, path: string, body?: unknown, token: string | undefined = server.token) =>
    callAt(server.url + path, method, token, body)
  /** As if the claim of the killed process had expired. */
  const change = (...[work]: [Parameters<typeof changeDatabase>[2]]) =>
    changeDatabase(server.settings, server.dataDir, work)

  describe('an e-mail', () => {
    const invite = async (email: string) =>
      expect((await call('POST', '/organizations/lamb/invitations', { emails: [email] })).status).toBe(201)
    const mailsTo = (email: string) => mailbox.mails.filter(({ to }) => to.includes(email))
    const makeDue = () =>
      change((db) => db.updateTable('mails').set({ next_at: 1 }).where('state', '=', 'waiting').execute())
    const isSent = async (email: string) => {
      const { mails } = (await call('GET', '/organizations/lamb/mails')).body
      return mails.find(({ recipient }: { recipient: string }) => recipient === email)?.state === 'sent'
    }

    it('is sent once if the mail server is away when the server is killed', async () => {
      mailbox.refusals.set('ana@example.edu', { status: 451, text: 'later' })
      await invite('ana@example.edu')
      await server.kill()
      mailbox.refusals.clear()
      await makeDue()
      await server.start()
      await mailbox.receive('ana@example.edu')
      await until(async () => (await isSent('ana@example.edu')) || undefined)
      await server.kill()
      await server.start()
      expect(mailsTo('ana@example.edu')).toHaveLength(1)
    })

    it('is sent once more, with the same id, if the answer of the mail server is missing', async () => {
      mailbox.holdAnswers(true)
      await invite('bea@example.edu')
      await mailbox.receive('bea@example.edu')
      await server.kill()
      mailbox.holdAnswers(false)
      await makeDue()
      await server.start()
      await mailbox.receive('bea@example.edu', 2)
      await until(async () => (await isSent('bea@example.edu')) || undefined)
      await server.kill()
      await makeDue()
      await server.start()
      const mails = mailsTo('bea@example.edu')
      expect(mails).toHaveLength(2)
      expect(new Set(mails.map(({ headers }) => headers['message-id'])).size).toBe(1)
    })
  })

  it('a grade reaches the LMS once, and once more with the same timestamp if its answer is missing', {
    tags: ['nightly'],
  }, async () => {
    platform.answer('/token', () => ({ body: { access_token: 'the-token', expires_in: 3600 } }))
    await call('POST', '/organizations/lamb/lti-platforms', platform.draft())
    const { rubric } = (await call('POST', '/creator/rubrics', draft('Orienteering'))).body
    const tools = [{ type: 'rubric_rag', config: { rubric_id: rubric.rubric_id } }]
    const metadata = { assistant_type: 'multi_tool', connector: 'bypass', tools }
    const { id: assistant } = (await call('POST', '/assistants', { name: 'Coach', metadata })).body
    await call('POST', `/assistants/${assistant}/publish`, { publish_status: true })
    const launch = async (role: string) => {
      const services = {
        scope: [`${AGS}/scope/lineitem`, `${AGS}/scope/score`],
        lineitem: `${platform.url}/columns/1`,
        lineitems: `${platform.url}/columns`,
      }
      const person = { sub: role, roles: [`${V2}/membership#${role}`], name: role }
      const more = { [`${AGS}/claim/endpoint`]: services }
      return tokenIn((await launchAs(server, platform, { ...person, more })).location)
    }
    const setup = { token: await launch('Instructor'), assistant_ids: [assistant], activity_name: 'Maps' }
    await call('POST', '/lti/setup', setup)
    await launch('Learner')
    const token = await launch('Instructor')
    const list = async () =>
      (await call('GET', `/lti/dashboard/grades?${new URLSearchParams({ token })}`)).body.students[0]
    const accept = async (score: number) => {
      const body = { token, student: (await list()).id, score, comment: 'Well done' }
      expect((await call('POST', '/lti/dashboard/grades/accept', body)).status).toBe(200)
    }
    const isSent = async () => (await list()).grade?.state === 'sent' || undefined
    const scores = () =>
      platform.requests
        .filter(({ path }) => path.startsWith('/columns/1/scores'))
        .map(({ body }) => JSON.parse(body) as { scoreGiven: number; timestamp: string })
    const makeDue = () =>
      change((db) =>
        db.updateTable('lti_grades').set({ next_at: 1 }).where('state', '=', 'waiting').execute(),
      )

    // The LMS has it, but its answer never arrives.
    platform.answer('/columns/1/scores', () => new Promise(() => undefined))
    await accept(4)
    await until(() => scores().length === 1 || undefined)
    await server.kill()
    platform.answer('/columns/1/scores', () => ({}))
    await makeDue()
    await server.start()
    await until(isSent)
    await server.kill()
    await makeDue()
    await server.start()
    expect(await list()).toMatchObject({ grade: { state: 'sent', score: 4 } })
    expect(scores().map(({ scoreGiven }) => scoreGiven)).toEqual([4, 4])
    expect(new Set(scores().map(({ timestamp }) => timestamp)).size).toBe(1)
  })

  it('a recording is transcribed once, and once more if the answer of the provider is missing', {
    tags: ['nightly'],
  }, async () => {
    const transcription = { provider: 'openai', model: 'whisper-1' }
    await call('PATCH', MODELS, { transcription })
    const { id: base } = (await call('POST', '/knowledge-bases', { name: 'Lectures' })).body
    const files = `/knowledge-bases/${base}/files`
    const form = new FormData()
    form.append('files', new File([new Uint8Array(recordingOf(100_000))], 'Lecture.mp3'))
    provider.answer(() => 'wait')
    const headers = { authorization: `Bearer ${server.token}` }
    const upload = await fetch(server.url + files, { method: 'POST', headers, body: form })
    const [{ id }] = ((await upload.json()) as { files: { id: string }[] }).files as [{ id: string }]
    await until(() => provider.asked.length === 1 || undefined)
    await server.kill()
    provider.answer(() => wellTranscribed)
    await server.start()
    const statusOf = async () => (await call('GET', `${files}/${id}`)).body.status
    await until(async () => (await statusOf()) === 'completed' || undefined)
    // The transcript is stored: reading it again costs nothing, whatever happens to the server.
    await server.kill()
    await server.start()
    await call('POST', `${files}/${id}/retry`, {})
    await server.kill()
    await server.start()
    await until(async () => (await statusOf()) === 'completed' || undefined)
    expect(provider.asked).toHaveLength(2)
  })
})
