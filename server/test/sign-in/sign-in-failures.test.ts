import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createKeyAndCertificate } from '../../src/modules/single-sign-on/saml/certificates.ts'
import { type HostileIssuer, startHostileIssuer } from '../harness/hostile-issuer.ts'
import type { ResponseOptions } from '../harness/saml-idp.ts'
import { onEachDatabase } from '../harness/test-app.ts'
import { type SamlApp, startSamlApp } from './saml.testing.ts'
import { addProvider } from './sign-in.testing.ts'

const FORMAT = 'urn:oasis:names:tc:SAML:2.0:nameid-format'
const TRANSIENT = { nameIdFormat: `${FORMAT}:transient` }

onEachDatabase('reasons of failed sign-ins on $name', ({ env }) => {
  let issuer: HostileIssuer
  let saml: SamlApp
  let openId: string
  let stranger: string
  const lines: Record<string, unknown>[] = []
  beforeAll(async () => {
    issuer = await startHostileIssuer()
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(JSON.parse(line)) })
    saml = await startSamlApp({ ...(await env()), OUTBOUND_ALLOW: issuer.place }, {}, log)
    openId = await addProvider(saml.app, saml.people.north, { issuer: issuer.issuer })
    stranger = (await createKeyAndCertificate('Stranger')).key
  })
  beforeEach(() => {
    lines.length = 0
    issuer.reset()
  })
  afterAll(async () => {
    await saml.app.stop()
    await issuer.close()
  })

  const logged = () => lines.filter(({ msg }) => msg === 'single sign-on failed')
  const change = (response: string, from: RegExp | string, to: string) =>
    Buffer.from(Buffer.from(response, 'base64').toString().replaceAll(from, to)).toString('base64')

  async function fail(options: ResponseOptions, edit = (response: string) => response) {
    const browser = saml.newBrowser()
    const request = await saml.start(browser)
    await saml.send(browser, edit(await saml.idp.respond(request, options)), request.relayState)
    expect(await browser.session()).toBeUndefined()
  }

  /** In the log, and for the admins of the provider. */
  async function expectReason(reason: string, more: Record<string, unknown> = {}, provider = saml.provider) {
    expect(logged()).toEqual([expect.objectContaining({ provider, reason, ...more })])
    const [failure] = (await saml.failures(provider)).filter((other) => other.reason === reason)
    expect(failure).toEqual({
      provider_id: provider,
      during: 'sign_in',
      reason,
      seconds: more['seconds'] ?? null,
      reference: expect.stringMatching(/^req_/),
      failed_at: expect.any(Number),
    })
  }

  it.each<[string, () => ResponseOptions]>([
    ['signature', () => ({ signWith: stranger })],
    ['unsigned', () => ({ signed: 'none' })],
    ['algorithm', () => ({ algorithm: 'sha1' })],
    ['audience', () => ({ audience: 'https://other.example' })],
    ['issuer', () => ({ issuer: 'https://evil.example' })],
    ['recipient', () => ({ recipient: 'https://other.example/acs' })],
    ['in_response_to', () => ({ inResponseTo: '_another' })],
    ['name_id_transient', () => TRANSIENT],
    ['subject_missing', () => ({ nameId: '' })],
    ['subject_missing', () => ({ nameId: ' \u00a0' })],
    ['provider_refused', () => ({ status: 'AuthnFailed' })],
  ])('SAML: %s', async (reason, options) => {
    await fail(options())
    await expectReason(reason, reason === 'provider_refused' ? { detail: 'AuthnFailed' } : {})
  })

  it.each<[string, ResponseOptions]>([
    ['of a signed response', { status: 'Responder', signed: 'response' }],
    ['that is encrypted', { status: 'Responder', encryptFor: '' }],
  ])('SAML: a failed status is refused with an assertion %s', async (_name, options) => {
    await fail(options.encryptFor === undefined ? options : { ...options, encryptFor: saml.ourCertificate })
    expect(logged()).toEqual([expect.objectContaining({ reason: 'provider_refused', detail: 'Responder' })])
  })

  it('SAML: SHA-1 is refused in an encrypted assertion, too, and RSA with SHA-384 everywhere', async () => {
    await fail({ algorithm: 'sha1', encryptFor: saml.ourCertificate })
    await fail({}, (response) => change(response, 'rsa-sha256', 'rsa-sha384'))
    expect(logged().map(({ reason }) => reason)).toEqual(['algorithm', 'algorithm'])
    const browser = await saml.signIn({ algorithm: 'sha512' })
    expect(await browser.session()).toBeDefined()
  })

  it.each<[string, number]>([
    ['not_yet_valid', 240],
    ['expired', -720],
  ])('SAML: %s, with the difference of the clocks', async (reason, clock) => {
    await fail({ clock })
    const seconds = Number(logged()[0]?.['seconds'])
    // The fake issues its assertions a minute before.
    expect(Math.abs(seconds - Math.abs(clock - 60))).toBeLessThan(30)
    await expectReason(reason, { seconds })
  })

  it('SAML: unsolicited, replayed, of another browser', async () => {
    await saml.send(saml.newBrowser(), await saml.idp.respond(saml.unasked(), { inResponseTo: null }))
    await expectReason('unsolicited')
    lines.length = 0
    const response = await saml.idp.respond({ ...saml.unasked(), id: '_x' })
    await saml.send(saml.newBrowser(), response, 'unknown')
    await expectReason('flow_expired')
    lines.length = 0
    await saml.signIn({ assertionId: '_twice' })
    await fail({ assertionId: '_twice' })
    await expectReason('replayed')
  })

  it('SAML: an address that belongs to another account', async () => {
    await fail({ nameId: 'thief', attributes: { mail: saml.people.north.email } })
    await expectReason('email_unverified')
  })

  it.each<[string, (issuer: HostileIssuer) => void]>([
    ['audience', ({ hostile }) => (hostile.claims = { aud: 'other' })],
    ['issuer', ({ hostile }) => (hostile.claims = { iss: 'https://evil.example' })],
    ['nonce', ({ hostile }) => (hostile.claims = { nonce: 'x' })],
    ['signature', ({ hostile, signers }) => (hostile.sign = signers.stranger)],
    ['algorithm', ({ hostile, signers }) => (hostile.sign = signers.confused)],
    ['subject_missing', ({ hostile }) => (hostile.claims = { sub: 'a\u0000b' })],
    ['subject_missing', ({ hostile }) => (hostile.claims = { sub: ' \u00a0' })],
    ['provider_refused', ({ hostile }) => (hostile.callback = { error: 'server_error' })],
    ['cancelled', ({ hostile }) => (hostile.callback = { error: 'access_denied' })],
    ['client', ({ hostile }) => (hostile.secretBy = 'none')],
  ])('OpenID Connect: %s', async (reason, spoil) => {
    spoil(issuer)
    await saml.newBrowser().signIn(openId)
    await expectReason(reason, {}, openId)
  })

  it('OpenID Connect: expired, with the difference of the clocks', async () => {
    const now = Math.floor(Date.now() / 1000)
    issuer.hostile.claims = { iat: now - 900, exp: now - 600 }
    await saml.newBrowser().signIn(openId)
    const seconds = Number(logged()[0]?.['seconds'])
    expect(Math.abs(seconds - 900)).toBeLessThan(30)
    await expectReason('expired', { seconds }, openId)
  })

  it('are kept once each, without anything about the person', async () => {
    await fail({ audience: 'https://other.example', nameId: 'secret-name' })
    const { db } = saml.app.app.services
    const rows = await db.selectFrom('sign_in_failures').selectAll().execute()
    expect(
      rows.filter(({ reason, provider_id }) => reason === 'audience' && provider_id === saml.provider),
    ).toHaveLength(1)
    expect(JSON.stringify([rows, lines])).not.toContain('secret-name')
  })

  it('are for the admins of the organization only', async () => {
    const { token } = saml.people.south
    expect(
      (await saml.app.call('GET', '/organizations/south/sign-in-providers', token)).body.failures,
    ).toEqual([])
  })

  it('are removed with the provider', async () => {
    const id = await addProvider(saml.app, saml.people.north, { issuer: issuer.issuer, client_id: 'gone' })
    await saml.newBrowser().signIn(id)
    expect((await saml.failures(id)).map(({ reason }) => reason)).toEqual(['audience'])
    await saml.app.call('DELETE', `/organizations/north/sign-in-providers/${id}`, saml.people.north.token)
    expect(await saml.failures(id)).toEqual([])
  })

  it('let a session end when the provider’s does', async () => {
    const browser = await saml.signIn({ nameId: 'short', sessionSeconds: 600 })
    const { db } = saml.app.app.services
    const user = (await browser.session())?.user.user_id ?? 0
    const read = () =>
      db
        .selectFrom('browser_sessions')
        .select(['ends_at', 'expires_at'])
        .where('user_id', '=', user)
        .executeTakeFirstOrThrow()
    const session = await read()
    expect(session.ends_at).toBeGreaterThan(Date.now() / 1000)
    expect(session.expires_at).toBe(session.ends_at)
    await fail({ sessionSeconds: -5 })
  })
})
