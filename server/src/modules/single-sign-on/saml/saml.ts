import { isExternalId } from '../external-id.ts'
import { type SamlProvider, toAddresses } from '../providers/provider.ts'
import { Refusal } from '../providers/refusal.ts'
import { type Claims, EMAIL_CLAIMS } from '../rules/apply-rules.ts'
import { type AssertionFacts, checkAssertion } from './check-assertion.ts'
import { loadLibrary, newRequestId, toLibrary } from './library.ts'
import { logoutMethods, type NameId } from './logout.ts'
import { readAssertion, readMessage } from './signed-xml.ts'
import { childrenOf, NAMESPACES, type XmlElement } from './xml.ts'

/** `id` is unique per identity provider. */
export interface VerifiedAssertion extends AssertionFacts {
  subject: string
  claims: Claims
  nameId: NameId | undefined
}

const { assertion: SAML_NS, protocol: PROTOCOL } = NAMESPACES
const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success'
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** What federations call the name of a person. The first one that is present counts. */
const NAMES = [
  'displayName',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'cn',
  'urn:oid:2.5.4.3',
  'name',
]

/** SAML 2.0 with one identity provider: signed requests by redirect, signed and possibly encrypted assertions by POST. */
export function createSaml(publicUrl: string) {
  return {
    newRequestId,

    async authorizationUrl(
      provider: SamlProvider,
      { requestId, state }: { requestId: string; state: string },
    ): Promise<string> {
      return (await toLibrary(publicUrl, provider, requestId)).getAuthorizeUrlAsync(state, undefined, {})
    },

    /** Whether the response says that no request asked for it. Throws if it is not a SAML response. */
    isUnasked: async (SAMLResponse: string): Promise<boolean> =>
      (await readMessage(decode(SAMLResponse), 'Response')).attributes['InResponseTo'] === undefined,

    /** `requestId` is undefined for an unsolicited response. */
    async verify(
      provider: SamlProvider,
      requestId: string | undefined,
      SAMLResponse: string,
    ): Promise<VerifiedAssertion> {
      const xml = decode(SAMLResponse)
      const response = await readMessage(xml, 'Response')
      requireSuccess(response)
      if (response.attributes['InResponseTo'] !== requestId) throw new Refusal('in_response_to')
      const assertion = await readAssertion(provider, xml)
      const { redirect_uri: recipient, metadata_url: audience } = toAddresses(publicUrl, provider)
      const expected = { issuer: provider.issuer, audience: audience ?? '', recipient, requestId }
      const facts = checkAssertion(assertion, expected)
      const claims = toClaims(readAttributes(assertion))
      const nameId = readNameId(assertion)
      return { ...facts, claims, nameId, subject: findSubject(provider, nameId, claims) }
    },

    async metadata(provider: SamlProvider): Promise<string> {
      const { generateServiceProviderMetadata } = await loadLibrary()
      const addresses = toAddresses(publicUrl, provider)
      const { redirect_uri: callbackUrl, metadata_url: issuer, single_logout_url: logoutUrl } = addresses
      const xml = generateServiceProviderMetadata({
        issuer: issuer ?? '',
        callbackUrl,
        logoutCallbackUrl: logoutUrl ?? '',
        privateKey: provider.saml.key,
        publicCerts: provider.saml.ownCertificate,
        decryptionPvk: provider.saml.key,
        decryptionCert: provider.saml.ownCertificate,
        signatureAlgorithm: 'sha256',
        identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        wantAssertionsSigned: true,
        generateUniqueId: newRequestId,
      })
      // The library names the POST binding only.
      return xml.replace(/( *)<SingleLogoutService [^>]*>/, (post) =>
        [post.replace('bindings:HTTP-POST', 'bindings:HTTP-Redirect'), post].join('\n'),
      )
    },

    ...logoutMethods(publicUrl),
  }
}

export type Saml = ReturnType<typeof createSaml>

const decode = (SAMLResponse: string): string => Buffer.from(SAMLResponse, 'base64').toString('utf8')

/** A response can have another status and an assertion at once. */
function requireSuccess(response: XmlElement): void {
  const [status] = childrenOf(response, PROTOCOL, 'Status')
  const [code] = status ? childrenOf(status, PROTOCOL, 'StatusCode') : []
  if (code?.attributes['Value'] === SUCCESS) return
  const [inner = code] = code ? childrenOf(code, PROTOCOL, 'StatusCode') : []
  throw new Refusal('provider_refused', { detail: inner?.attributes['Value']?.split(':').at(-1) })
}

function readNameId(assertion: XmlElement): NameId | undefined {
  const [subject] = childrenOf(assertion, SAML_NS, 'Subject')
  const [name] = subject ? childrenOf(subject, SAML_NS, 'NameID') : []
  if (!name?.text) return undefined
  const { Format: nameIDFormat, NameQualifier, SPNameQualifier } = name.attributes
  return { nameID: name.text, nameIDFormat, nameQualifier: NameQualifier, spNameQualifier: SPNameQualifier }
}

/** Transient name ids are new at every sign-in: then another attribute must identify the person. */
function findSubject(
  { saml: { subjectAttribute } }: SamlProvider,
  nameId: NameId | undefined,
  claims: Claims,
): string {
  if (!subjectAttribute && nameId?.nameIDFormat === TRANSIENT) throw new Refusal('name_id_transient')
  const chosen = subjectAttribute ? claims[subjectAttribute] : nameId?.nameID
  if (!isExternalId(chosen)) throw new Refusal('subject_missing')
  return chosen
}

/** One value, or a list of several. */
function readAttributes(assertion: XmlElement): Claims {
  const attributes = childrenOf(assertion, SAML_NS, 'AttributeStatement')
    .flatMap((statement) => childrenOf(statement, SAML_NS, 'Attribute'))
    .map((attribute): [string, string[]] => [
      attribute.attributes['Name'] ?? '',
      childrenOf(attribute, SAML_NS, 'AttributeValue')
        .map(textOf)
        .filter((text) => text !== ''),
    ])
  return Object.fromEntries(
    attributes
      .filter(([, values]) => values.length > 0)
      .map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  )
}

/** Some values are elements, such as the name ID in eduPersonTargetedID. */
const textOf = ({ text, children }: XmlElement): string =>
  children.length === 0 ? text : children.map(textOf).join('').trim()

/** All attributes under their own names, and `email` and `name`. Never `email_verified`, which SAML does not have. */
export function toClaims({ email_verified: _none, ...values }: Claims): Claims {
  const first = (names: readonly string[]) => {
    const attribute = names.map((name) => values[name]).find((value) => value !== undefined)
    return Array.isArray(attribute) ? attribute[0] : attribute
  }
  return { ...values, email: first(EMAIL_CLAIMS), name: first(NAMES) }
}
