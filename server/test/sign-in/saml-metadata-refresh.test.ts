import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRefreshMetadata } from '../../src/modules/single-sign-on/index.ts'
import { createKeyAndCertificate } from '../../src/modules/single-sign-on/saml/certificates.ts'
import type { OutboundClient } from '../../src/platform/outbound/outbound.ts'
import { toRedirect } from '../harness/saml-logout.ts'
import { onEachDatabase } from '../harness/test-app.ts'
import { PUBLIC_URL, type SamlApp, startSamlApp } from './saml.testing.ts'

const METADATA_URL = 'https://idp.example.edu/metadata'
const NEVER = new AbortController().signal
const base64Of = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '')

onEachDatabase('SAML metadata that is read again on $name', ({ env }) => {
  let saml: SamlApp
  let answer: string | undefined
  let asked = 0
  beforeAll(async () => {
    saml = await startSamlApp(await env(), { idp_metadata_url: METADATA_URL })
  })
  afterAll(() => saml.app.stop())

  const client: OutboundClient = {
    start: () => {
      throw new Error('not used')
    },
    async fetchWhole({ url }) {
      expect(url).toBe(METADATA_URL)
      asked += 1
      const body = Buffer.from(answer ?? '')
      return { status: answer === undefined ? 503 : 200, headers: {}, body }
    },
  }
  const refresh = () => {
    const { db, outbound } = saml.app.app.services
    const guarded = { ...outbound.guarded, providers: client }
    return createRefreshMetadata({ db, log: pino({ level: 'silent' }), outbound: { guarded } })(NEVER)
  }
  const service = (name: string, more: string) =>
    `<md:${name} Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" ${more}/>`
  const metadata = (certificates: string[], id = saml.idp.entityId) =>
    [
      `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${id}">`,
      '<md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
      ...certificates.map(
        (pem) =>
          `<md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>${base64Of(pem)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
      ),
      service(
        'SingleLogoutService',
        'Location="https://idp.example.edu/slo" ResponseLocation="https://idp.example.edu/slo-done"',
      ),
      service('SingleSignOnService', 'Location="https://idp.example.edu/sso2"'),
      '</md:IDPSSODescriptor></md:EntityDescriptor>',
    ].join('')
  const path = () => `/organizations/${saml.people.north.slug}/sign-in-providers`
  const shown = async () =>
    (await saml.app.call('GET', path(), saml.people.north.token)).body.providers.find(
      ({ id }: { id: string }) => id === saml.provider,
    )
  /** As if a day had passed. */
  const forget = async () => {
    const { db } = saml.app.app.services
    const row = await db
      .selectFrom('sign_in_providers')
      .select('settings')
      .where('id', '=', saml.provider)
      .executeTakeFirstOrThrow()
    const settings = JSON.stringify({ ...JSON.parse(row.settings), idp_metadata_read_at: 1 })
    await db.updateTable('sign_in_providers').set({ settings }).where('id', '=', saml.provider).execute()
  }

  it('replaces addresses and certificates, once a day', async () => {
    const { certificate: next } = await createKeyAndCertificate('next')
    answer = metadata([saml.idp.certificate, next])
    expect(await shown()).toMatchObject({ idp_metadata_url: METADATA_URL, idp_metadata_read_at: null })
    await refresh()
    expect(await shown()).toMatchObject({
      sso_url: 'https://idp.example.edu/sso2',
      slo_url: 'https://idp.example.edu/slo',
      slo_response_url: 'https://idp.example.edu/slo-done',
      certificate: saml.idp.certificate + next,
      idp_metadata_read_at: expect.any(Number),
      idp_metadata_failed: false,
    })
    await refresh()
    expect(asked).toBe(1)
    await saml.signIn()
  })

  it('answers logout requests at the address for responses', async () => {
    const own = `${PUBLIC_URL}/auth/${saml.provider}/slo`
    const done = await saml.newBrowser().open(toRedirect(saml.idp, own, { nameId: 'nobody' }))
    expect(done.headers.get('location')).toMatch(/^https:\/\/idp\.example\.edu\/slo-done\?SAMLResponse=/)
  })

  it.each([
    ['it can’t be reached', () => undefined],
    ['it is not XML', () => 'Not found'],
    ['it is about another identity provider', () => metadata([saml.idp.certificate], 'https://evil.example')],
    ['it has no certificate', () => metadata([])],
  ])('changes nothing if %s, and says so', async (_name, given) => {
    await forget()
    const before = await shown()
    answer = given()
    await refresh()
    expect(await shown()).toEqual({ ...before, idp_metadata_failed: true })
  })

  it('is read again soon after a failure', async () => {
    await forget()
    answer = undefined
    await refresh()
    answer = metadata([saml.idp.certificate])
    await refresh()
    expect(await shown()).toMatchObject({ idp_metadata_failed: false })
  })

  it('is not read for providers without an address, or when an admin removes it', async () => {
    await forget()
    const removed = await saml.app.call('PATCH', `${path()}/${saml.provider}`, saml.people.north.token, {
      idp_metadata_url: '',
    })
    expect(removed.body).toMatchObject({ idp_metadata_read_at: null, idp_metadata_failed: false })
    const before = asked
    await refresh()
    expect(asked).toBe(before)
    const plain = await saml.app.call('PATCH', `${path()}/${saml.provider}`, saml.people.north.token, {
      idp_metadata_url: 'http://idp.example.edu/metadata',
    })
    expect(plain.status).toBe(422)
  })
})
