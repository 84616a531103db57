import type { Caller, UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { notFound } from '../../../platform/errors.ts'
import { may } from '../../access/index.ts'
import { assistantRepository } from '../assistant.repository.ts'
import { toFacts } from '../facts.ts'
import { sharingOf } from '../records.ts'
import {
  type AfterId,
  type AssistantRef,
  type AssistantToRun,
  usableAssistantRepository,
} from './usable-assistant.repository.ts'

export interface AssistantForCompletion extends AssistantToRun {
  published: boolean
  sharedWithCaller: boolean
}

/**
 * The assistant, if the caller may chat with it. One query; a name matches the caller's own assistants first, then
 * shared or published ones.
 */
export async function findForCompletion(
  db: Db,
  caller: Caller,
  ref: AssistantRef,
): Promise<AssistantForCompletion | undefined> {
  // Values that no database can store: PostgreSQL would fail instead of finding nothing.
  if ('id' in ref ? !Number.isSafeInteger(ref.id) : ref.name.includes('\u0000')) return undefined
  const row = await usableAssistantRepository.find(db, caller, ref)
  if (!row) return undefined
  const standing = sharingOf(row)
  const { published, sharedWithCaller } = standing
  return may(caller, 'use', toFacts(row, standing)) ? { ...row, published, sharedWithCaller } : undefined
}

export interface UsableAssistant {
  id: number
  name: string
  description: string
  created_at: number
  published: boolean
  organization_name: string
  /** JSON text, possibly invalid: see parseMetadata. */
  metadata: string
}

/** The assistants shown in model lists. */
export async function listUsable(db: Db, caller: Caller, page?: AfterId): Promise<UsableAssistant[]> {
  const rows = await usableAssistantRepository.list(db, caller, page)
  return rows.map(({ oauth_consumer_name, ...row }) => ({ ...row, published: oauth_consumer_name !== null }))
}

/** For lists of ids in a request body: throws not_found unless all are usable. */
export async function requireUsable(db: Db, caller: UserCaller, ids: readonly number[]): Promise<void> {
  const rows = await assistantRepository.findByIds(db, caller, ids)
  const usable = new Set(
    rows.filter((row) => may(caller, 'use', toFacts(row, sharingOf(row)))).map((row) => row.id),
  )
  if (ids.some((id) => !usable.has(id))) throw notFound('Assistant')
}
