import { createSign } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { type SamlIdp, sign } from './saml-idp.ts'

/** Deviations from a good logout request. */
export interface LogoutOptions {
  id?: string
  issuer?: string
  destination?: string
  nameId?: string
  sessions?: string[]
  /** Minutes ago. */
  age?: number
  signWith?: string
  isSigned?: boolean
  relayState?: string
  algorithm?: string
}

const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
let counter = 0

function toLogoutRequest(idp: SamlIdp, url: string, options: LogoutOptions = {}): string {
  const { nameId = 'nia', sessions = ['s1'], age = 0, issuer = idp.entityId } = options
  const issued = new Date(Date.now() - age * 60_000).toISOString()
  return [
    '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"',
    ` xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${options.id ?? `_l${++counter}`}" Version="2.0"`,
    ` IssueInstant="${issued}" Destination="${options.destination ?? url}">`,
    `<saml:Issuer>${issuer}</saml:Issuer><saml:NameID>${nameId}</saml:NameID>`,
    ...sessions.map((session) => `<samlp:SessionIndex>${session}</samlp:SessionIndex>`),
    '</samlp:LogoutRequest>',
  ].join('')
}

/** The request as an address: deflated, and signed in the query. */
export function toRedirect(idp: SamlIdp, url: string, options: LogoutOptions = {}): string {
  const packed = deflateRawSync(toLogoutRequest(idp, url, options)).toString('base64')
  const { relayState, algorithm = RSA_SHA256, isSigned = true, signWith = idp.key } = options
  const parts = [
    `SAMLRequest=${encodeURIComponent(packed)}`,
    ...(relayState === undefined ? [] : [`RelayState=${encodeURIComponent(relayState)}`]),
  ]
  if (!isSigned) return `${url}?${parts.join('&')}`
  const covered = [...parts, `SigAlg=${encodeURIComponent(algorithm)}`].join('&')
  const hash = algorithm.includes('sha1') ? 'RSA-SHA1' : 'RSA-SHA256'
  const signature = createSign(hash).update(covered).sign(signWith, 'base64')
  return `${url}?${covered}&Signature=${encodeURIComponent(signature)}`
}

/** The request as a form. */
export function toForm(idp: SamlIdp, url: string, options: LogoutOptions = {}): URLSearchParams {
  const xml = toLogoutRequest(idp, url, options)
  const { isSigned = true, signWith = idp.key, relayState } = options
  const sent = isSigned ? sign(xml, 'LogoutRequest', signWith) : xml
  return new URLSearchParams({
    SAMLRequest: Buffer.from(sent).toString('base64'),
    ...(relayState === undefined ? {} : { RelayState: relayState }),
  })
}
