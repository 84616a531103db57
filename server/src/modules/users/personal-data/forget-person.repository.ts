import { parseJsonObject } from '@bellwether/wire'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/db/db.ts'
import { containsExactText, endsWithText } from '../../../platform/db/like.ts'
import type { Database } from '../../../platform/db/schema.ts'
import { removalRepository } from '../../files/index.ts'

export interface ForgottenPerson {
  id: number
  email: string
  /** Null: the address may be another person's. */
  email_confirmed_at: number | null
}

const GONE = '(deleted)'
/** The name of the limit for uploads of guests, which are counted by their id. */
export const GUEST_UPLOADS = 'guest-uploads'
const BATCH = 500

/**
 * Removes what is kept about a person outside of their account's own rows, which are deleted with it. Figures stay,
 * without the person. Runs within the transaction that deletes the account.
 */
export async function forgetPerson(tx: Db, person: ForgottenPerson): Promise<void> {
  const { id, email } = person
  await forgetRecords(tx, (account) => sql`${account} = ${id}`)
  // Clients name people by their address. Otherwise, an account with a stranger's address could delete their records.
  if (person.email_confirmed_at !== null) await forgetNamed(tx, email)
  await tx.deleteFrom('idempotency_keys').where('person', '=', `user:${id}`).execute()
  await tx.deleteFrom('running_answers').where('user_id', '=', id).execute()
  await tx.deleteFrom('budget_counters').where('subject', '=', `user:${id}`).execute()
  await tx
    .deleteFrom('topic_titles')
    .where('assistant_id', 'in', (of) =>
      of.selectFrom('chats').select('chats.assistant_id').where('chats.user_id', '=', id),
    )
    .execute()
  await tx.deleteFrom('mails').where('recipient', '=', email).execute()
  await tx.deleteFrom('invitations').where('email', '=', email).execute()
  await tx
    .deleteFrom('rate_limits')
    .where((where) =>
      where.or([
        where('key', 'in', [`sign-in-email:${email}`, `${GUEST_UPLOADS}:${id}`]),
        endsWithText('key', ` ${email}`),
      ]),
    )
    .execute()
  await tx
    .deleteFrom('lti_launch_tokens')
    .where((where) =>
      where.or([
        containsExactText('data', JSON.stringify(email)),
        containsExactText('data', `"userId":${id},`),
        containsExactText('data', `"userId":${id}}`),
      ]),
    )
    .execute()
  await removalRepository.add(tx, 'files', id)
  await forgetInAuditLog(tx, person)
  await forgetInImports(tx, person)
  await forgetTests(tx, id)
  await forgetInLambImports(tx, email)
}

/** Records that name an account. Without columns to clear, they are deleted. */
const RECORDS: readonly { table: keyof Database; account: string; clears?: readonly string[] }[] = [
  { table: 'traces', account: 'user_id' },
  { table: 'approvals', account: 'user_id' },
  { table: 'usage_records', account: 'user_id', clears: ['user_id', 'end_user'] },
  { table: 'usage_records', account: 'owner_id', clears: ['owner_id'] },
  { table: 'audit_log', account: 'user_id', clears: ['user_id'] },
]

/** Forgets at most `limit` accounts of each kind of record. Returns the most that one kind had. */
async function forgetRecords(
  db: Db,
  isForgotten: (account: RawBuilder<unknown>) => RawBuilder<boolean>,
  limit?: number,
): Promise<number> {
  let most = 0
  for (const { table, account, clears } of RECORDS) {
    const name = sql.table(table)
    const atMost = limit === undefined ? sql`` : sql`limit ${limit}`
    const chosen = sql`select id from ${name} where ${isForgotten(sql.ref(`${table}.${account}`))} ${atMost}`
    const changes = sql.join((clears ?? []).map((column) => sql`${sql.ref(column)} = null`))
    const change = clears ? sql`update ${name} set ${changes}` : sql`delete from ${name}`
    const { numAffectedRows = 0n } = await sql`${change} where id in (${chosen})`.execute(db)
    most = Math.max(most, Number(numAffectedRows))
  }
  return most
}

/** Records of a person whom a client named by the e-mail address. */
async function forgetNamed(tx: Db, email: string): Promise<void> {
  const isNamed = sql<boolean>`lower(end_user) = ${email}`
  await tx.deleteFrom('traces').where(isNamed).execute()
  await tx.deleteFrom('approvals').where(isNamed).execute()
  await tx.updateTable('usage_records').set({ end_user: null }).where(isNamed).execute()
  await tx.updateTable('audit_log').set({ end_user: null }).where(isNamed).execute()
  await tx
    .deleteFrom('memories')
    .where((where) =>
      where.or([
        where('subject', '=', `client:${email}`),
        where.and([where('subject', 'like', 'key-of:%'), endsWithText('subject', `:${email}`)]),
      ]),
    )
    .execute()
}

/** Matches the address, but not a longer one that contains it. */
const toPattern = (email: string): RegExp =>
  new RegExp(`(?<![\\w.+-])${email.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-]|\\.\\w)`, 'g')

/** Endpoints whose parameter is the id of a person. */
const PEOPLE_PATH = /\/(?:users|members|user-permission)\//
const isAboutPeople = sql<boolean>`(action like '%/users/%' or action like '%/members/%' or action like '%/user-permission/%')`

/** The log stays, because admins answer for what they did, but it no longer tells with whom. */
async function forgetInAuditLog(tx: Db, { id, email }: ForgottenPerson): Promise<void> {
  const rows = await tx
    .selectFrom('audit_log')
    .select(['id', 'action', 'object', 'detail'])
    .where((where) =>
      where.or([
        where.and([isAboutPeople, containsExactText('object', String(id))]),
        containsExactText('object', `user ${id}`),
        containsExactText('object', email),
        containsExactText('detail', email),
        containsExactText('detail', `user ${id}`),
      ]),
    )
    .execute()
  const pattern = toPattern(email)
  const inWords = new RegExp(`(\\buser )${id}(?!\\d)`, 'g')
  const inParameters = new RegExp(`(\\b(?:id|userId|user_id)=)${id}(?!\\d)`, 'g')
  // Messages are stored as JSON, with their parameters.
  const inMessages = new RegExp(`("(?:from_|to_)?user":)${id}(?!\\d)`, 'g')
  const clean = (text: string) =>
    text.replace(pattern, GONE).replace(inWords, `$1${GONE}`).replace(inMessages, `$1"${GONE}"`)
  for (const { id: entry, action, object: storedObject, detail } of rows) {
    const object = PEOPLE_PATH.test(action) ? storedObject.replace(inParameters, `$1${GONE}`) : storedObject
    await tx
      .updateTable('audit_log')
      .set({ object: clean(object), detail: clean(detail) })
      .where('id', '=', entry)
      .execute()
  }
}

/** Reviews of answers stay, without what the person wrote. */
async function forgetTests(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('test_verdicts')
    .set({ notes: '', dimensions: '{}' })
    .where('user_id', '=', id)
    .execute()
  await tx.updateTable('test_schedules').set({ notice: null }).where('user_id', '=', id).execute()
}

/** Which objects were imported stays: otherwise the next import would bring the person back. */
async function forgetInLambImports(tx: Db, email: string): Promise<void> {
  const pattern = toPattern(email)
  const clean = (text: string | null) => text?.replace(pattern, GONE) ?? null
  const imports = await tx
    .selectFrom('lamb_imports')
    .select(['id', 'report', 'error'])
    .where((where) => where.or([containsExactText('report', email), containsExactText('error', email)]))
    .execute()
  for (const { id, report, error } of imports)
    await tx
      .updateTable('lamb_imports')
      .set({ report: clean(report), error: clean(error) })
      .where('id', '=', id)
      .execute()
  const items = await tx
    .selectFrom('lamb_import_items')
    .select(['source', 'kind', 'legacy_id', 'notes'])
    .where(containsExactText('notes', email))
    .execute()
  for (const { source, kind, legacy_id, notes } of items)
    await tx
      .updateTable('lamb_import_items')
      .set({ notes: notes.replace(pattern, GONE) })
      .where('source', '=', source)
      .where('kind', '=', kind)
      .where('legacy_id', '=', legacy_id)
      .execute()
}

interface ImportedPerson {
  id: number
  email: string
  pattern: RegExp
}

/** Logs of imported lists contain the people of the list. */
async function forgetInImports(tx: Db, { id, email }: ForgottenPerson): Promise<void> {
  const person = { id, email, pattern: toPattern(email) }
  const rows = await tx
    .selectFrom('bulk_import_logs')
    .select(['id', 'details'])
    .where((where) =>
      where.or([containsExactText('details', email), containsExactText('details', String(id))]),
    )
    .execute()
  for (const row of rows) {
    const details = JSON.stringify(withoutPerson(parseJsonObject(row.details), person))
    if (details !== row.details)
      await tx.updateTable('bulk_import_logs').set({ details }).where('id', '=', row.id).execute()
  }
}

/** Without list items about the person, and with their address replaced elsewhere. */
function withoutPerson(value: unknown, person: ImportedPerson): unknown {
  if (Array.isArray(value))
    return value.filter((item) => !isAbout(item, person)).map((item) => withoutPerson(item, person))
  if (typeof value === 'string') return value.replace(person.pattern, GONE)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, withoutPerson(item, person)]))
}

function isAbout(item: unknown, { id, email }: ImportedPerson): boolean {
  if (item === id || item === email) return true
  if (typeof item !== 'object' || item === null) return false
  return Reflect.get(item, 'user_id') === id || Reflect.get(item, 'email') === email
}

/**
 * Records that were written after the account was deleted, because an answer was still in progress. Returns the most
 * that one kind had.
 */
export const forgetLateRecords = (db: Db, limit: number = BATCH): Promise<number> =>
  forgetRecords(
    db,
    (account) => sql`${account} is not null and not exists (select 1 from users where users.id = ${account})`,
    limit,
  )
