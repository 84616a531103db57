import type { Db } from '../../platform/db/db.ts'
import type { RateLimit } from '../../platform/rate-limit/rate-limit.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { BrowserSessions, ExternalIdentities, StartSession, UserAccount } from '../users/index.ts'
import type { Failures } from './failures/failures.ts'
import type { Flows } from './flows/flows.ts'
import type { Connect } from './oidc/connect.ts'
import type { Oidc } from './oidc/oidc.ts'
import { type OidcProvider, providerNotFound, type SamlProvider } from './providers/provider.ts'
import type { ProviderLookup } from './providers/provider-lookup.ts'
import type { Saml } from './saml/saml.ts'

export interface SignInServiceDeps {
  db: Db
  box: SecretBox
  publicUrl: string
  lookup: ProviderLookup
  flows: Flows
  failures: Pick<Failures, 'explain'>
  connect: Connect
  oidc: Oidc
  saml: Saml
  externalIdentities: Pick<ExternalIdentities, 'signIn'>
  /** Sign-ins that start from one address. */
  starts: Pick<RateLimit, 'take'>
  /** Called with the courses that the provider names. */
  noteCourses(member: {
    provider: { id: string; organizationId: number; isTrusted: boolean }
    subject: string
    user: UserAccount
    groups: readonly string[]
  }): Promise<void>
  startSession: StartSession
  browserSessions: Pick<BrowserSessions, 'endOfProvider' | 'endOfNameId'>
}

export async function findOidc(lookup: ProviderLookup, id: string): Promise<OidcProvider> {
  const provider = await lookup.find(id)
  if (provider.kind !== 'oidc') throw providerNotFound()
  return provider
}

export async function findSaml(lookup: ProviderLookup, id: string): Promise<SamlProvider> {
  const provider = await lookup.find(id)
  if (provider.kind !== 'saml') throw providerNotFound()
  return provider
}
