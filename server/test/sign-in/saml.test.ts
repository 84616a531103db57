import { X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKeyAndCertificate, toPem } from '../../src/modules/single-sign-on/saml/certificates.ts'
import { createSamlIdp, type ResponseOptions, type SamlIdp, type SamlRequest } from '../harness/saml-idp.ts'
import { createBrowser, type SignInBrowser } from '../harness/sign-in-browser.ts'
import { onEachDatabase, startTestApp, type TestApp } from '../harness/test-app.ts'
import { makeOrganizations, type Organizations } from './sign-in.testing.ts'

const PUBLIC_URL = 'https://bw.example.edu'

onEachDatabase('SAML on $name', ({ env }) => {
  let app: TestApp
  let idp: SamlIdp
  let people: Organizations
  let provider: string
  let ourCertificate: string
  beforeAll(async () => {
    idp = await createSamlIdp('https://idp.example.edu/shibboleth')
    app = await startTestApp({ ...(await env()), PUBLIC_URL })
    people = await makeOrganizations(app)
    const rules = [
      {
        claim: 'urn:oid:1.3.6.1.4.1.5923.1.1.1.9',
        operator: 'contains',
        value: 'staff@x.edu',
        user_type: 'creator',
      },
    ]
    const made = await add({ rules, email_trust: 'always' })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    provider = made.body.id
    const metadata = await app.call('GET', `/auth/${provider}/metadata`)
    const base64 = /<ds:X509Certificate>([^<]+)</.exec(metadata.body)?.[1] ?? ''
    ourCertificate = toPem(base64.replace(/\s/g, ''))
  })
  afterAll(() => app.stop())

  const add = (more: Record<string, unknown> = {}, { slug, token } = people.north) =>
    app.call('POST', `/organizations/${slug}/sign-in-providers`, token, {
      kind: 'saml',
      name: 'Federation',
      issuer: idp.entityId,
      sso_url: 'https://idp.example.edu/sso',
      certificate: idp.certificate,
      ...more,
    })
  const newBrowser = () => createBrowser(PUBLIC_URL, app.url)
  const start = async (browser: SignInBrowser, returnTo = '/', id = provider): Promise<SamlRequest> => {
    const query = new URLSearchParams({ return_to: returnTo })
    const answer = await browser.open(`${PUBLIC_URL}/auth/${id}/start?${query}`)
    expect(answer.status).toBe(303)
    // The identity provider sends the browser back with a form on another site.
    expect(answer.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=None; Secure$/)
    return idp.readRequest(answer.headers.get('location') ?? '', ourCertificate)
  }
  const send = (browser: SignInBrowser, request: SamlRequest, SAMLResponse: string, id = provider) =>
    browser.open(`${PUBLIC_URL}/auth/${id}/acs`, {
      method: 'POST',
      body: new URLSearchParams({ SAMLResponse, RelayState: request.relayState }),
    })
  /** The error that the sign-in ends with. */
  const failure = async (options: ResponseOptions) => {
    const browser = newBrowser()
    const request = await start(browser)
    const answer = await send(browser, request, await idp.respond(request, options))
    expect(await browser.session()).toBeUndefined()
    return new URL(answer.headers.get('location') ?? '', PUBLIC_URL).searchParams.get('error')
  }

  it('describes itself in metadata', async () => {
    const { body, headers } = await app.call('GET', `/auth/${provider}/metadata`)
    expect(headers.get('content-type')).toContain('samlmetadata+xml')
    expect(body).toContain(`entityID="${PUBLIC_URL}/auth/${provider}/metadata"`)
    expect(body).toContain(`Location="${PUBLIC_URL}/auth/${provider}/acs"`)
    expect(body).toContain('AuthnRequestsSigned="true"')
    expect(body).toContain('use="encryption"')
    expect(body).not.toContain('PRIVATE')
    expect(new X509Certificate(ourCertificate).subject).toBe('CN=Bellwether')
  })

  it.each<[string, ResponseOptions]>([
    ['a signed assertion', {}],
    ['a signed response', { signed: 'response' }],
  ])('signs in with %s, on the page that was wanted', async (_name, options) => {
    const browser = newBrowser()
    const request = await start(browser, '/chats')
    const answer = await send(browser, request, await idp.respond(request, options))
    expect(answer.headers.get('location')).toBe('/chats')
    expect((await browser.session())?.user).toMatchObject({ user_type: 'end_user' })
  })

  it('decrypts encrypted assertions', async () => {
    const browser = newBrowser()
    const request = await start(browser)
    const response = await idp.respond(request, { nameId: 'crypt', encryptFor: ourCertificate })
    expect(Buffer.from(response, 'base64').toString()).not.toContain('crypt<')
    expect((await send(browser, request, response)).headers.get('location')).toBe('/')
    expect(await browser.session()).toBeDefined()
  })

  it('uses attributes for name, e-mail and rules', async () => {
    const browser = newBrowser()
    const request = await start(browser)
    const attributes = {
      'urn:oid:0.9.2342.19200300.100.1.3': 'sam@x.edu',
      'urn:oid:2.16.840.1.113730.3.1.241': 'Sam Staff',
      'urn:oid:1.3.6.1.4.1.5923.1.1.1.9': ['member@x.edu', 'staff@x.edu'],
    }
    await send(browser, request, await idp.respond(request, { nameId: 'sam', attributes }))
    expect((await browser.session())?.user).toMatchObject({
      email: 'sam@x.edu',
      name: 'Sam Staff',
      user_type: 'creator',
    })
  })

  it('needs another attribute where name ids are transient', async () => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    expect(await failure({ nameIdFormat })).toBe('sign_in.provider_invalid')
  })

  it.each<[string, () => ResponseOptions | Promise<ResponseOptions>]>([
    ['no signature', () => ({ signed: 'none' })],
    ['another signature', async () => ({ signWith: (await createKeyAndCertificate('Evil')).key })],
    ['another audience', () => ({ audience: 'https://other.example' })],
    ['another issuer', () => ({ issuer: 'https://evil.example' })],
    ['another recipient', () => ({ recipient: 'https://other.example/acs' })],
    ['another request', () => ({ inResponseTo: '_another' })],
    ['a past time', () => ({ minutes: -30 })],
    ['an encrypted assertion without a signature', () => ({ signed: 'none', encryptFor: ourCertificate })],
  ])('refuses %s', async (_name, options) => {
    expect(await failure(await options())).toBe('sign_in.provider_invalid')
  })

  it('refuses an assertion for another request inside a response for this one', async () => {
    const victim = newBrowser()
    const stolen = await start(victim)
    const browser = newBrowser()
    const request = await start(browser)
    const response = await idp.respond(stolen, { responseInResponseTo: request.id })
    const answer = await send(browser, request, response)
    expect(answer.headers.get('location')).toContain('sign_in.provider_invalid')
  })

  it('refuses a changed assertion', async () => {
    const browser = newBrowser()
    const request = await start(browser)
    const xml = Buffer.from(await idp.respond(request), 'base64').toString()
    const changed = Buffer.from(xml.replace('>nia<', '>admin<')).toString('base64')
    expect((await send(browser, request, changed)).headers.get('location')).toContain('provider_invalid')
  })

  it('uses each response once, and each assertion id once', async () => {
    const browser = newBrowser()
    const request = await start(browser)
    const response = await idp.respond(request, { assertionId: '_once' })
    expect((await send(browser, request, response)).headers.get('location')).toBe('/')
    expect((await send(browser, request, response)).headers.get('location')).toContain('flow_expired')
    const next = await start(browser)
    const again = await idp.respond(next, { assertionId: '_once' })
    expect((await send(browser, next, again)).headers.get('location')).toContain('flow_expired')
  })

  it('refuses responses in another browser and responses that were not asked for', async () => {
    const victim = newBrowser()
    const request = await start(victim)
    const response = await idp.respond(request)
    const attacker = newBrowser()
    expect((await send(attacker, request, response)).headers.get('location')).toContain('flow_expired')
    const unasked = { ...request, relayState: 'x'.repeat(43) }
    expect((await send(attacker, unasked, response)).headers.get('location')).toContain('flow_expired')
    expect((await send(victim, request, response)).headers.get('location')).toBe('/')
  })

  it('refuses a response at another organization’s provider', async () => {
    const { id } = (await add({}, people.south)).body
    const browser = newBrowser()
    const request = await start(browser)
    const answer = await send(browser, request, await idp.respond(request), id)
    expect(answer.headers.get('location')).toContain('flow_expired')
  })

  it('does not accept documents with a DOCTYPE', async () => {
    const browser = newBrowser()
    const request = await start(browser)
    const xml = Buffer.from(await idp.respond(request), 'base64').toString()
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>'
    const answer = await send(browser, request, Buffer.from(bomb + xml).toString('base64'))
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toContain('error=')
  })

  it('refuses incomplete settings, and keeps OpenID Connect and SAML apart', async () => {
    expect((await add({ certificate: 'nonsense' })).status).toBe(400)
    expect((await add({ certificate: undefined })).status).toBe(422)
    for (const sso_url of [undefined, 'http://idp.example.edu/sso', 'javascript:alert(1)'])
      expect((await add({ sso_url })).status).toBe(422)
    for (const path of ['callback?state=x', 'frontchannel-logout?iss=x&sid=y'])
      expect((await app.call('GET', `/auth/${provider}/${path}`)).status).toBe(404)
    const test = `/organizations/north/sign-in-providers/${provider}/test`
    expect((await app.call('POST', test, people.north.token)).body).toMatchObject({ ok: true })
  })
})
