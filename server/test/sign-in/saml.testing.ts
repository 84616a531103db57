import type { SignInFailure, SignInProviderList } from '@bellwether/wire'
import { expect } from 'vitest'
import { toPem } from '../../src/modules/single-sign-on/saml/certificates.ts'
import type { Log } from '../../src/platform/log.ts'
import { createSamlIdp, type ResponseOptions, type SamlRequest } from '../harness/saml-idp.ts'
import { createBrowser, type SignInBrowser } from '../harness/sign-in-browser.ts'
import { startTestApp } from '../harness/test-app.ts'
import { makeOrganizations } from './sign-in.testing.ts'

export const PUBLIC_URL = 'https://bw.example.edu'
export const SLO_URL = 'https://idp.example.edu/slo'

/** An app with two organizations; the first one has a SAML provider. */
export async function startSamlApp(
  env: Record<string, string>,
  settings: Record<string, unknown> = {},
  log?: Log,
) {
  const idp = await createSamlIdp('https://idp.example.edu/shibboleth')
  const app = await startTestApp({ ...env, PUBLIC_URL }, log)
  const people = await makeOrganizations(app)

  async function add(more: Record<string, unknown> = {}, { slug, token } = people.north): Promise<string> {
    const created = await app.call('POST', `/organizations/${slug}/sign-in-providers`, token, {
      kind: 'saml',
      name: 'Federation',
      issuer: idp.entityId,
      sso_url: 'https://idp.example.edu/sso',
      certificate: idp.certificate,
      ...more,
    })
    expect(created.status, JSON.stringify(created.body)).toBe(201)
    return created.body.id
  }
  const provider = await add(settings)
  const metadata = await app.call('GET', `/auth/${provider}/metadata`)
  const base64 = /<ds:X509Certificate>([^<]+)</.exec(metadata.body)?.[1] ?? ''
  const ourCertificate = toPem(base64.replace(/\s/g, ''))

  const newBrowser = () => createBrowser(PUBLIC_URL, app.url)
  async function start(browser: SignInBrowser): Promise<SamlRequest> {
    const answer = await browser.open(`${PUBLIC_URL}/auth/${provider}/start`)
    return idp.readRequest(answer.headers.get('location') ?? '', ourCertificate)
  }
  const send = (browser: SignInBrowser, SAMLResponse: string, relayState?: string, id = provider) =>
    browser.open(`${PUBLIC_URL}/auth/${id}/acs`, {
      method: 'POST',
      body: new URLSearchParams({
        SAMLResponse,
        ...(relayState === undefined ? {} : { RelayState: relayState }),
      }),
    })
  /** A browser in which a person has signed in. */
  async function signIn(options: ResponseOptions = {}): Promise<SignInBrowser> {
    const browser = newBrowser()
    const request = await start(browser)
    await send(browser, await idp.respond(request, options), request.relayState)
    expect(await browser.session()).toBeDefined()
    return browser
  }
  /** What the identity provider knows without a request. */
  const unasked = (id = provider): SamlRequest => ({
    id: '',
    relayState: '',
    acsUrl: `${PUBLIC_URL}/auth/${id}/acs`,
    issuer: `${PUBLIC_URL}/auth/${id}/metadata`,
  })

  /** What the admins of the provider see. */
  const failures = async (id = provider): Promise<SignInFailure[]> => {
    const path = `/organizations/${people.north.slug}/sign-in-providers`
    const list: SignInProviderList = (await app.call('GET', path, people.north.token)).body
    return list.failures.filter(({ provider_id }) => provider_id === id)
  }

  return {
    failures,
    app,
    idp,
    people,
    provider,
    ourCertificate,
    add,
    newBrowser,
    start,
    send,
    signIn,
    unasked,
  }
}

export type SamlApp = Awaited<ReturnType<typeof startSamlApp>>
