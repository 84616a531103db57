import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'
import { makeEducator } from '../lti.testing.ts'

const TOOL = 'https://purl.imsglobal.org/spec/lti-tool-configuration'

/** An LMS that offers dynamic registration. */
async function startLms() {
  const seen: { authorization: string | undefined; body: Record<string, unknown> }[] = []
  const configurationTokens: (string | undefined)[] = []
  let change: (configuration: Record<string, unknown>) => unknown = (configuration) => configuration
  let status = 200
  const read = async (request: IncomingMessage) => {
    let text = ''
    for await (const part of request) text += String(part)
    return JSON.parse(text) as Record<string, unknown>
  }
  const server = createServer(async (request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET') {
      configurationTokens.push(request.headers.authorization)
      const configuration = {
        issuer: url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        jwks_uri: `${url}/jwks`,
        registration_endpoint: `${url}/register`,
      }
      response.end(JSON.stringify(change(configuration)))
      return
    }
    seen.push({ authorization: request.headers.authorization, body: await read(request) })
    response.statusCode = status
    response.end(
      JSON.stringify({ client_id: `client-${seen.length}`, [TOOL]: { deployment_id: seen.length } }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    seen,
    configurationTokens,
    answerWith(next: { change?: typeof change; status?: number }) {
      change = next.change ?? ((configuration) => configuration)
      status = next.status ?? 200
    },
    close: () => server.close(),
  }
}

onEachDatabase('LTI dynamic registration ($name)', ({ env }) => {
  let app: TestApp
  let lms: Awaited<ReturnType<typeof startLms>>
  let admin: string
  let slug: string
  let member: string
  beforeAll(async () => {
    lms = await startLms()
    app = await startTestApp({ ...(await env()), OUTBOUND_ALLOW: new URL(lms.url).host })
    admin = await app.signIn()
    const ana = await makeEducator(app, 'ana')
    slug = ana.slug
    member = ana.token
  })
  afterAll(async () => {
    await app.stop()
    lms.close()
  })
  beforeEach(() => lms.answerWith({}))

  const newLink = async () => {
    const { body } = await app.call('POST', `/organizations/${slug}/lti-registration-links`, admin)
    return new URL(body.url).searchParams.get('link') ?? ''
  }
  const open = async (link: string, configuration = `${lms.url}/config`, token?: string) => {
    const query = new URLSearchParams({ link, openid_configuration: configuration })
    if (token) query.set('registration_token', token)
    return app.call('GET', `/lti/1.3/register?${query}`)
  }
  const platforms = async () =>
    (await app.call('GET', `/organizations/${slug}/lti-platforms`, admin)).body.platforms

  it('registers the LMS with one link', async () => {
    const link = await newLink()
    const page = await open(link, undefined, 'from-the-lms')
    expect(page.status).toBe(200)
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${lms.url}`)
    expect(page.body).toContain(`{"origins":["${lms.url}"]}`)
    expect(page.body).toContain('org.imsglobal.lti.close')
    expect(page.body).not.toContain("'*'")
    expect(lms.seen.at(-1)).toMatchObject({
      authorization: 'Bearer from-the-lms',
      body: { application_type: 'web', token_endpoint_auth_method: 'private_key_jwt' },
    })
    expect(await platforms()).toMatchObject([
      { issuer: lms.url, client_id: 'client-1', deployment_ids: ['1'], jwks_url: `${lms.url}/jwks` },
    ])
    const asked = lms.seen.length
    expect((await open(link)).status).toBe(403)
    expect(lms.seen.length).toBe(asked)
  })

  it('works without a token', async () => {
    expect((await open(await newLink())).status).toBe(200)
    expect(lms.seen.at(-1)?.authorization).toBeUndefined()
  })

  it('registers a hosted LMS whose customers have their own hosts', async () => {
    const sign = 'http://sso.localhost:1'
    const PLATFORM = 'https://purl.imsglobal.org/spec/lti-platform-configuration'
    lms.answerWith({
      change: (configuration) => ({
        ...configuration,
        authorization_endpoint: `${sign}/api/lti/authorize_redirect`,
        registration_endpoint: `${lms.url}/registrations`,
        [PLATFORM]: {
          product_family_code: 'canvas',
          messages_supported: [
            { type: 'LtiResourceLinkRequest', placements: ['course_navigation'] },
            { type: 'LtiDeepLinkingRequest', placements: ['assignment_selection', 'link_selection', 'x'] },
          ],
        },
      }),
    })
    const page = await open(await newLink(), undefined, 'canvas-token')
    expect(page.status).toBe(200)
    // Canvas answers 401 without it.
    expect(lms.configurationTokens.at(-1)).toBe('Bearer canvas-token')
    expect(page.body).toContain(`{"origins":["${lms.url}","${sign}"]}`)
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${lms.url} ${sign}`)
    const tool = lms.seen.at(-1)?.body[TOOL] as { messages: { type: string; placements?: string[] }[] }
    expect(tool.messages.map(({ type, placements }) => [type, placements])).toEqual([
      ['LtiResourceLinkRequest', undefined],
      ['LtiDeepLinkingRequest', ['link_selection', 'assignment_selection']],
    ])
    expect(tool).toMatchObject({ 'https://canvas.instructure.com/lti/privacy_level': 'public' })
  })

  it('needs a link of an admin', async () => {
    expect((await open('guessed')).status).toBe(403)
    const path = `/organizations/${slug}/lti-registration-links`
    expect((await app.call('POST', path, member)).status).toBe(403)
    expect((await app.call('GET', '/lti/1.3/register')).status).toBe(400)
  })

  it('refuses a configuration in the name of another server', async () => {
    lms.answerWith({ change: (configuration) => ({ ...configuration, issuer: 'https://victim.example' }) })
    const before = await platforms()
    expect((await open(await newLink())).status).toBe(502)
    expect(await platforms()).toEqual(before)
  })

  it('reaches no internal server, neither for the configuration nor for the registration', async () => {
    for (const internal of [
      'http://127.0.0.1:1/config',
      'http://169.254.169.254/latest',
      'file:///etc/passwd',
    ])
      expect([400, 502]).toContain((await open(await newLink(), internal)).status)
    const asked = lms.seen.length
    lms.answerWith({
      change: (configuration) => ({ ...configuration, registration_endpoint: 'http://127.0.0.1:1/register' }),
    })
    expect((await open(await newLink())).status).toBe(502)
    expect(lms.seen.length).toBe(asked)
  })

  it('says what went wrong in the LMS', async () => {
    lms.answerWith({ status: 400 })
    expect((await open(await newLink())).body.detail).toContain('status 400')
    lms.answerWith({ change: () => 'nothing' })
    expect((await open(await newLink())).status).toBe(502)
  })
})
