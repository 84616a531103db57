import { inflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKeyAndCertificate } from '../../src/modules/single-sign-on/saml/certificates.ts'
import { type LogoutOptions, toForm, toRedirect } from '../harness/saml-logout.ts'
import type { BrowserAnswer, SignInBrowser } from '../harness/sign-in-browser.ts'
import { onEachDatabase } from '../harness/test-app.ts'
import { PUBLIC_URL, type SamlApp, SLO_URL, startSamlApp } from './saml.testing.ts'

const unpack = (url: string, name: string): string =>
  inflateRawSync(Buffer.from(new URL(url).searchParams.get(name) ?? '', 'base64')).toString()

onEachDatabase('SAML single logout on $name', ({ env }) => {
  let saml: SamlApp
  let sloUrl: string
  let stranger: string
  beforeAll(async () => {
    saml = await startSamlApp(await env(), { slo_url: SLO_URL })
    sloUrl = `${PUBLIC_URL}/auth/${saml.provider}/slo`
    stranger = (await createKeyAndCertificate('Stranger')).key
  })
  afterAll(() => saml.app.stop())

  const redirect = (options: LogoutOptions = {}, url = sloUrl) =>
    saml.newBrowser().open(toRedirect(saml.idp, url, options))
  const post = (options: LogoutOptions = {}, url = sloUrl) =>
    saml.newBrowser().open(url, { method: 'POST', body: toForm(saml.idp, url, options) })
  const isSignedIn = async (browser: SignInBrowser) => (await browser.session()) !== undefined

  it('is announced in the metadata, with both bindings, and in the test', async () => {
    const { body } = await saml.app.call('GET', `/auth/${saml.provider}/metadata`)
    for (const binding of ['HTTP-Redirect', 'HTTP-POST'])
      expect(body).toMatch(new RegExp(`<SingleLogoutService [^>]*${binding}" Location="${sloUrl}"`))
    const { slug, token } = saml.people.north
    const path = `/organizations/${slug}/sign-in-providers`
    const test = await saml.app.call('POST', `${path}/${saml.provider}/test`, token)
    expect(test.body.supports_sign_out).toBe(true)
    const { providers } = (await saml.app.call('GET', path, token)).body
    expect(providers[0]).toMatchObject({ single_logout_url: sloUrl, slo_url: SLO_URL })
  })

  it('ends the identity provider’s session when a person signs out here', async () => {
    const browser = await saml.signIn({ nameId: 'out & about'.replace('&', '&amp;'), session: 's-7' })
    const answer = await browser.signOut()
    const { provider_sign_out_url: url } = JSON.parse(answer.text)
    expect(url.startsWith(`${SLO_URL}?SAMLRequest=`)).toBe(true)
    // Throws unless the request is signed with our key.
    expect(saml.idp.readRequest(url, saml.ourCertificate).issuer).toBe(
      `${PUBLIC_URL}/auth/${saml.provider}/metadata`,
    )
    const xml = unpack(url, 'SAMLRequest')
    expect(xml).toContain('<samlp:LogoutRequest')
    expect(xml).toMatch(/<saml:NameID Format="[^"]+persistent">out &amp; about</)
    expect(xml).toMatch(/SessionIndex [^>]*>s-7</)
    expect(await isSignedIn(browser)).toBe(false)
    // The identity provider sends the browser back with its response.
    const back = await browser.open(`${sloUrl}?SAMLResponse=anything`)
    expect([back.status, back.headers.get('location')]).toEqual([303, '/sign-in'])
  })

  it('sends nothing to an identity provider without single logout', async () => {
    const id = await saml.add({ name: 'Without' })
    const browser = saml.newBrowser()
    const answer = await browser.open(`${PUBLIC_URL}/auth/${id}/start`)
    const state = new URL(answer.headers.get('location') ?? '').searchParams.get('RelayState') ?? ''
    const { id: requestId } = readId(answer.headers.get('location') ?? '')
    await saml.send(browser, await saml.idp.respond({ ...saml.unasked(id), id: requestId }), state, id)
    expect(await isSignedIn(browser)).toBe(true)
    expect((await browser.signOut()).status).toBe(204)
  })
  const readId = (url: string) => ({ id: / ID="([^"]+)"/.exec(unpack(url, 'SAMLRequest'))?.[1] ?? '' })

  it.each([
    ['a redirect', redirect],
    ['a form', post],
  ])('ends a person’s sessions by %s, and answers', async (_name, send) => {
    const browser = await saml.signIn({ nameId: 'ida', session: 's-1' })
    const other = await saml.signIn({ nameId: 'otto', session: 's-2' })
    const token = (await browser.session())?.token
    const answer = await send({ nameId: 'ida', sessions: ['s-0', 's-1'], relayState: 'back to you' })
    expect(answer.status).toBe(303)
    const location = answer.headers.get('location') ?? ''
    expect(location.startsWith(`${SLO_URL}?SAMLResponse=`)).toBe(true)
    expect(new URL(location).searchParams.get('RelayState')).toBe('back to you')
    expect(unpack(location, 'SAMLResponse')).toContain('status:Success')
    expect(await isSignedIn(browser)).toBe(false)
    expect((await saml.app.call('GET', '/creator/user/current', token)).status).toBe(401)
    expect(await isSignedIn(other)).toBe(true)
  })

  it('ends all sessions if none is named, and those without an id', async () => {
    const all = await saml.signIn({ nameId: 'alma', session: 's-9' })
    await redirect({ nameId: 'alma', sessions: [] })
    expect(await isSignedIn(all)).toBe(false)
    const unnamed = await saml.signIn({ nameId: 'alma', session: null })
    await redirect({ nameId: 'alma', sessions: ['s-5'] })
    expect(await isSignedIn(unnamed)).toBe(false)
  })

  it('says so if the person is unknown, and leaves other sessions', async () => {
    const browser = await saml.signIn({ nameId: 'uma', session: 's-3' })
    for (const options of [{ nameId: 'unknown' }, { nameId: 'uma', sessions: ['s-4'] }]) {
      const answer = await redirect(options)
      expect(unpack(answer.headers.get('location') ?? '', 'SAMLResponse')).toContain('UnknownPrincipal')
    }
    expect(await isSignedIn(browser)).toBe(true)
  })

  /** The identity provider gets an answer, so that it goes on to its other services. */
  const expectFailure = (answer: BrowserAnswer) => {
    const location = answer.headers.get('location') ?? ''
    expect(location.startsWith(`${SLO_URL}?SAMLResponse=`), location).toBe(true)
    expect(unpack(location, 'SAMLResponse')).not.toContain('status:Success')
  }

  /** The same, or our own page if the request can't be read. */
  const expectRefusal = (answer: BrowserAnswer) => {
    if (answer.status < 400 && !answer.headers.get('location')?.includes('error=')) expectFailure(answer)
  }

  it.each<[string, string, () => LogoutOptions]>([
    ['is not signed', 'unsigned', () => ({ isSigned: false })],
    ['someone else signed', 'signature', () => ({ signWith: stranger })],
    ['has another issuer', 'issuer', () => ({ issuer: 'https://evil.example' })],
    ['is for another address', 'recipient', () => ({ destination: 'https://other.example/slo' })],
    ['is old', 'expired', () => ({ age: 30 })],
    ['is of the future', 'not_yet_valid', () => ({ age: -30 })],
  ])('refuses a request that %s', async (_name, reason, options) => {
    const browser = await saml.signIn({ nameId: 'rita' })
    for (const send of [redirect, post]) expectFailure(await send({ nameId: 'rita', ...options() }))
    expect(await isSignedIn(browser)).toBe(true)
    expect(await saml.failures()).toContainEqual(expect.objectContaining({ during: 'sign_out', reason }))
  })

  it('shows our page if the identity provider has no address for answers', async () => {
    const id = await saml.add({ name: 'Without' })
    const answer = await redirect({ isSigned: false }, `${PUBLIC_URL}/auth/${id}/slo`)
    expect(answer.headers.get('location')).toContain('error=sign_in.logout_token_invalid')
  })

  it('uses a request once', async () => {
    const request = toRedirect(saml.idp, sloUrl, { nameId: 'rosa' })
    await saml.signIn({ nameId: 'rosa' })
    expect((await saml.newBrowser().open(request)).headers.get('location')).toContain(SLO_URL)
    const again = await saml.signIn({ nameId: 'rosa' })
    expectFailure(await saml.newBrowser().open(request))
    expect(await isSignedIn(again)).toBe(true)
  })

  it('refuses a request with SHA-1, one that was changed, and one beside a signed one', async () => {
    const browser = await saml.signIn({ nameId: 'cleo' })
    const good = toRedirect(saml.idp, sloUrl, { nameId: 'dana' })
    const forged = new URL(toRedirect(saml.idp, sloUrl, { nameId: 'cleo', isSigned: false })).search.slice(1)
    const urls = [
      toRedirect(saml.idp, sloUrl, {
        nameId: 'cleo',
        algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
      }),
      good.replace(/SAMLRequest=[^&]+/, forged),
      good.replace('?', `?${forged}&`),
      `${good}&${forged}`,
      good.replace('?', `?${forged.replace('SAMLRequest', 'SAML%52equest')}&`),
    ]
    for (const url of urls) expectRefusal(await saml.newBrowser().open(url))
    const form = toForm(saml.idp, sloUrl, { nameId: 'dana' })
    const xml = Buffer.from(form.get('SAMLRequest') ?? '', 'base64').toString()
    for (const changed of [
      xml.replace('>dana<', '>cleo<'),
      `<!DOCTYPE x [<!ENTITY a "cleo">]>${xml}`,
      // The signed request inside another one.
      xml
        .replace(/ ID="[^"]+"/, ' ID="_outer"')
        .replace('>dana<', '>cleo<')
        .replace('</samlp:LogoutRequest>', `<x>${xml}</x></samlp:LogoutRequest>`),
    ]) {
      const body = new URLSearchParams({ SAMLRequest: Buffer.from(changed).toString('base64') })
      expectRefusal(await saml.newBrowser().open(sloUrl, { method: 'POST', body }))
    }
    expect(await isSignedIn(browser)).toBe(true)
  })

  it('refuses a request at another organization’s provider', async () => {
    const id = await saml.add({ issuer: 'https://other.example', slo_url: SLO_URL }, saml.people.south)
    const browser = await saml.signIn({ nameId: 'nora' })
    const other = `${PUBLIC_URL}/auth/${id}/slo`
    // The same certificate, but another entity.
    expectFailure(await redirect({ nameId: 'nora' }, other))
    const issuer = 'https://other.example'
    expect((await redirect({ nameId: 'nora', issuer }, other)).headers.get('location')).toContain(SLO_URL)
    expect(await isSignedIn(browser)).toBe(true)
  })
})
