import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKeyAndCertificate } from '../../src/modules/single-sign-on/saml/certificates.ts'
import { startTestApp, type TestApp } from '../harness/test-app.ts'
import { makeOrganizations, type Organizations } from './sign-in.testing.ts'

const base64Of = (pem: string): string => pem.replace(/-----[^-]+-----|\s/g, '')
const XMLNS = [
  'xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata"',
  'xmlns:ds="http://www.w3.org/2000/09/xmldsig#"',
  'xmlns:mdui="urn:oasis:names:tc:SAML:metadata:ui"',
].join(' ')
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'

interface Entity {
  id?: string
  validUntil?: string
  keys?: [use: string | undefined, pem: string][]
  sso?: string
  slo?: string
  protocol?: string
}

describe('SAML metadata', () => {
  let app: TestApp
  let people: Organizations
  let first: string
  let second: string
  beforeAll(async () => {
    app = await startTestApp({})
    people = await makeOrganizations(app)
    first = (await createKeyAndCertificate('one')).certificate
    second = (await createKeyAndCertificate('two')).certificate
  })
  afterAll(() => app.stop())

  const service = (name: string, location: string, binding = 'HTTP-Redirect') =>
    `<md:${name} Binding="urn:oasis:names:tc:SAML:2.0:bindings:${binding}" Location="${location}"/>`
  const entity = (given: Entity = {}, xmlns = XMLNS) => {
    const { id = 'https://idp.example.edu/idp', keys = [['signing', first]], protocol = PROTOCOL } = given
    const {
      sso = service('SingleSignOnService', 'https://idp.example.edu/sso'),
      slo = service('SingleLogoutService', 'https://idp.example.edu/slo'),
    } = given
    return [
      `<md:EntityDescriptor ${xmlns} entityID="${id}"`,
      given.validUntil === undefined ? '>' : ` validUntil="${given.validUntil}">`,
      `<md:IDPSSODescriptor protocolSupportEnumeration="${protocol}">`,
      '<md:Extensions><mdui:UIInfo><mdui:DisplayName xml:lang="en"> University  of\n Examples</mdui:DisplayName></mdui:UIInfo></md:Extensions>',
      ...keys.map(
        ([use, pem]) =>
          `<md:KeyDescriptor${use ? ` use="${use}"` : ''}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${base64Of(pem)}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
      ),
      `${slo}${sso}</md:IDPSSODescriptor></md:EntityDescriptor>`,
    ].join('')
  }
  const group = (entities: string[], attributes = '') =>
    `<?xml version="1.0"?><md:EntitiesDescriptor ${XMLNS} ${attributes}>${entities.join('')}</md:EntitiesDescriptor>`
  const read = (body: object, { slug, token } = people.north) =>
    app.call('POST', `/organizations/${slug}/saml-metadata`, token, body)
  const code = async (xml: string, more = {}) => (await read({ xml, ...more })).body.error?.code

  it('reads everything that a provider needs, and can be saved', async () => {
    const { status, body } = await read({ xml: `\uFEFF\n${entity()}` })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toEqual({
      provider: {
        entity_id: 'https://idp.example.edu/idp',
        name: 'University of Examples',
        sso_url: 'https://idp.example.edu/sso',
        slo_url: 'https://idp.example.edu/slo',
        slo_response_url: '',
        certificate: first,
        certificates: 1,
        valid_until: null,
      },
      entities: [{ entity_id: 'https://idp.example.edu/idp', name: 'University of Examples' }],
      total: 1,
    })
    const { slug, token } = people.north
    const { entity_id: issuer, sso_url, slo_url, certificate } = body.provider
    const made = await app.call('POST', `/organizations/${slug}/sign-in-providers`, token, {
      ...{ kind: 'saml', name: 'Imported', issuer, sso_url, slo_url, certificate },
    })
    expect(made.status).toBe(201)
  })

  it('keeps all signing keys while they are replaced, and no encryption key', async () => {
    const keys: Entity['keys'] = [
      ['signing', first],
      [undefined, second],
      ['signing', first],
      ['encryption', (await createKeyAndCertificate('three')).certificate],
    ]
    const { provider } = (await read({ xml: entity({ keys }) })).body
    expect(provider).toMatchObject({ certificates: 2, certificate: first + second })
  })

  it('chooses the redirect binding with https', async () => {
    const sso = [
      service('SingleSignOnService', 'https://idp.example.edu/post', 'HTTP-POST'),
      service('SingleSignOnService', 'http://idp.example.edu/plain'),
      service('SingleSignOnService', 'https://idp.example.edu/good'),
    ].join('')
    const slo = service('SingleLogoutService', 'https://idp.example.edu/slo', 'SOAP')
    const { provider } = (await read({ xml: entity({ sso, slo }) })).body
    expect(provider).toMatchObject({ sso_url: 'https://idp.example.edu/good', slo_url: '' })
    const onlyPost = service('SingleSignOnService', 'https://idp.example.edu/post', 'HTTP-POST')
    expect((await read({ xml: entity({ sso: onlyPost }) })).status).toBe(400)
  })

  it('asks which one if there are several', async () => {
    const other = {
      id: 'https://idp.example.edu/other',
      keys: [['signing', second]] satisfies Entity['keys'],
    }
    const sp = `<md:EntityDescriptor ${XMLNS} entityID="https://sp.example"><md:SPSSODescriptor/></md:EntityDescriptor>`
    const xml = group([entity(), sp, group([entity(other)]).replace(/<\?xml.*?\?>/, '')])
    const { body } = await read({ xml })
    expect(body).toMatchObject({ provider: null, total: 2 })
    expect(body.entities.map(({ entity_id }: { entity_id: string }) => entity_id)).toEqual([
      'https://idp.example.edu/idp',
      other.id,
    ])
    const chosen = (await read({ xml, entity_id: other.id })).body
    expect(chosen.provider).toMatchObject({ entity_id: other.id, certificate: second })
    expect((await read({ xml, entity_id: 'https://sp.example' })).status).toBe(400)
    expect((await read({ xml, entity_id: 'https://none.example' })).status).toBe(400)
  })

  it('refuses expired metadata, wherever the date is given', async () => {
    const past = '2020-01-01T00:00:00Z'
    const future = new Date(Date.now() + 86_400_000).toISOString()
    expect((await read({ xml: entity({ validUntil: future }) })).body.provider.valid_until).toBe(future)
    const bad = [
      entity({ validUntil: past }),
      entity({ validUntil: 'soon' }),
      group([entity({ validUntil: future })], `validUntil="${past}"`),
      entity().replace('<md:IDPSSODescriptor', `<md:IDPSSODescriptor validUntil="${past}"`),
    ]
    for (const xml of bad) expect((await read({ xml })).status).toBe(400)
  })

  it('refuses what is not metadata of an identity provider', async () => {
    const bad = [
      'nonsense',
      '<html/>',
      entity().slice(0, -10),
      `<!DOCTYPE x [<!ENTITY a "b">]>${entity()}`,
      '<a>'.repeat(1000),
      entity({ keys: [] }),
      entity({ keys: [['signing', 'AAAA']] }),
      entity({ protocol: 'urn:oasis:names:tc:SAML:1.1:protocol' }),
      // The right names in the wrong namespace.
      entity({}, XMLNS.replace('SAML:2.0:metadata', 'SAML:2.0:other')),
    ]
    for (const xml of bad) expect((await read({ xml })).status, xml.slice(0, 60)).toBe(400)
    for (const body of [{}, { xml: entity(), url: 'https://x.example' }, { url: 'http://idp.example.edu' }])
      expect((await read(body)).status).toBe(422)
  })

  it('is for admins of the organization', async () => {
    const { slug } = people.north
    expect((await read({ xml: entity() }, { ...people.north, token: people.south.token })).status).toBe(404)
    expect(await code(entity())).toBeUndefined()
    expect((await app.call('POST', `/organizations/${slug}/saml-metadata`)).status).toBe(401)
  })

  it('fetches an address with the guarded client, over https only', async () => {
    const { key, certificate } = await createKeyAndCertificate('localhost')
    let calls = 0
    const server = createServer({ key, cert: certificate }, (_request, response) => {
      calls += 1
      response.end(entity())
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const { status } = await read({ url: `https://127.0.0.1:${port}/metadata` })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(calls).toBe(0)
    server.close()
  })
})
