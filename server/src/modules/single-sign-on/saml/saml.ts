import { randomBytes } from 'node:crypto'
import { say } from '@bellwether/wire'
import type { SAML } from '@node-saml/node-saml'
import * as z from 'zod'
import { badRequest } from '../../../platform/errors.ts'
import { type SamlProvider, toAddresses } from '../providers/provider.ts'
import type { Claims } from '../rules/apply-rules.ts'

export interface VerifiedAssertion {
  /** Unique per identity provider. */
  id: string
  subject: string
  claims: Claims
  session: string | undefined
  /** In Unix seconds. */
  expiresAt: number
}

const CLOCK_SKEW_MS = 60_000
const MAX_AGE_MS = 10 * 60_000
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
        $: z.object({ InResponseTo: z.string(), Recipient: z.string(), NotOnOrAfter: z.string() }),
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

/** Loaded on first use: most installations never use it, and it is large. */
const loadLibrary = () => import('@node-saml/node-saml')

export const newRequestId = (): string => `_${randomBytes(20).toString('hex')}`

/** SAML 2.0 with one identity provider: signed requests by redirect, signed and possibly encrypted assertions by POST. */
export function createSaml(publicUrl: string) {
  async function library(provider: SamlProvider, requestId: string): Promise<SAML> {
    const { SAML, ValidateInResponseTo } = await loadLibrary()
    const { redirect_uri: acsUrl, metadata_url: entityId } = toAddresses(publicUrl, provider)
    return new SAML({
      issuer: entityId ?? '',
      audience: entityId ?? '',
      callbackUrl: acsUrl,
      entryPoint: provider.saml.ssoUrl,
      idpCert: [...provider.saml.certificates],
      idpIssuer: provider.issuer,
      privateKey: provider.saml.key,
      decryptionPvk: provider.saml.key,
      signatureAlgorithm: 'sha256',
      digestAlgorithm: 'sha256',
      identifierFormat: null,
      disableRequestedAuthnContext: true,
      // Either the assertion or the whole response is signed; the library reads only what is.
      wantAssertionsSigned: false,
      wantAuthnResponseSigned: false,
      acceptedClockSkewMs: CLOCK_SKEW_MS,
      maxAssertionAgeMs: MAX_AGE_MS,
      generateUniqueId: () => requestId,
      validateInResponseTo: ValidateInResponseTo.always,
      // The flow in the database is deleted when it is used, so there is one request to compare with.
      cacheProvider: {
        saveAsync: async (key, value) => ({ value, createdAt: Date.now(), key }),
        getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
        removeAsync: async () => null,
      },
    })
  }

  return {
    newRequestId,

    async authorizationUrl(
      provider: SamlProvider,
      { requestId, state }: { requestId: string; state: string },
    ): Promise<string> {
      return (await library(provider, requestId)).getAuthorizeUrlAsync(state, undefined, {})
    },

    async verify(
      provider: SamlProvider,
      requestId: string,
      SAMLResponse: string,
    ): Promise<VerifiedAssertion> {
      const saml = await library(provider, requestId)
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse })
      const refused = badRequest(say('sign_in.provider_invalid'))
      const signed = assertionSchema.safeParse(profile?.getAssertion?.()).data?.Assertion
      if (!profile || !signed || profile.issuer !== provider.issuer) throw refused
      const acsUrl = toAddresses(publicUrl, provider).redirect_uri
      const expiresAt = findConfirmation(signed, { requestId, acsUrl })
      const claims = toClaims(profile['attributes'])
      const subject = findSubject(provider, profile, claims)
      if (expiresAt === undefined || subject === undefined) throw refused
      return { id: signed.$.ID, subject, claims, session: profile.sessionIndex, expiresAt }
    },

    async metadata(provider: SamlProvider): Promise<string> {
      const { generateServiceProviderMetadata } = await loadLibrary()
      const { redirect_uri: callbackUrl, metadata_url: issuer } = toAddresses(publicUrl, provider)
      return generateServiceProviderMetadata({
        issuer: issuer ?? '',
        callbackUrl,
        privateKey: provider.saml.key,
        publicCerts: provider.saml.ownCertificate,
        decryptionPvk: provider.saml.key,
        decryptionCert: provider.saml.ownCertificate,
        signatureAlgorithm: 'sha256',
        identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
        wantAssertionsSigned: true,
        generateUniqueId: newRequestId,
      })
    },
  }
}

export type Saml = ReturnType<typeof createSaml>

/**
 * The library compares the request with the response, which may be unsigned. The signed assertion itself must be for
 * this request and this address; otherwise a stolen one could be sent in another response.
 */
function findConfirmation(
  assertion: z.output<typeof assertionSchema>['Assertion'],
  { requestId, acsUrl }: { requestId: string; acsUrl: string },
): number | undefined {
  const all = assertion.Subject[0]?.SubjectConfirmation ?? []
  for (const one of all) {
    const { data } = confirmationSchema.safeParse(one)
    const facts = data?.SubjectConfirmationData[0]?.$
    if (data?.$.Method !== BEARER || facts?.InResponseTo !== requestId || facts.Recipient !== acsUrl) continue
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
  const given = z.record(z.string(), z.unknown()).safeParse(attributes).data ?? {}
  const { email_verified: _none, ...claims } = given
  const first = (names: readonly string[]) => {
    const found = names.map((name) => given[name]).find((value) => value !== undefined)
    return Array.isArray(found) ? found[0] : found
  }
  return { ...claims, email: first(NAMES.email), name: first(NAMES.name) }
}
