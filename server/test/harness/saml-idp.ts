import { createVerify } from 'node:crypto'
import { createRequire } from 'node:module'
import { inflateRawSync } from 'node:zlib'
import { createKeyAndCertificate } from '../../src/modules/single-sign-on/saml/certificates.ts'

type SignXml = (
  xml: string,
  xpath: string,
  location: { reference: string; action: string },
  options: Record<string, unknown>,
) => string
type Encrypt = (
  content: string,
  options: Record<string, unknown>,
  done: (error: Error | null, result: string) => void,
) => void

// Independent of what the server verifies with, apart from the XML libraries themselves.
const require = createRequire(import.meta.url)
const saml = createRequire(require.resolve('@node-saml/node-saml'))
const { signXml } = saml('./xml') as { signXml: SignXml }
const { encrypt } = saml('xml-encryption') as { encrypt: Encrypt }

export interface SamlRequest {
  id: string
  relayState: string
  acsUrl: string
  issuer: string
}

/** Deviations from a good response. */
export interface ResponseOptions {
  issuer?: string
  audience?: string
  recipient?: string
  /** null: an unsolicited response. */
  inResponseTo?: string | null
  /** Of the response around the assertion. */
  responseInResponseTo?: string | null
  session?: string | null
  assertionId?: string
  nameId?: string
  nameIdFormat?: string
  attributes?: Record<string, string | string[]>
  minutes?: number
  signWith?: string
  algorithm?: 'sha1' | 'sha256' | 'sha512'
  /** The last part of the status code. */
  status?: string
  /** Seconds by which the identity provider's clock is ahead. */
  clock?: number
  /** Seconds after which the session must end. */
  sessionSeconds?: number
  signed?: 'assertion' | 'response' | 'none'
  encryptFor?: string
}

const attribute = (name: string, value: string | null) => (value === null ? '' : ` ${name}="${value}"`)

/** An enveloped signature after the issuer. */
export const sign = (
  xml: string,
  element: string,
  privateKey: string,
  algorithm: ResponseOptions['algorithm'] = 'sha256',
): string => {
  const path = `//*[local-name(.)='${element}']`
  return signXml(
    xml,
    path,
    { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
    { privateKey, signatureAlgorithm: algorithm, digestAlgorithm: algorithm },
  )
}

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'
const XMLNS = 'xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"'

export async function createSamlIdp(entityId: string) {
  const { key, certificate } = await createKeyAndCertificate('Test IdP')
  let counter = 0

  /** Reads the redirect, and checks its signature with the certificate of our metadata. */
  function readRequest(url: string, ourCertificate: string): SamlRequest {
    const { searchParams, search } = new URL(url)
    const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
    const read = (name: string) => new RegExp(` ${name}="([^"]+)"`).exec(xml)?.[1] ?? ''
    const signedPart = search.slice(1).replace(/&Signature=.*/, '')
    const isSigned = createVerify('RSA-SHA256')
      .update(signedPart)
      .verify(ourCertificate, searchParams.get('Signature') ?? '', 'base64')
    if (!isSigned) throw new Error('the request is not signed')
    return {
      id: read('ID'),
      relayState: searchParams.get('RelayState') ?? '',
      acsUrl: read('AssertionConsumerServiceURL'),
      issuer: /<saml:Issuer[^>]*>([^<]+)</.exec(xml)?.[1] ?? '',
    }
  }

  async function respond(request: SamlRequest, options: ResponseOptions = {}): Promise<string> {
    const { signed = 'assertion', signWith = key, algorithm } = options
    const plain = toAssertion(request, options)
    const assertion = signed === 'assertion' ? sign(plain, 'Assertion', signWith, algorithm) : plain
    const content = options.encryptFor ? await encrypted(assertion, options.encryptFor) : assertion
    const response = toResponse(request, options, content)
    const signedResponse = signed === 'response' ? sign(response, 'Response', signWith, algorithm) : response
    return Buffer.from(signedResponse).toString('base64')
  }

  function toAssertion(request: SamlRequest, options: ResponseOptions): string {
    const { minutes = 5, attributes = {}, nameIdFormat = PERSISTENT, nameId = 'nia' } = options
    const now = new Date(Date.now() + (options.clock ?? 0) * 1000)
    const until = new Date(now.getTime() + minutes * 60_000).toISOString()
    const before = new Date(now.getTime() - 60_000 + Math.min(0, minutes) * 60_000).toISOString()
    const values = Object.entries(attributes)
      .map(
        ([name, value]) =>
          `<saml:Attribute Name="${name}">${[value]
            .flat()
            .map((attributeValue) => `<saml:AttributeValue>${attributeValue}</saml:AttributeValue>`)
            .join('')}</saml:Attribute>`,
      )
      .join('')
    const inResponseTo = options.inResponseTo === undefined ? request.id : options.inResponseTo
    const { session = 's1', sessionSeconds } = options
    const sessionEnd =
      sessionSeconds === undefined ? null : new Date(now.getTime() + sessionSeconds * 1000).toISOString()
    return [
      `<saml:Assertion ${XMLNS} ID="${options.assertionId ?? `_a${++counter}`}" Version="2.0" IssueInstant="${before}">`,
      `<saml:Issuer>${options.issuer ?? entityId}</saml:Issuer>`,
      `<saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID>`,
      '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData',
      `${attribute('InResponseTo', inResponseTo)} NotOnOrAfter="${until}" Recipient="${options.recipient ?? request.acsUrl}"/>`,
      '</saml:SubjectConfirmation></saml:Subject>',
      `<saml:Conditions NotBefore="${before}" NotOnOrAfter="${until}"><saml:AudienceRestriction><saml:Audience>`,
      `${options.audience ?? request.issuer}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
      `<saml:AuthnStatement AuthnInstant="${before}"${attribute('SessionIndex', session)}${attribute('SessionNotOnOrAfter', sessionEnd)}/>`,
      values && `<saml:AttributeStatement>${values}</saml:AttributeStatement>`,
      '</saml:Assertion>',
    ].join('')
  }

  function toResponse(request: SamlRequest, options: ResponseOptions, content: string): string {
    const { inResponseTo = request.id, responseInResponseTo = inResponseTo } = options
    return [
      '<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"',
      ` ID="_r${++counter}" Version="2.0" IssueInstant="${new Date().toISOString()}" Destination="${request.acsUrl}"`,
      `${attribute('InResponseTo', responseInResponseTo)}>`,
      `<saml:Issuer ${XMLNS}>${options.issuer ?? entityId}</saml:Issuer>`,
      '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:SUCCESS"/></samlp:Status>'.replace(
        'SUCCESS',
        options.status ?? 'Success',
      ),
      `${content}</samlp:Response>`,
    ].join('')
  }

  const encrypted = (assertion: string, pem: string): Promise<string> =>
    new Promise((resolve, reject) =>
      encrypt(
        assertion,
        {
          rsa_pub: pem,
          pem,
          encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
          keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
        },
        (error, result) =>
          error
            ? reject(error)
            : resolve(`<saml:EncryptedAssertion ${XMLNS}>${result}</saml:EncryptedAssertion>`),
      ),
    )

  return { entityId, key, certificate, readRequest, respond }
}

export type SamlIdp = Awaited<ReturnType<typeof createSamlIdp>>
