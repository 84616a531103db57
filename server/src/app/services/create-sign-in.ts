import {
  createConnect,
  createFlows,
  createOidc,
  createProviderLookup,
  createProviderService,
  createSignInService,
  type ProviderLookup,
  readEnvironmentProvider,
} from '../../modules/single-sign-on/index.ts'
import type { ExternalIdentities } from '../../modules/users/index.ts'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/db.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import type { Foundation } from './create-foundation.ts'
import type { People } from './create-people.ts'

/** The providers that people can sign in with. */
export const createProviders = (db: Db, box: SecretBox, config: Config): ProviderLookup =>
  createProviderLookup({ db, box, environment: readEnvironmentProvider(config) })

/** Single sign-on. */
export function createSignIn(
  { db, box, outbound }: Pick<Foundation, 'db' | 'box' | 'outbound'>,
  { organizations, browserSessions, startSession, providerLookup }: People,
  externalIdentities: ExternalIdentities,
  { publicUrl }: Pick<Config, 'publicUrl'>,
) {
  const connect = createConnect({ outbound })
  const oidc = createOidc(connect)
  const signInFlows = createFlows({ db, box, publicUrl })
  return {
    signInFlows,
    signInProviders: createProviderService({
      db,
      box,
      organizations,
      lookup: providerLookup,
      oidc,
      publicUrl,
    }),
    signIns: createSignInService({
      db,
      box,
      publicUrl,
      lookup: providerLookup,
      flows: signInFlows,
      connect,
      oidc,
      externalIdentities,
      startSession,
      browserSessions,
    }),
  }
}
