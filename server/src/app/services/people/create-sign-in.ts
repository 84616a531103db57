import { say } from '@bellwether/wire'
import type { Pool } from 'pg'
import { createGroupCourses } from '../../../modules/lti/index.ts'
import {
  createConnect,
  createFailures,
  createFlows,
  createOidc,
  createProviderService,
  createRefreshMetadata,
  createSaml,
  createSignInService,
} from '../../../modules/single-sign-on/index.ts'
import type { ExternalIdentities } from '../../../modules/users/index.ts'
import type { Config } from '../../../platform/config.ts'
import type { Log } from '../../../platform/log.ts'
import { createRateLimit } from '../../../platform/rate-limit/rate-limit.ts'
import type { Foundation } from '../create-foundation.ts'
import type { People } from './create-people.ts'

/** Single sign-on. */
export function createSignIn(
  { db, box, outbound, log }: Pick<Foundation, 'db' | 'box' | 'outbound'> & { log: Log },
  { organizations, browserSessions, startSession, providerLookup }: People,
  externalIdentities: ExternalIdentities,
  {
    publicUrl,
    SIGN_IN_STARTS_PER_ADDRESS: failures,
  }: Pick<Config, 'publicUrl' | 'SIGN_IN_STARTS_PER_ADDRESS'>,
  pool: Pool | undefined,
) {
  const connect = createConnect({ outbound })
  const oidc = createOidc(connect)
  const signInFailures = createFailures(db)
  const signInFlows = createFlows({ db, box, publicUrl })
  return {
    signInFlows,
    refreshSamlMetadata: createRefreshMetadata({ db, log, outbound }),
    signInProviders: createProviderService({
      db,
      box,
      organizations,
      lookup: providerLookup,
      oidc,
      outbound,
      failures: signInFailures,
      publicUrl,
    }),
    signIns: createSignInService({
      db,
      box,
      publicUrl,
      lookup: providerLookup,
      flows: signInFlows,
      failures: signInFailures,
      connect,
      oidc,
      saml: createSaml(publicUrl),
      externalIdentities,
      noteCourses: createGroupCourses(db).noteSignIn,
      startSession,
      starts: createRateLimit(
        {
          name: 'sign-in-start',
          failures,
          windowSeconds: 60,
          blockSeconds: 0,
          refusal: say('sign_in.too_many_starts'),
        },
        pool,
      ),
      browserSessions,
    }),
  }
}
