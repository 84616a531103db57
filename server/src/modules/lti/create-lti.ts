import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { ltiAccountRepository } from './accounts/account.repository.ts'
import { createLtiAccounts } from './accounts/accounts.ts'
import { createLtiEducators } from './accounts/educators.ts'
import { createLtiActivities } from './activities/activities.ts'
import { createLtiDashboard } from './activities/dashboard.ts'
import { createDeepLinks } from './deep-linking/deep-links.ts'
import { createLtiKeys, type LtiKeyDeps } from './keys/lti-keys.ts'
import { nonceRepository } from './launch/nonce.repository.ts'
import { type OAuthRequest, verifyRequest } from './launch/verify.ts'
import { createMigration } from './migration/migration.ts'
import { createLaunchTokens } from './tokens/launch-tokens.ts'

export interface LtiDeps extends LtiKeyDeps {
  box: Pick<SecretBox, 'seal' | 'open' | 'sign'>
  db: Db
  /** LTI_SECRET, for launches of a single assistant. */
  assistantSecret: string | undefined
}

const LAUNCHED_PAGE = /^\/(launch\/(enter|setup|link|choose|dashboard)|assistants)$/

/** Launches from an LMS, the activities they open and the accounts behind them. */
export function createLti(deps: LtiDeps) {
  const { db, assistantSecret } = deps
  const tokens = createLaunchTokens(db)
  const keys = createLtiKeys(deps)
  const findLaunchable = async (consumerKey: string) =>
    assistantSecret === undefined ? undefined : ltiAccountRepository.findPublished(db, consumerKey)

  /** All keys with this name: of an organization, of one assistant and of the installation. */
  async function findKeys(consumerKey: string) {
    const ofOrganization = await keys.findCreatorKey(consumerKey)
    const assistant = await findLaunchable(consumerKey)
    const shared = await keys.globalSecretOf(consumerKey)
    return [
      ...(ofOrganization ? [ofOrganization] : []),
      ...(assistant && assistantSecret
        ? [
            {
              secret: assistantSecret,
              organizationId: assistant.organization_id,
              assistantId: assistant.id,
            },
          ]
        : []),
      ...(shared === undefined ? [] : [{ secret: shared }]),
    ]
  }

  return {
    keys,
    migration: createMigration({ db, findKeys }),
    tokens,
    accounts: createLtiAccounts(db),
    educators: createLtiEducators(db),
    activities: createLtiActivities(db),
    dashboard: createLtiDashboard(db, deps.box.sign),
    deepLinks: createDeepLinks(db),
    verify: (request: OAuthRequest, secretOf: (key: string) => Promise<string | undefined>) =>
      verifyRequest(db, request, secretOf),
    /** The published assistant that a consumer key names. Undefined if launches of single assistants are off. */
    findLaunchable,
    assistantSecret,

    /** The origins whose pages may show the page that a launch opened. No other page gets them from a token. */
    async framersOf(path: string, query: URLSearchParams): Promise<readonly string[]> {
      if (!LAUNCHED_PAGE.test(path)) return []
      const token = query.get('code') ?? query.get('token')
      return token ? tokens.frameOriginsOf(token) : []
    },

    async removeOld(signal: AbortSignal): Promise<void> {
      const now = nowSeconds()
      await inBatches((limit) => nonceRepository.removeExpired(db, now, limit), signal)
      await tokens.removeOld(signal)
    },
  }
}

export type Lti = ReturnType<typeof createLti>
