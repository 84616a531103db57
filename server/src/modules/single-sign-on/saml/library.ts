import { randomBytes } from 'node:crypto'
import type { SAML } from '@node-saml/node-saml'
import { type SamlProvider, toAddresses } from '../providers/provider.ts'

/** A CommonJS package: the built server has all its exports in `default`, other loaders also one by one. */
const unwrap = <Module extends object>(loaded: Module & { default?: Module }): Module =>
  loaded.default ?? loaded

/** Loaded on first use: most installations never use it, and it is large. */
export const loadLibrary = async () => unwrap(await import('@node-saml/node-saml'))
/** The library's own XML functions: it has no other way to check a signature and get what was signed. */
export const loadXmlFunctions = async () => unwrap(await import('@node-saml/node-saml/lib/xml.js'))

export const newRequestId = (): string => `_${randomBytes(20).toString('hex')}`

/** For our own messages, which get this id. Those of identity providers are read in this folder. */
export async function toLibrary(publicUrl: string, provider: SamlProvider, id: string): Promise<SAML> {
  const { SAML } = await loadLibrary()
  const { redirect_uri: acsUrl, metadata_url: entityId } = toAddresses(publicUrl, provider)
  return new SAML({
    issuer: entityId ?? '',
    callbackUrl: acsUrl,
    entryPoint: provider.saml.ssoUrl,
    logoutUrl: provider.saml.sloUrl ?? '',
    idpCert: [...provider.saml.certificates],
    privateKey: provider.saml.key,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => id,
  })
}
