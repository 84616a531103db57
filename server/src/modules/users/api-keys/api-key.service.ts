import { say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import type { NewRow } from '../../../platform/db/schema.ts'
import { lockUser } from '../../../platform/db/with-lock.ts'
import { badRequest, forbidden, notFound } from '../../../platform/errors.ts'
import { newToken } from '../../../platform/ids.ts'
import { requireMay } from '../../access/index.ts'
import { type ApiKeyRow, apiKeyRepository } from './api-key.repository.ts'
import { API_KEY_START, hashApiKey, type KeyUse, mayForward } from './api-key.ts'

export interface NewApiKey {
  name: string
  expires_at?: number | null | undefined
  assistant_ids?: number[] | null | undefined
  trusted_forwarder?: boolean | undefined
}

export interface ApiKeyDeps {
  db: Db
  /**
   * Throws unless the caller may use all of these assistants. Injected, because the assistants module depends
   * on this one.
   */
  requireUsable(caller: UserCaller, assistantIds: readonly number[]): Promise<void>
}

const MAX_KEYS_PER_USER = 50

export function createApiKeyService({ db, requireUsable }: ApiKeyDeps) {
  return {
    list: async (caller: UserCaller) => (await apiKeyRepository.listOf(db, caller.userId)).map(toRecord),

    /** The response is the only place where the key itself is shown. */
    async create(caller: UserCaller, draft: NewApiKey) {
      const now = nowSeconds()
      if (draft.trusted_forwarder && !mayForward(caller)) {
        throw forbidden(say('users.api_key_forwarding'))
      }
      if (draft.expires_at && draft.expires_at <= now) throw badRequest(say('users.api_key_expiry_past'))
      if (draft.assistant_ids) await requireUsable(caller, draft.assistant_ids)
      const key = API_KEY_START + newToken()
      const row = await insertWithinLimit(db, {
        user_id: caller.userId,
        name: draft.name,
        key_hash: hashApiKey(key),
        key_start: key.slice(0, 8),
        assistant_ids: draft.assistant_ids ? JSON.stringify(draft.assistant_ids) : null,
        trusted_forwarder: draft.trusted_forwarder ? 1 : 0,
        expires_at: draft.expires_at ?? null,
        last_used_at: null,
        revoked_at: null,
        created_at: now,
      })
      return { ...toRecord(row), key }
    },

    async revoke(caller: UserCaller, id: number): Promise<void> {
      const row = await apiKeyRepository.findById(db, id)
      if (!row) throw notFound('API key')
      requireMay(
        caller,
        'manage',
        { kind: 'api_key', organizationId: caller.organizationId, ownerId: row.user_id },
        'API key',
      )
      await apiKeyRepository.revoke(db, id, nowSeconds())
    },
  }
}

export type ApiKeyService = ReturnType<typeof createApiKeyService>

const toRecord = (row: ApiKeyRow) => ({
  id: row.id,
  name: row.name,
  key_start: row.key_start,
  assistant_ids: row.assistant_ids === null ? null : (JSON.parse(row.assistant_ids) as number[]),
  trusted_forwarder: row.trusted_forwarder === 1,
  expires_at: row.expires_at,
  last_used_at: row.last_used_at,
  created_at: row.created_at,
})

/** Records the last use of each key at most once a minute. */
export function createKeyUse(
  db: Db,
  onError: (error: unknown) => void,
): KeyUse & { flush(): Promise<void>; stop(): Promise<void> } {
  const used = new Map<number, number>()
  const flush = async () => {
    const batch = [...used]
    used.clear()
    for (const [id, at] of batch) await apiKeyRepository.touch(db, id, at)
  }
  const timer = setInterval(() => void flush().catch(onError), 60_000)
  timer.unref()
  return {
    note: (keyId) => void used.set(keyId, nowSeconds()),
    flush,
    stop: async () => {
      clearInterval(timer)
      await flush().catch(onError)
    },
  }
}

const insertWithinLimit = (db: Db, row: NewRow<'api_keys'>): Promise<ApiKeyRow> =>
  db.transaction().execute(async (tx) => {
    await lockUser(tx, row.user_id)
    const existing = await apiKeyRepository.listOf(tx, row.user_id)
    if (existing.length >= MAX_KEYS_PER_USER)
      throw badRequest(say('users.too_many_api_keys', { limit: MAX_KEYS_PER_USER }))
    return apiKeyRepository.insert(tx, row)
  })
