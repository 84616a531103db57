import { randomBytes } from 'node:crypto'
import type { SAML } from '@node-saml/node-saml'
import { type SamlProvider, toAddresses } from '../providers/provider.ts'

export const CLOCK_SKEW_MS = 60_000
export const MAX_AGE_MS = 10 * 60_000

/** A CommonJS package: the built server has all its exports in `default`, other loaders also one by one. */
const unwrap = <Module extends object>(loaded: Module & { default?: Module }): Module =>
  loaded.default ?? loaded

/** Loaded on first use: most installations never use it, and it is large. */
export const loadLibrary = async () => unwrap(await import('@node-saml/node-saml'))
/** The library's own XML functions: it has no other way to check a signature and get what was signed. */
export const loadXmlFunctions = async () => unwrap(await import('@node-saml/node-saml/lib/xml.js'))

export const newRequestId = (): string => `_${randomBytes(20).toString('hex')}`

/** `requestId`: of the request that a response must answer; null if there was none (IdP-initiated). */
export async function toLibrary(
  publicUrl: string,
  provider: SamlProvider,
  requestId: string | null,
): Promise<SAML> {
  const { SAML, ValidateInResponseTo } = await loadLibrary()
  const { redirect_uri: acsUrl, metadata_url: entityId } = toAddresses(publicUrl, provider)
  return new SAML({
    issuer: entityId ?? '',
    audience: entityId ?? '',
    callbackUrl: acsUrl,
    entryPoint: provider.saml.ssoUrl,
    logoutUrl: provider.saml.sloUrl ?? '',
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
    generateUniqueId: () => requestId ?? newRequestId(),
    validateInResponseTo: requestId === null ? ValidateInResponseTo.never : ValidateInResponseTo.always,
    // The flow in the database is deleted when it is used, so there is one request to compare with.
    cacheProvider: {
      saveAsync: async (key, value) => ({ value, createdAt: Date.now(), key }),
      getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
      removeAsync: async () => null,
    },
  })
}
