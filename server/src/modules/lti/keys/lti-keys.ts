import { say } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { isUniqueViolation } from '../../../platform/db/violations.ts'
import { badRequest, conflict } from '../../../platform/errors.ts'
import { isSameSecret, type SecretBox } from '../../../platform/secrets/secret-box.ts'
import { type LtiCreatorKeyRow, ltiKeyRepository } from './lti-key.repository.ts'

export interface LtiKeyDeps {
  db: Db
  box: Pick<SecretBox, 'seal' | 'open'>
  /** From the environment; a saved key takes precedence. */
  environment: { consumerKey: string; secret: string | undefined }
}

/** The key for activities, without its secret. */
export interface GlobalKeyRecord {
  oauth_consumer_key: string
  oauth_consumer_secret_set: boolean
  source: 'database' | 'environment' | 'none'
  updated_at: number | null
}

export interface CreatorKeyRecord {
  oauth_consumer_key: string
  oauth_consumer_secret_set: boolean
  enabled: boolean
}

export interface KeyChange {
  oauth_consumer_key?: string | undefined
  /** Omitted: the saved one stays. */
  oauth_consumer_secret?: string | undefined
}

/** Consumer keys and secrets of LTI 1.1. Secrets are encrypted and never part of a response. */
export function createLtiKeys({ db, box, environment }: LtiKeyDeps) {
  async function describeGlobal(): Promise<GlobalKeyRecord> {
    const row = await ltiKeyRepository.findGlobal(db)
    return {
      oauth_consumer_key: row?.consumer_key ?? environment.consumerKey,
      oauth_consumer_secret_set: row !== undefined || environment.secret !== undefined,
      source: row ? 'database' : environment.secret === undefined ? 'none' : 'environment',
      updated_at: row?.updated_at ?? null,
    }
  }

  return {
    describeGlobal,

    async saveGlobal(change: KeyChange, userId: number): Promise<GlobalKeyRecord> {
      const row = await ltiKeyRepository.findGlobal(db)
      const secret = change.oauth_consumer_secret
      if (secret === undefined && !row) throw badRequest(say('lti.secret_required'))
      const consumerKey = change.oauth_consumer_key ?? row?.consumer_key ?? environment.consumerKey
      await ltiKeyRepository.saveGlobal(db, {
        id: 1,
        consumer_key: consumerKey,
        sealed_secret: secret === undefined ? (row?.sealed_secret ?? '') : box.seal(secret),
        updated_at: nowSeconds(),
        updated_by: userId,
      })
      return describeGlobal()
    },

    /** Undefined for any other key. */
    async globalSecretOf(consumerKey: string): Promise<string | undefined> {
      const row = await ltiKeyRepository.findGlobal(db)
      if (!isSameSecret(consumerKey, row?.consumer_key ?? environment.consumerKey)) return undefined
      return row ? box.open(row.sealed_secret) : environment.secret
    },

    async describeCreatorKey(organizationId: number): Promise<CreatorKeyRecord> {
      const row = await ltiKeyRepository.findCreatorKey(db, organizationId)
      return {
        oauth_consumer_key: row?.consumer_key ?? '',
        oauth_consumer_secret_set: row !== undefined,
        enabled: row?.enabled === 1,
      }
    },

    async saveCreatorKey(
      organizationId: number,
      change: KeyChange & { enabled?: boolean | undefined },
    ): Promise<void> {
      const row = await ltiKeyRepository.findCreatorKey(db, organizationId)
      const { oauth_consumer_key: consumerKey, oauth_consumer_secret: secret, enabled } = change
      if (!consumerKey && !row) throw badRequest(say('lti.key_required'))
      if (secret === undefined && !row) throw badRequest(say('lti.secret_required'))
      const now = nowSeconds()
      try {
        await ltiKeyRepository.saveCreatorKey(db, {
          organization_id: organizationId,
          consumer_key: consumerKey || (row?.consumer_key ?? ''),
          sealed_secret: secret === undefined ? (row?.sealed_secret ?? '') : box.seal(secret),
          enabled: (enabled ?? (row ? row.enabled === 1 : true)) ? 1 : 0,
          created_at: now,
          updated_at: now,
        })
      } catch (error) {
        if (isUniqueViolation(error)) throw conflict(say('lti.key_taken'))
        throw error
      }
    },

    removeCreatorKey: (organizationId: number): Promise<void> =>
      ltiKeyRepository.deleteCreatorKey(db, organizationId),

    /** The organization of an enabled key, with its secret. */
    async findCreatorKey(
      consumerKey: string,
    ): Promise<{ organizationId: number; secret: string } | undefined> {
      const row: LtiCreatorKeyRow | undefined = await ltiKeyRepository.findByConsumerKey(db, consumerKey)
      if (row?.enabled !== 1) return undefined
      return { organizationId: row.organization_id, secret: box.open(row.sealed_secret) }
    },
  }
}
