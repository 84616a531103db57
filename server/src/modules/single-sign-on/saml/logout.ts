import { createVerify } from 'node:crypto'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { type SamlProvider, toAddresses } from '../providers/provider.ts'
import { Refusal } from '../providers/refusal.ts'
import { requireNow } from './check-assertion.ts'
import { loadXmlFunctions, newRequestId, toLibrary } from './library.ts'
import { QUERY_ALGORITHMS, readMessage, readSignedMessage } from './signed-xml.ts'
import { childrenOf, NAMESPACES, type XmlElement } from './xml.ts'

/** How the identity provider names a person, in the words of its assertion. */
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

/** As it arrived: in a form, or in the query of a redirect. */
export type SentLogout = { form: string } | { query: string }

const MAX_XML_BYTES = 256 * 1024
const MAX_SESSIONS = 100
const ID = /^[\w.-]{1,500}$/
const inflate = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflateRaw)
const { assertion: SAML_NS, protocol: PROTOCOL } = NAMESPACES

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
  async readLogoutRequest(provider: SamlProvider, sent: SentLogout): Promise<LogoutRequest> {
    const xml = await unpack(sent)
    // Also refuses a document type.
    await readMessage(xml, 'LogoutRequest')
    const signed = 'form' in sent ? await readSignedMessage(provider, xml) : xml
    if ('query' in sent) checkQuery(provider, sent.query)
    const root = await readMessage(signed, 'LogoutRequest')
    const facts = checkFacts(root, provider, toAddresses(publicUrl, provider).single_logout_url ?? '')
    return { ...facts, nameId: await readNameId(provider, signed) }
  },

  /**
   * The answer to a request. One that was refused is answered too, so that the identity provider goes on to its other
   * services. Undefined if it has no address for answers, or the request has no id that can be read.
   */
  async logoutResponseUrl(
    provider: SamlProvider,
    sent: SentLogout,
    { relayState, isDone }: { relayState: string | undefined; isDone: boolean },
  ): Promise<string | undefined> {
    const sloUrl = provider.saml.sloResponseUrl ?? provider.saml.sloUrl
    const id = await readId(sent)
    if (sloUrl === undefined || id === undefined) return undefined
    const answering = { ...provider, saml: { ...provider.saml, sloUrl } }
    const library = await toLibrary(publicUrl, answering, newRequestId())
    const request = { ID: id, issuer: provider.issuer, nameID: '', nameIDFormat: '' }
    return library.getLogoutResponseUrlAsync(request, relayState ?? '', {}, isDone)
  },
})

const readId = async (sent: SentLogout): Promise<string | undefined> => {
  const root = await unpack(sent)
    .then((xml) => readMessage(xml, 'LogoutRequest'))
    .catch(() => undefined)
  return ID.exec(root?.attributes['ID'] ?? '')?.[0]
}

async function unpack(sent: SentLogout): Promise<string> {
  if ('form' in sent) return Buffer.from(sent.form, 'base64').toString('utf8')
  const packed = Buffer.from(decode(readQuery(sent.query).get('SAMLRequest') ?? ''), 'base64')
  const xml = await inflate(packed, { maxOutputLength: MAX_XML_BYTES }).catch((cause: unknown) => {
    throw new Refusal('malformed', { cause })
  })
  return xml.toString('utf8')
}

/** The signature covers the parameters as they were sent, in this order. */
function checkQuery(provider: SamlProvider, query: string): void {
  const sent = readQuery(query)
  const readValue = (name: string) => decode(sent.get(name) ?? '')
  if (!sent.has('Signature')) throw new Refusal('unsigned')
  const algorithm = QUERY_ALGORITHMS[readValue('SigAlg')]
  if (!algorithm) throw new Refusal('algorithm')
  const covered = ['SAMLRequest', 'RelayState', 'SigAlg']
    .filter((name) => sent.has(name))
    .map((name) => `${name}=${sent.get(name)}`)
    .join('&')
  const signature = Buffer.from(readValue('Signature'), 'base64')
  const isSigned = provider.saml.certificates.some((certificate) =>
    createVerify(algorithm).update(covered).verify(certificate, signature),
  )
  if (!isSigned) throw new Refusal('signature')
}

/** The values as they were sent. A parameter that is sent twice, or under another spelling, could hide another one. */
function readQuery(query: string): Map<string, string> {
  const sent = new Map<string, string>()
  for (const part of query.split('&')) {
    const [name = '', value = ''] = part.split(/=(.*)/s, 2)
    if (sent.has(decode(name))) throw new Refusal('malformed')
    sent.set(decode(name), value)
  }
  return sent
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Refusal('malformed')
  }
}

function checkFacts(root: XmlElement, provider: SamlProvider, ownUrl: string): Omit<LogoutRequest, 'nameId'> {
  const { ID: id = '', Version, IssueInstant, Destination, NotOnOrAfter } = root.attributes
  const [issuer, ...others] = childrenOf(root, SAML_NS, 'Issuer')
  const sessions = childrenOf(root, PROTOCOL, 'SessionIndex').map(({ text }) => text.trim())
  if (!ID.test(id) || Version !== '2.0' || sessions.length > MAX_SESSIONS) throw new Refusal('malformed')
  if (issuer?.text.trim() !== provider.issuer || others.length > 0) throw new Refusal('issuer')
  if (Destination !== undefined && Destination !== ownUrl) throw new Refusal('recipient')
  return { id, sessions, expiresAt: requireNow({ IssueInstant, NotBefore: IssueInstant, NotOnOrAfter }) }
}

/** Plain or encrypted for us. */
async function readNameId(provider: SamlProvider, xml: string): Promise<string> {
  const { getNameIdAsync, parseDomFromString } = await loadXmlFunctions()
  const { value } = await getNameIdAsync(await parseDomFromString(xml), provider.saml.key).catch(
    (cause: unknown) => {
      throw new Refusal('subject_missing', { cause })
    },
  )
  if (!value?.trim()) throw new Refusal('subject_missing')
  return value.trim()
}
