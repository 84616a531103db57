import { createLocalJWKSet, type JWTPayload, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { enter, makeEducator, tokenIn } from '../lti.testing.ts'
import {
  launchAs,
  postToken,
  startLogin,
  startPlatform,
  type TestPlatform,
  V2,
} from '../lti13/platform.testing.ts'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
const DL = 'https://purl.imsglobal.org/spec/lti-dl/claim'
const STUDENT = { sub: 's1', roles: [`${V2}/membership#Learner`], name: 'Sam' }
const TEACHER = { sub: 't1', roles: [`${V2}/membership#Instructor`], name: 'Tina' }
const RETURN_URL = 'https://lms.example.edu/course/7/deep-link-return'

/** The claims of a deep linking request. */
const asking = (settings: object = {}): Record<string, unknown> => ({
  [`${CLAIM}/message_type`]: 'LtiDeepLinkingRequest',
  [`${CLAIM}/resource_link`]: undefined,
  [`${DL}/deep_linking_settings`]: {
    deep_link_return_url: RETURN_URL,
    accept_types: ['ltiResourceLink'],
    accept_presentation_document_targets: ['iframe', 'window'],
    accept_multiple: true,
    data: 'opaque=1&of the LMS',
    ...settings,
  },
})

onEachDatabase('deep linking ($name)', ({ env }) => {
  let app: TestApp
  let platform: TestPlatform
  let other: TestPlatform
  let ana: Awaited<ReturnType<typeof makeEducator>>
  let ben: Awaited<ReturnType<typeof makeEducator>>

  beforeAll(async () => {
    platform = await startPlatform()
    other = await startPlatform('other-key')
    const hosts = [platform, other].map(({ url }) => new URL(url).host).join(',')
    app = await startTestApp({ ...(await env()), OUTBOUND_ALLOW: hosts })
    const admin = await app.signIn()
    ana = await makeEducator(app, 'ana')
    ben = await makeEducator(app, 'ben')
    await app.call('POST', `/organizations/${ana.slug}/lti-platforms`, admin, platform.draft())
    await app.call('POST', `/organizations/${ben.slug}/lti-platforms`, admin, other.draft())
  })
  afterAll(async () => {
    await app.stop()
    platform.close()
    other.close()
  })

  const ask = (settings: object = {}, person = TEACHER) =>
    launchAs(app, platform, { ...person, more: asking(settings) })
  const askForToken = async (settings: object = {}) => {
    const answer = await ask(settings)
    expect(answer.location).toMatch(/^\/launch\/choose\?token=/)
    return tokenIn(answer.location)
  }
  const choose = (token: string, assistant_ids: number[], more: object = {}) =>
    app.call('POST', '/lti/deep-link', undefined, { token, assistant_ids, ...more })
  /** The message that the browser posts to the LMS, checked with our published keys. */
  const read = async (url: string) => {
    const page = await app.call('GET', url)
    expect(page.status, JSON.stringify(page.body)).toBe(200)
    const json = /id="data">(.*?)<\/script>/.exec(page.body)?.[1] ?? '{}'
    const data = JSON.parse(json) as { action: string; jwt: string }
    const keys = createLocalJWKSet((await app.call('GET', '/lti/1.3/jwks')).body)
    const { payload } = await jwtVerify(data.jwt, keys, {
      issuer: platform.clientId,
      audience: platform.issuer,
      requiredClaims: ['nonce', 'iat', 'exp'],
    })
    return { page, action: data.action, payload }
  }
  const itemsOf = (payload: JWTPayload) =>
    payload[`${DL}/content_items`] as { custom: { bellwether_link: string } }[]
  const linkTo = async (assistant: number) => {
    const { body } = await choose(await askForToken(), [assistant])
    return itemsOf((await read(body.url)).payload)[0]?.custom.bellwether_link ?? ''
  }

  it('returns the chosen assistant to the address in the signed request', async () => {
    const token = await askForToken()
    const choices = await app.call('GET', `/lti/deep-link?${new URLSearchParams({ token })}`)
    expect(choices.body).toMatchObject({
      context_title: 'Chemistry',
      educator: 'Tina',
      several: true,
      assistants: [{ id: ana.assistant, name: 'Tutor of ana', published: true }],
    })
    const chosen = await choose(token, [ana.assistant])
    expect(chosen.status, JSON.stringify(chosen.body)).toBe(200)
    const { page, action, payload } = await read(chosen.body.url)
    expect(action).toBe(RETURN_URL)
    expect(page.body).toContain("name: 'JWT'")
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain("form-action 'self' https://lms.example.edu")
    expect(policy).toContain(`frame-ancestors ${platform.url} https://lms.example.edu`)
    expect(payload).toMatchObject({
      [`${CLAIM}/message_type`]: 'LtiDeepLinkingResponse',
      [`${CLAIM}/version`]: '1.3.0',
      [`${CLAIM}/deployment_id`]: 'd1',
      [`${DL}/data`]: 'opaque=1&of the LMS',
      [`${DL}/content_items`]: [
        {
          type: 'ltiResourceLink',
          title: 'Tutor of ana',
          url: expect.stringMatching(/\/lti\/1\.3\/launch$/),
          custom: { bellwether_link: expect.any(String) },
        },
      ],
    })
    expect(payload.iat).toBeLessThan(Date.now() / 1000)
    // The page and the token work once.
    expect((await app.call('GET', chosen.body.url)).status).toBe(403)
    expect((await choose(token, [ana.assistant])).status).toBe(403)
  })

  it('creates an assistant and publishes it when it is added', async () => {
    const token = await askForToken()
    const made = await app.call('POST', '/lti/deep-link/assistants', undefined, {
      token,
      name: 'Lab helper',
      instructions: 'Ask back.',
    })
    expect(made.body).toMatchObject({ name: 'Lab helper', published: false })
    const { body } = await choose(token, [made.body.id])
    const link = itemsOf((await read(body.url)).payload)[0]?.custom.bellwether_link
    const opened = await launchAs(app, platform, {
      ...STUDENT,
      more: { [`${CLAIM}/custom`]: { bellwether_link: link } },
    })
    const entered = await enter(app, tokenIn(opened.location))
    expect(entered.body.activity.assistants).toMatchObject([{ id: made.body.id, name: 'Lab helper' }])
  })

  it('opens the same assistant in a copied course', async () => {
    const link = await linkTo(ana.assistant)
    const open = async (context: string, resourceLink: string, person = STUDENT) =>
      launchAs(app, platform, {
        ...person,
        link: resourceLink,
        more: {
          [`${CLAIM}/context`]: { id: context, title: context },
          [`${CLAIM}/custom`]: { bellwether_link: link },
        },
      })
    const activities: number[] = []
    for (const [context, resourceLink] of [
      ['autumn', 'rl-1'],
      ['spring', 'rl-2'],
      // The LMS has given the link of a course another id.
      ['spring', 'rl-3'],
    ] as const) {
      const entered = await enter(app, tokenIn((await open(context, resourceLink)).location))
      expect(entered.body.activity.assistants).toMatchObject([{ id: ana.assistant }])
      activities.push(entered.body.activity.id)
    }
    expect(activities[1]).toBe(activities[2])
    expect(activities[0]).not.toBe(activities[1])
    expect((await open('summer', 'rl-4', TEACHER)).location).toContain('/launch/dashboard')
    const many = await Promise.all([1, 2, 3].map(() => open('at once', 'rl-5')))
    expect(many.map(({ status }) => status)).toEqual([303, 303, 303])
  })

  it('refuses the link of another organization like one that does not exist', async () => {
    const link = await linkTo(ana.assistant)
    const refusals = []
    for (const id of [link, 'unknown'])
      refusals.push(
        await launchAs(app, other, { ...STUDENT, more: { [`${CLAIM}/custom`]: { bellwether_link: id } } }),
      )
    expect(refusals.map(({ status }) => status)).toEqual([404, 404])
    expect(refusals[0]?.text).toBe(refusals[1]?.text)
    const rows = await app.app.services.db
      .selectFrom('lti_activities')
      .select('id')
      .where('organization_id', '=', ben.organizationId)
      .execute()
    expect(rows).toEqual([])
  })

  it('refuses students and test users', async () => {
    expect((await ask({}, STUDENT)).status).toBe(403)
    const tester = { ...STUDENT, roles: ['http://purl.imsglobal.org/vocab/lti/system/person#TestUser'] }
    expect((await ask({}, tester)).status).toBe(403)
  })

  it.each<[string, object]>([
    ['an address that is not a web page', { deep_link_return_url: 'javascript:alert(1)' }],
    ['an address with a password', { deep_link_return_url: 'https://a:b@lms.example.edu/' }],
    ['no address', { deep_link_return_url: undefined }],
    ['only files', { accept_types: ['file'] }],
  ])('refuses a request with %s', async (_name, settings) => {
    expect((await ask(settings)).status).toBe(400)
  })

  it('refuses a request without settings', async () => {
    const more = { [`${CLAIM}/message_type`]: 'LtiDeepLinkingRequest' }
    expect((await launchAs(app, platform, { ...TEACHER, more })).status).toBe(400)
  })

  it('accepts a request once', async () => {
    const { state, nonce, cookie } = await startLogin(app, platform)
    const token = await platform.sign(platform.claims(nonce, { ...TEACHER, more: asking() }))
    expect((await postToken(app, { token, state, cookie })).status).toBe(303)
    expect((await postToken(app, { token, state, cookie })).status).toBe(401)
    const second = await startLogin(app, platform)
    expect((await postToken(app, { token, state: second.state, cookie: second.cookie })).status).toBe(401)
  })

  it('takes no other return address, and no assistants that the educator may not use', async () => {
    const token = await askForToken()
    const forged = await choose(token, [ana.assistant], { return_url: 'https://evil.example' })
    expect(forged.status).toBe(422)
    expect((await choose(token, [ben.assistant])).status).toBe(404)
    expect((await choose(token, [ana.assistant, 999_999])).status).toBe(404)
    // Nothing of this used up the token.
    expect((await choose(token, [ana.assistant])).status).toBe(200)
    expect((await choose('guessed', [ana.assistant])).status).toBe(403)
  })

  it('returns one assistant where the LMS accepts one, and none when nothing was chosen', async () => {
    const token = await askForToken({ accept_multiple: false, data: undefined })
    const made = await app.call('POST', '/lti/deep-link/assistants', undefined, { token, name: 'Second' })
    expect((await choose(token, [ana.assistant, made.body.id])).status).toBe(400)
    const { payload } = await read((await choose(token, [])).body.url)
    expect(itemsOf(payload)).toEqual([])
    expect(payload).not.toHaveProperty(`${DL}/data`)
  })

  it('adds a column to the gradebook for an assistant with a rubric', async () => {
    const rubric = await app.call('POST', '/creator/rubrics', ana.token, {
      title: 'Essay',
      description: 'For essays',
      scoringType: 'points',
      maxScore: 20,
      criteria: [
        {
          name: 'Thesis',
          description: 'Clear',
          weight: 100,
          levels: [
            { label: 'Good', description: 'Clear', score: 2 },
            { label: 'Poor', description: 'Unclear', score: 1 },
          ],
        },
      ],
    })
    const graded = await app.makeAssistant(ana.token, {
      name: 'Essay coach',
      metadata: {
        assistant_type: 'multi_tool',
        connector: 'bypass',
        tools: [{ type: 'rubric_rag', config: { rubric_id: rubric.body.rubric.rubric_id } }],
      },
    })
    await app.call('POST', `/assistants/${graded}/publish`, ana.token, { publish_status: true })
    // The rubric belongs to the educator whom the LMS doesn't know, but the assistant may use it.
    for (const accepts of [true, false]) {
      const { body } = await choose(await askForToken({ accept_lineitem: accepts }), [graded])
      const [item] = itemsOf((await read(body.url)).payload)
      if (accepts) expect(item).toMatchObject({ lineItem: { scoreMaximum: 20, label: 'Essay coach' } })
      else expect(item).not.toHaveProperty('lineItem')
    }
  })

  it('asks teachers without an educator account to link theirs, and knows them from then on', async () => {
    const admin = await app.signIn()
    const { body } = await app.call('GET', `/organizations/${ana.slug}/lti-platforms`, admin)
    const path = `/organizations/${ana.slug}/lti-platforms/${body.platforms[0].id}`
    await app.call('PUT', path, admin, platform.draft({ staff_can_build: false }))
    const person = { ...TEACHER, sub: 'new-teacher' }
    const page = await ask({}, person)
    const link = /link-account\?token=([\w-]+)/.exec(page.text)?.[1] ?? ''
    const linked = await app.call('POST', '/lti/link', undefined, {
      token: link,
      email: ana.email,
      password: ana.password,
    })
    expect(linked.body).toMatchObject({ next: 'choose', token: expect.any(String) })
    const again = await ask({}, person)
    const query = new URLSearchParams({ token: tokenIn(again.location) })
    expect((await app.call('GET', `/lti/deep-link?${query}`)).body.educator).toBe('ana')
    await app.call('PUT', path, admin, platform.draft())
  })
})
