import { say } from '@bellwether/wire'
import * as z from 'zod'
import { badRequest } from '../../../platform/errors.ts'
import { type SamlProvider, toAddresses } from '../providers/provider.ts'
import type { Claims } from '../rules/apply-rules.ts'
import { CLOCK_SKEW_MS, loadLibrary, newRequestId, toLibrary } from './library.ts'
import { logoutMethods, type NameId } from './logout.ts'
import { NAMESPACES, walkXml, type XmlElement } from './xml.ts'

export interface VerifiedAssertion {
  /** Unique per identity provider. */
  id: string
  subject: string
  claims: Claims
  session: string | undefined
  nameId: NameId | undefined
  /** In Unix seconds. */
  expiresAt: number
}

const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer'

/** Names that federations use for what OpenID Connect calls `email` and `name`. The first one that is present counts. */
const NAMES = {
  email: [
    'email',
    'mail',
    'urn:oid:0.9.2342.19200300.100.1.3',
    'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  ],
  name: [
    'displayName',
    'urn:oid:2.16.840.1.113730.3.1.241',
    'http://schemas.microsoft.com/identity/claims/displayname',
    'cn',
    'urn:oid:2.5.4.3',
    'name',
  ],
} as const

/** The part of a parsed assertion that the library does not check. */
const confirmationSchema = z.object({
  $: z.object({ Method: z.string() }),
  SubjectConfirmationData: z
    .array(
      z.object({
        $: z.object({ InResponseTo: z.string().optional(), Recipient: z.string(), NotOnOrAfter: z.string() }),
      }),
    )
    .min(1),
})
const assertionSchema = z.object({
  Assertion: z.object({
    $: z.object({ ID: z.string().min(1).max(500) }),
    Subject: z.array(z.object({ SubjectConfirmation: z.array(z.unknown()).min(1) })).min(1),
  }),
})

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
      (await readRoot(SAMLResponse)).attributes['InResponseTo'] === undefined,

    /** `requestId` is null for an unsolicited response. */
    async verify(
      provider: SamlProvider,
      requestId: string | null,
      SAMLResponse: string,
    ): Promise<VerifiedAssertion> {
      const saml = await toLibrary(publicUrl, provider, requestId)
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse })
      const refused = badRequest(say('sign_in.provider_invalid'))
      const signed = assertionSchema.safeParse(profile?.getAssertion?.()).data?.Assertion
      if (!profile || !signed || profile.issuer !== provider.issuer) throw refused
      const acsUrl = toAddresses(publicUrl, provider).redirect_uri
      const expiresAt = findConfirmation(signed, { requestId, acsUrl })
      const claims = toClaims(profile['attributes'])
      const subject = findSubject(provider, profile, claims)
      if (expiresAt === undefined || subject === undefined) throw refused
      const { nameID, nameIDFormat, nameQualifier, spNameQualifier, sessionIndex: session } = profile
      const nameId = nameID ? { nameID, nameIDFormat, nameQualifier, spNameQualifier } : undefined
      return { id: signed.$.ID, subject, claims, session, nameId, expiresAt }
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

/** Also refuses a document type, before the library reads the document. */
async function readRoot(SAMLResponse: string): Promise<XmlElement> {
  let root: XmlElement | undefined
  await walkXml(Buffer.from(SAMLResponse, 'base64').toString('utf8'), {
    entered: () => false,
    left(element) {
      root = element
    },
  })
  if (root?.name !== 'Response' || root.namespace !== NAMESPACES.protocol)
    throw badRequest(say('sign_in.provider_invalid'))
  return root
}

/**
 * The library compares the request with the response, which may be unsigned. The signed assertion itself must be for
 * this request and this address; otherwise a stolen one could be sent in another response. Without a request, it must
 * not be for any.
 */
function findConfirmation(
  assertion: z.output<typeof assertionSchema>['Assertion'],
  { requestId, acsUrl }: { requestId: string | null; acsUrl: string },
): number | undefined {
  const all = assertion.Subject[0]?.SubjectConfirmation ?? []
  for (const confirmation of all) {
    const { data } = confirmationSchema.safeParse(confirmation)
    const facts = data?.SubjectConfirmationData[0]?.$
    if (data?.$.Method !== BEARER || facts?.Recipient !== acsUrl) continue
    if (facts.InResponseTo !== (requestId ?? undefined)) continue
    const until = Date.parse(facts.NotOnOrAfter)
    if (until + CLOCK_SKEW_MS > Date.now()) return Math.ceil((until + 2 * CLOCK_SKEW_MS) / 1000)
  }
  return undefined
}

/** Transient name ids are new at every sign-in: then another attribute must identify the person. */
function findSubject(
  { saml: { subjectAttribute } }: SamlProvider,
  { nameID, nameIDFormat }: { nameID?: string; nameIDFormat?: string },
  claims: Claims,
): string | undefined {
  const chosen = subjectAttribute ? claims[subjectAttribute] : nameIDFormat === TRANSIENT ? undefined : nameID
  return typeof chosen === 'string' && /^\P{Cc}{1,255}$/u.test(chosen) ? chosen : undefined
}

/** All attributes under their own names, and `email` and `name`. Never `email_verified`, which SAML does not have. */
function toClaims(attributes: unknown): Claims {
  const values = z.record(z.string(), z.unknown()).safeParse(attributes).data ?? {}
  const { email_verified: _none, ...claims } = values
  const first = (names: readonly string[]) => {
    const attribute = names.map((name) => values[name]).find((value) => value !== undefined)
    return Array.isArray(attribute) ? attribute[0] : attribute
  }
  return { ...claims, email: first(NAMES.email), name: first(NAMES.name) }
}
