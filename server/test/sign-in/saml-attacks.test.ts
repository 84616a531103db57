import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ResponseOptions } from '../harness/saml-idp.ts'
import { onEachDatabase } from '../harness/test-app.ts'
import { PUBLIC_URL, type SamlApp, startSamlApp } from './saml.testing.ts'

const encode = (xml: string): string => Buffer.from(xml).toString('base64')
const decode = (response: string): string => Buffer.from(response, 'base64').toString()

/** The parts of a response with a signed assertion. */
function split(xml: string) {
  const assertion = /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
  const signature = /<Signature .*<\/Signature>/s.exec(assertion)?.[0] ?? ''
  const evil = assertion
    .replace(signature, '')
    .replace('>nia<', '>root<')
    .replace(/ID="[^"]+"/, 'ID="_evil"')
  return { assertion, signature, evil, plain: assertion.replace(signature, '') }
}

type Parts = ReturnType<typeof split>

/** The eight ways to wrap a signed assertion of Somorovsky et al., and a few of their relatives. */
const WRAPPINGS: [string, (xml: string, parts: Parts) => string][] = [
  ['a forged one before it', (xml, { assertion, evil }) => xml.replace(assertion, evil + assertion)],
  ['a forged one after it', (xml, { assertion, evil }) => xml.replace(assertion, assertion + evil)],
  [
    'it inside a forged one',
    (xml, { assertion, evil }) =>
      xml.replace(assertion, evil.replace('</saml:Assertion>', `${assertion}</saml:Assertion>`)),
  ],
  [
    'a forged one with its signature, and it inside the signature',
    (xml, { assertion, signature, evil, plain }) =>
      xml.replace(
        assertion,
        evil.replace(
          '</saml:Issuer>',
          `</saml:Issuer>${signature.replace('</Signature>', `<Object>${plain}</Object></Signature>`)}`,
        ),
      ),
  ],
  [
    'a forged one with its signature, and it beside',
    (xml, { assertion, signature, evil, plain }) =>
      xml.replace(assertion, evil.replace('</saml:Issuer>', `</saml:Issuer>${signature}`) + plain),
  ],
  [
    'it inside the extensions',
    (xml, { assertion, evil }) =>
      xml.replace(
        assertion,
        `<samlp:Extensions xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol">${assertion}</samlp:Extensions>${evil}`,
      ),
  ],
  [
    'a forged one with the same id',
    (xml, { assertion, evil }) => {
      const id = /ID="([^"]+)"/.exec(assertion)?.[1] ?? ''
      return xml.replace(assertion, `<x>${assertion}</x>${evil.replace('_evil', id)}`)
    },
  ],
  [
    'a forged response around the whole response',
    (xml, { assertion, evil }) =>
      xml
        .replace(assertion, evil)
        .replace('</samlp:Response>', `<samlp:Extensions>${xml}</samlp:Extensions></samlp:Response>`),
  ],
]

onEachDatabase('attacks on SAML on $name', ({ env }) => {
  let saml: SamlApp
  let open: string
  beforeAll(async () => {
    saml = await startSamlApp(await env())
    open = await saml.add({ name: 'Portal', idp_initiated: true })
  })
  afterAll(() => saml.app.stop())

  const refusal = async (change: (xml: string) => string, options: ResponseOptions = {}) => {
    const browser = saml.newBrowser()
    const request = await saml.start(browser)
    const xml = change(decode(await saml.idp.respond(request, options)))
    const answer = await saml.send(browser, encode(xml), request.relayState)
    expect(await browser.session()).toBeUndefined()
    return new URL(answer.headers.get('location') ?? '', PUBLIC_URL).searchParams.get('error')
  }

  it('accepts the response that the attacks start from', async () => {
    const browser = saml.newBrowser()
    const request = await saml.start(browser)
    const xml = decode(await saml.idp.respond(request))
    const { assertion, signature, evil } = split(xml)
    expect([assertion, signature, evil].map((part) => part.length > 100 && evil !== part)).toEqual([
      true,
      true,
      false,
    ])
    await saml.send(browser, encode(xml), request.relayState)
    expect(await browser.session()).toBeDefined()
  })

  it.each(WRAPPINGS)('refuses %s', async (_name, wrap) => {
    expect(await refusal((xml) => wrap(xml, split(xml)))).toBe('sign_in.provider_invalid')
  })

  it('does not cut a name at a comment', async () => {
    const browser = saml.newBrowser()
    const request = await saml.start(browser)
    const xml = decode(await saml.idp.respond(request, { nameId: 'root.evil' }))
    // Comments are not covered by the signature.
    const changed = xml.replace('>root.evil<', '>root<!-- -->.evil<')
    await saml.send(browser, encode(changed), request.relayState)
    const { db } = saml.app.app.services
    const rows = await db.selectFrom('external_identities').select('subject').execute()
    expect(rows.map(({ subject }) => subject)).not.toContain('root')
  })

  it.each([
    ['an entity bomb', bomb()],
    ['a file', '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>'],
    ['a document type of another server', '<!DOCTYPE x SYSTEM "https://evil.example/x.dtd">'],
  ])('refuses %s', async (_name, doctype) => {
    expect(await refusal((xml) => doctype + xml)).toBe('sign_in.provider_invalid')
    expect(await refusal((xml) => doctype + xml.replace('>nia<', '>&a;<'))).toBe('sign_in.provider_invalid')
  })

  it('refuses what is not a response, and endless nesting', async () => {
    for (const xml of ['', 'nonsense', '<a/>', '<a>'.repeat(5000)])
      expect(await refusal(() => xml)).toBe('sign_in.provider_invalid')
  })

  describe('sign-ins that start at the identity provider', () => {
    const unasked = { inResponseTo: null }

    it('are refused unless the provider allows them', async () => {
      const browser = saml.newBrowser()
      const response = await saml.idp.respond(saml.unasked(), unasked)
      expect((await saml.send(browser, response)).headers.get('location')).toContain('unsolicited')
      expect(await browser.session()).toBeUndefined()
    })

    it.each([
      ['/chats', '/chats'],
      ['https://evil.example/', '/'],
      ['//evil.example', '/'],
      [undefined, '/'],
    ])('open the page %s', async (relayState, page) => {
      const browser = saml.newBrowser()
      const response = await saml.idp.respond(saml.unasked(open), unasked)
      expect((await saml.send(browser, response, relayState, open)).headers.get('location')).toBe(page)
      expect(await browser.session()).toBeDefined()
    })

    it('work once', async () => {
      const response = await saml.idp.respond(saml.unasked(open), unasked)
      expect((await saml.send(saml.newBrowser(), response, '', open)).headers.get('location')).toBe('/')
      const again = saml.newBrowser()
      expect((await saml.send(again, response, '', open)).headers.get('location')).toContain('flow_expired')
      expect(await again.session()).toBeUndefined()
    })

    it.each<[string, ResponseOptions]>([
      ['an assertion that answers a request', { inResponseTo: '_stolen', responseInResponseTo: null }],
      ['no signature', { ...unasked, signed: 'none' }],
      ['another recipient', { ...unasked, recipient: `${PUBLIC_URL}/auth/other/acs` }],
      ['another audience', { ...unasked, audience: 'https://other.example' }],
      ['another issuer', { ...unasked, issuer: 'https://evil.example' }],
      ['a past time', { ...unasked, minutes: -30 }],
    ])('refuse %s', async (_name, options) => {
      const browser = saml.newBrowser()
      const response = await saml.idp.respond(saml.unasked(open), options)
      const answer = await saml.send(browser, response, '/', open)
      expect(answer.headers.get('location')).toContain('provider_invalid')
      expect(await browser.session()).toBeUndefined()
    })

    it('leave responses to requests as strict as before', async () => {
      const browser = saml.newBrowser()
      const response = await saml.idp.respond({ ...saml.unasked(open), id: '_never-asked' })
      expect((await saml.send(browser, response, 'x', open)).headers.get('location')).toContain(
        'flow_expired',
      )
    })
  })
})

function bomb(): string {
  const levels = 'bcdefghi'.split('').map((name, at) => {
    const inner = `&${'abcdefghi'[at]};`.repeat(10)
    return `<!ENTITY ${name} "${inner}">`
  })
  return `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${levels.join('')}]>`
}
