import { parseJsonObject } from '@bellwether/wire'
import { sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'

export interface ForgottenPerson {
  id: number
  email: string
}

const GONE = '(deleted)'
const BATCH = 500

/**
 * Removes what is kept about a person outside of their account's own rows, which are deleted with it. Figures stay,
 * without the person. Within the transaction that deletes the account.
 */
export async function forgetPerson(tx: Db, person: ForgottenPerson): Promise<void> {
  const { id, email } = person
  await forgetRecords(tx, person)
  await tx.deleteFrom('idempotency_keys').where('person', '=', `user:${id}`).execute()
  await tx.deleteFrom('running_answers').where('user_id', '=', id).execute()
  await tx.deleteFrom('budget_counters').where('subject', '=', `user:${id}`).execute()
  await tx.deleteFrom('mails').where('recipient', '=', email).execute()
  await tx.deleteFrom('invitations').where('email', '=', email).execute()
  await tx.deleteFrom('rate_limits').where('key', 'like', containing(email)).execute()
  await tx
    .deleteFrom('lti_launch_tokens')
    .where('data', 'like', containing(JSON.stringify(email)))
    .execute()
  await forgetInAuditLog(tx, person)
  await forgetInImports(tx, person)
}

/** The pattern of `like` without an escape character; `_` matches more than it should, so rows are checked again where it matters. */
const containing = (text: string): string => `%${text.replaceAll('%', '')}%`

async function forgetRecords(tx: Db, { id, email }: ForgottenPerson): Promise<void> {
  const named = sql<boolean>`lower(end_user) = ${email}`
  for (const table of ['traces', 'approvals'] as const)
    await tx
      .deleteFrom(table)
      .where((where) => where.or([where('user_id', '=', id), named]))
      .execute()
  await tx
    .updateTable('usage_records')
    .set({ user_id: null, end_user: null })
    .where((where) => where.or([where('user_id', '=', id), named]))
    .execute()
  await tx.updateTable('usage_records').set({ owner_id: null }).where('owner_id', '=', id).execute()
  // Memories of a person whom a client named by the e-mail address.
  await tx
    .deleteFrom('memories')
    .where((where) =>
      where.or([where('subject', '=', `client:${email}`), where('subject', 'like', `key-of:%:${email}`)]),
    )
    .execute()
}

/** The log stays, because admins answer for what they did, but it no longer tells with whom. */
async function forgetInAuditLog(tx: Db, { id, email }: ForgottenPerson): Promise<void> {
  await tx.updateTable('audit_log').set({ user_id: null }).where('user_id', '=', id).execute()
  await tx
    .updateTable('audit_log')
    .set({ end_user: null })
    .where(sql<boolean>`lower(end_user) = ${email}`)
    .execute()
  const rows = await tx
    .selectFrom('audit_log')
    .select(['id', 'action', 'object', 'detail'])
    .where((where) =>
      where.or([
        where.and([isAboutPeople, where('object', 'like', `%${id}%`)]),
        where('object', 'like', `%user ${id}%`),
        where('object', 'like', containing(email)),
        where('detail', 'like', containing(email)),
        where('detail', 'like', `%user ${id}%`),
      ]),
    )
    .execute()
  const inWords = new RegExp(`(\\buser )${id}(?!\\d)`, 'g')
  const inParameters = new RegExp(`(\\b(?:id|userId|user_id)=)${id}(?!\\d)`, 'g')
  const clean = (text: string) => text.replaceAll(email, GONE).replace(inWords, `$1${GONE}`)
  for (const { id: entry, action, object: found, detail } of rows) {
    const object = PEOPLE_PATH.test(action) ? found.replace(inParameters, `$1${GONE}`) : found
    await tx
      .updateTable('audit_log')
      .set({ object: clean(object), detail: clean(detail) })
      .where('id', '=', entry)
      .execute()
  }
}

/** Endpoints whose parameter is the id of a person. */
const PEOPLE_PATH = /\/(?:users|members|user-permission)\//
const isAboutPeople = sql<boolean>`(action like '%/users/%' or action like '%/members/%' or action like '%/user-permission/%')`

/** Logs of imported lists contain the people of the list. */
async function forgetInImports(tx: Db, { id, email }: ForgottenPerson): Promise<void> {
  const rows = await tx
    .selectFrom('bulk_import_logs')
    .select(['id', 'details'])
    .where((where) =>
      where.or([where('details', 'like', containing(email)), where('details', 'like', `%${id}%`)]),
    )
    .execute()
  for (const row of rows) {
    const details = JSON.stringify(withoutPerson(parseJsonObject(row.details), { id, email }))
    if (details !== row.details)
      await tx.updateTable('bulk_import_logs').set({ details }).where('id', '=', row.id).execute()
  }
}

/** Without list items about the person, and with their address replaced elsewhere. */
function withoutPerson(value: unknown, person: ForgottenPerson): unknown {
  if (Array.isArray(value))
    return value.filter((item) => !isAbout(item, person)).map((item) => withoutPerson(item, person))
  if (typeof value === 'string') return value.replaceAll(person.email, GONE)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutPerson(item, person)]))
}

function isAbout(item: unknown, { id, email }: ForgottenPerson): boolean {
  if (item === id || item === email) return true
  if (typeof item !== 'object' || item === null) return false
  return Reflect.get(item, 'user_id') === id || Reflect.get(item, 'email') === email
}

const isNoUser = sql<boolean>`user_id is not null and not exists (select 1 from users where users.id = user_id)`

/**
 * Records that were written after the account was deleted, because an answer was still in progress. Returns the number
 * of rows.
 */
export async function forgetLateRecords(db: Db, limit: number = BATCH): Promise<number> {
  const late = await db.selectFrom('traces').select('id').where(isNoUser).limit(limit).execute()
  const traces = late.map(({ id }) => id)
  if (traces.length > 0) await db.deleteFrom('traces').where('id', 'in', traces).execute()
  const used = await db.selectFrom('usage_records').select('id').where(isNoUser).limit(limit).execute()
  const usage = used.map(({ id }) => id)
  if (usage.length > 0)
    await db.updateTable('usage_records').set({ user_id: null }).where('id', 'in', usage).execute()
  return Math.max(traces.length, usage.length)
}
