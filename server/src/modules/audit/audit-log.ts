import {
  type AuditEntry,
  type AuditQuery,
  type Message,
  readStoredText,
  say,
  textOf,
  toMessageFields,
  toStoredText,
} from '@bellwether/wire'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import { createBatchWriter } from '../../platform/db/batch-writer.ts'
import type { Db } from '../../platform/db/db.ts'
import { inBatches } from '../../platform/db/in-batches.ts'
import type { Outbox } from '../../platform/db/outbox/outbox.ts'
import type { NewRow } from '../../platform/db/schema.ts'
import { forbidden, isAppError, isUnavailable } from '../../platform/errors.ts'
import { type OrganizationService, toSlug } from '../organizations/index.ts'
import { type AuditRow, auditRepository } from './audit.repository.ts'

export interface AuditNote {
  organizationId: number
  userId: number | null
  endUser?: string | null
  action: string
  object: string | Message
  /** Without user input. */
  detail?: string | Message
  outcome: 'ok' | 'denied'
}

export interface AdminAction {
  caller: UserCaller
  action: string
  object: string
  /** The slug of the organization in the request path. */
  organization: string | undefined
  /** Whether a part of the response was sent, such as of a download. */
  isResponding(): boolean
}

export interface AuditLogDeps {
  db: Db
  outbox: Outbox
  organizations: Pick<OrganizationService, 'getFor'>
  onError(error: unknown, lost: number): void
}

const MAX_LENGTH = 500
const MAX_MESSAGE = 4000
const RETENTION_DAYS = 400
const DAY_SECONDS = 86_400
const UNFINISHED = say('organizations.audit_unfinished')

/** Neither database can store U+0000 in a text. */
const cut = (text: string): string => text.replaceAll('\u0000', '').slice(0, MAX_LENGTH)

/** A message is stored with its code, unless it is unusually long. */
function toStored(message: string | Message): string {
  const stored = toStoredText(message).replaceAll('\\u0000', '')
  return typeof message === 'string' || stored.length > MAX_MESSAGE ? cut(textOf(message)) : stored
}

const toRow = (entry: AuditNote): NewRow<'audit_log'> => ({
  organization_id: entry.organizationId,
  user_id: entry.userId,
  end_user: entry.endUser ? cut(entry.endUser) : null,
  action: cut(entry.action),
  object: toStored(entry.object),
  detail: toStored(entry.detail ?? ''),
  outcome: entry.outcome,
  created_at: nowSeconds(),
})

function toEntry({ object: storedObject, detail: storedDetail, ...row }: AuditRow): AuditEntry {
  const object = readStoredText(storedObject)
  const detail = readStoredText(storedDetail)
  return {
    ...row,
    object: cut(textOf(object)),
    ...(typeof object === 'string' ? {} : { object_code: object.code, object_params: { ...object.params } }),
    detail: cut(textOf(detail)),
    ...(typeof detail === 'string' ? {} : toMessageFields(detail)),
  }
}

/** A refused request changed nothing; after other errors, something may have been changed. */
const isRefusal = (error: unknown): boolean =>
  isAppError(error) && error.code !== 'internal' && !isUnavailable(error)

/** The audit log. Entries can be added, but not changed. */
export function createAuditLog({ db, outbox, organizations, onError }: AuditLogDeps) {
  const rows = createBatchWriter<NewRow<'audit_log'>, NewRow<'audit_log'>>({
    prepare: (batch) => batch,
    write: auditRepository.insertMany,
    outbox,
    kind: 'audit',
    onError,
    maxDelayMs: 100,
  })
  /** Resolves when the entry is saved, or is safe on disk while the database is away. Entries of the same moment are saved together. */
  async function note(entry: AuditNote): Promise<void> {
    rows.add(toRow(entry))
    await rows.flush()
  }

  /** An action of a system admin in another organization is logged there, for its admins. */
  async function organizationOf(caller: UserCaller, named: string | undefined): Promise<number> {
    const slug = named === undefined ? undefined : toSlug(named)
    if (slug === undefined || !caller.systemAdmin) return caller.organizationId
    return organizations.getFor(caller, 'edit', slug).then(
      ({ id }) => id,
      // If that organization no longer exists, the entry stays in the caller's own.
      () => caller.organizationId,
    )
  }

  return {
    note,

    /** In the same transaction as the change, for changes that must not be missing. */
    noteIn: (tx: Db, entry: AuditNote): Promise<void> => auditRepository.insertMany(tx, [toRow(entry)]),

    /**
     * Makes a change. The entry is saved before it, as unfinished, so that a server that is killed saves no change without an entry. If
     * the change is refused, the entry is removed.
     */
    async noteChange<T>(done: AdminAction, change: () => Promise<T>): Promise<T> {
      const { caller, action, object } = done
      const about = { userId: caller.userId, action, object, outcome: 'ok' } as const
      // In the caller's organization: the one in the path may be deleted by the change, with its entries.
      const begun = { ...about, organizationId: caller.organizationId, detail: UNFINISHED }
      const id = await auditRepository.insert(db, toRow(begun))
      let result: T
      try {
        result = await change()
      } catch (error) {
        // After other errors, no one knows. Part of a download may have arrived.
        if (isRefusal(error) && !done.isResponding())
          await auditRepository.delete(db, id).catch(() => undefined)
        throw error
      }
      const entry = { ...about, organizationId: await organizationOf(caller, done.organization) }
      const { organization_id, object: stored, detail } = toRow(entry)
      const finished = { organization_id, object: stored, detail }
      if (!(await auditRepository.finish(db, id, finished).catch(() => false))) await note(entry)
      return result
    },

    async list(
      caller: UserCaller,
      { limit, before, action, scope, org }: AuditQuery,
    ): Promise<{ entries: AuditEntry[]; next: number | null }> {
      if (scope === 'system' && !caller.systemAdmin) throw forbidden(say('organizations.audit_all_forbidden'))
      const isOfAll = scope === 'system' && org === undefined
      const organizationId = isOfAll ? undefined : (await organizations.getFor(caller, 'edit', org)).id
      const entries = await auditRepository.list(db, { organizationId, action, before, limit: limit + 1 })
      const page = entries.slice(0, limit).map(toEntry)
      return { entries: page, next: entries.length > limit ? (page.at(-1)?.id ?? null) : null }
    },

    removeOld(signal: AbortSignal): Promise<number> {
      const until = nowSeconds() - RETENTION_DAYS * DAY_SECONDS
      return inBatches((limit) => auditRepository.removeBefore(db, until, limit), signal)
    },
    flush: rows.flush,
    close: rows.close,
  }
}

export type AuditLog = ReturnType<typeof createAuditLog>
