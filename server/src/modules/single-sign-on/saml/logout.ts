import { createVerify } from 'node:crypto'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { say } from '@bellwether/wire'
import { badRequest } from '../../../platform/errors.ts'
import { type SamlProvider, toAddresses } from '../providers/provider.ts'
import { CLOCK_SKEW_MS, loadXmlFunctions, MAX_AGE_MS, newRequestId, toLibrary } from './library.ts'
import { childrenOf, NAMESPACES, readXml, type XmlElement } from './xml.ts'

/** How the identity provider names a person, as the assertion said it. */
export interface NameId {
  nameID: string
  nameIDFormat?: string | undefined
  nameQualifier?: string | undefined
  spNameQualifier?: string | undefined
}

/** A logout request of the identity provider. The caller checks that it is new. */
export interface LogoutRequest {
  id: string
  nameId: string
  /** Empty for all sessions of the person. */
  sessions: string[]
  /** In Unix seconds: after this it would be too old. */
  expiresAt: number
}

const MAX_XML_BYTES = 256 * 1024
const MAX_SESSIONS = 100
const MAX_ID = 500
const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)
const { assertion: SAML_NS, protocol: PROTOCOL } = NAMESPACES

/** Of the query of a redirect. Never SHA-1. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': 'RSA-SHA256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': 'RSA-SHA384',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': 'RSA-SHA512',
}

const refused = () => badRequest(say('sign_in.logout_token_invalid'))

/** Single logout, in both directions. */
export const logoutMethods = (publicUrl: string) => ({
  /** Where the browser ends the identity provider's session. Undefined if it has no such address. */
  async signOutUrl(
    provider: SamlProvider,
    { nameId, session }: { nameId: NameId; session: string | undefined },
  ): Promise<string | undefined> {
    if (provider.saml.sloUrl === undefined) return undefined
    const { nameID, nameIDFormat = '', nameQualifier, spNameQualifier } = nameId
    const user = {
      issuer: provider.issuer,
      nameID,
      nameIDFormat,
      ...(nameQualifier ? { nameQualifier } : {}),
      ...(spNameQualifier ? { spNameQualifier } : {}),
      ...(session ? { sessionIndex: session } : {}),
    }
    return (await toLibrary(publicUrl, provider, newRequestId())).getLogoutUrlAsync(user, '', {})
  },

  /** Checks a request as SAML 2.0 requires: signed by this identity provider, for us, now. */
  async readLogoutRequest(
    provider: SamlProvider,
    sent: { form: string } | { query: string },
  ): Promise<LogoutRequest> {
    const signed =
      'form' in sent ? await fromForm(provider, sent.form) : await fromQuery(provider, sent.query)
    const root = await readXml(signed)
    const facts = checkFacts(root, provider, toAddresses(publicUrl, provider).single_logout_url ?? '')
    return { ...facts, nameId: await readNameId(provider, signed) }
  },

  /** The answer to the request with this id. Undefined if the identity provider has no address for it. */
  async logoutResponseUrl(
    provider: SamlProvider,
    { id, relayState, isKnown }: { id: string; relayState: string | undefined; isKnown: boolean },
  ): Promise<string | undefined> {
    const sloUrl = provider.saml.sloResponseUrl ?? provider.saml.sloUrl
    if (sloUrl === undefined) return undefined
    const answering = { ...provider, saml: { ...provider.saml, sloUrl } }
    const library = await toLibrary(publicUrl, answering, newRequestId())
    const request = { ID: id, issuer: provider.issuer, nameID: '', nameIDFormat: '' }
    return library.getLogoutResponseUrlAsync(request, relayState ?? '', {}, isKnown)
  },
})

/** Only what is signed is read. */
async function fromForm(provider: SamlProvider, message: string): Promise<string> {
  const xml = Buffer.from(message, 'base64').toString('utf8')
  // Refuses a document type before the library reads the document.
  await readXml(xml)
  const { getVerifiedXml, parseDomFromString } = await loadXmlFunctions()
  const { documentElement } = await parseDomFromString(xml)
  const verified = getVerifiedXml(xml, documentElement, [...provider.saml.certificates])
  if (verified === null) throw refused()
  return verified
}

/** The signature covers the parameters as they were sent, in this order. */
async function fromQuery(provider: SamlProvider, query: string): Promise<string> {
  const sent = readQuery(query)
  const readValue = (name: string) => decode(sent.get(name) ?? '')
  const algorithm = ALGORITHMS[readValue('SigAlg')]
  if (!algorithm || !sent.has('SAMLRequest') || !sent.has('Signature')) throw refused()
  const covered = ['SAMLRequest', 'RelayState', 'SigAlg']
    .filter((name) => sent.has(name))
    .map((name) => `${name}=${sent.get(name)}`)
    .join('&')
  const signature = Buffer.from(readValue('Signature'), 'base64')
  const isSigned = provider.saml.certificates.some((certificate) =>
    createVerify(algorithm).update(covered).verify(certificate, signature),
  )
  if (!isSigned) throw refused()
  const packed = Buffer.from(readValue('SAMLRequest'), 'base64')
  return (await inflate(packed, { maxOutputLength: MAX_XML_BYTES })).toString('utf8')
}

/** The values as they were sent. A parameter that is sent twice, or under another spelling, could hide another one. */
function readQuery(query: string): Map<string, string> {
  const sent = new Map<string, string>()
  for (const part of query.split('&')) {
    const [name = '', value = ''] = part.split(/=(.*)/s, 2)
    if (sent.has(decode(name))) throw refused()
    sent.set(decode(name), value)
  }
  return sent
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw refused()
  }
}

function checkFacts(root: XmlElement, provider: SamlProvider, ownUrl: string): Omit<LogoutRequest, 'nameId'> {
  const { ID: id = '', Version, IssueInstant = '', Destination, NotOnOrAfter } = root.attributes
  const [issuer, ...others] = childrenOf(root, SAML_NS, 'Issuer')
  const sessions = childrenOf(root, PROTOCOL, 'SessionIndex').map(({ text }) => text.trim())
  const now = Date.now()
  const issuedAt = Date.parse(IssueInstant)
  const isOurs =
    root.namespace === PROTOCOL &&
    root.name === 'LogoutRequest' &&
    Version === '2.0' &&
    issuer?.text.trim() === provider.issuer &&
    others.length === 0 &&
    (Destination === undefined || Destination === ownUrl)
  const isNow =
    issuedAt <= now + CLOCK_SKEW_MS &&
    issuedAt + MAX_AGE_MS + CLOCK_SKEW_MS > now &&
    (NotOnOrAfter === undefined || Date.parse(NotOnOrAfter) + CLOCK_SKEW_MS > now)
  const isReadable = id !== '' && id.length <= MAX_ID && sessions.length <= MAX_SESSIONS
  if (!isOurs || !isNow || !isReadable) throw refused()
  return { id, sessions, expiresAt: Math.ceil((issuedAt + MAX_AGE_MS + 2 * CLOCK_SKEW_MS) / 1000) }
}

/** Plain or encrypted for us. */
async function readNameId(provider: SamlProvider, xml: string): Promise<string> {
  const { getNameIdAsync, parseDomFromString } = await loadXmlFunctions()
  const { value } = await getNameIdAsync(await parseDomFromString(xml), provider.saml.key)
  if (!value?.trim()) throw refused()
  return value.trim()
}
