import {
  type ImportedUser,
  joinMessages,
  type MemberImportCheck,
  type MemberImportDone,
  say,
  toMessageBody,
} from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { hashPassword, newOneTimePassword } from '../sign-in/passwords.ts'
import { userRepository } from '../user.repository.ts'
import { bulkImportRepository } from './bulk-import.repository.ts'
import { checkImport, emailsOf, type ImportRow } from './bulk-import.ts'

type ImportResult = MemberImportDone['results'][number]

interface Account {
  row: ImportRow
  user: ImportedUser
  password_hash: string
  generated: string | undefined
}

/** Hashing is the slow part, and more tasks would only compete for the same processor. */
const MAX_CONCURRENT_HASHES = 4

export function createBulkImportService(db: Db) {
  /**
   * Creates the accounts that are valid and reports the others in the result. The caller has checked access
   * to the organization.
   */
  async function execute(
    caller: UserCaller,
    organizationId: number,
    people: readonly Pick<ImportRow, 'line' | 'given'>[],
    filename: string | undefined,
  ): Promise<MemberImportDone> {
    const rows = checkImport(people, new Set())
    const takenEmails = await userRepository.takenEmails(db, emailsOf(people))
    const accounts = await prepare(rows, takenEmails)
    const now = nowSeconds()
    return db.transaction().execute(async (tx) => {
      const inserted = await userRepository.insertMany(
        tx,
        accounts.map(({ user, password_hash }) => ({
          organization_id: organizationId,
          email: user.email,
          name: user.name,
          user_type: user.user_type,
          enabled: user.enabled ? 1 : 0,
          password_hash,
          lti_user_id: null,
          email_confirmed_at: now,
          created_at: now,
          updated_at: now,
        })),
      )
      const ids = new Map(inserted.map(({ id, email }) => [email, id]))
      const results = rows.map((row) =>
        toResult(
          row,
          accounts.find((account) => account.row === row),
          ids,
        ),
      )
      const created = count(results, 'created')
      const summary = {
        total: rows.length,
        created,
        failed: count(results, 'failed'),
        skipped: count(results, 'skipped'),
      }
      const log_id = await bulkImportRepository.insertLog(tx, {
        organization_id: organizationId,
        admin_id: caller.userId,
        operation: 'user_creation',
        total_count: summary.total,
        success_count: summary.created,
        failure_count: summary.total - summary.created,
        details: JSON.stringify({
          admin_email: caller.email,
          filename,
          results: results.map(withoutPassword),
        }),
        created_at: now,
      })
      return { summary, results, log_id }
    })
  }
  return {
    ...createCheck(db),
    execute,
    ...createActivationLog(db),
  }
}

function createCheck(db: Db) {
  async function check(people: readonly Pick<ImportRow, 'line' | 'given'>[]): Promise<MemberImportCheck> {
    const rows = checkImport(people, await userRepository.takenEmails(db, emailsOf(people)))
    const valid = rows.filter((row) => row.errors.length === 0).length
    return {
      summary: { total: rows.length, valid, invalid: rows.length - valid },
      users: rows.map(({ line, given, user, errors }) => ({
        email: user?.email ?? textOf(given.email),
        name: user?.name ?? textOf(given.name),
        user_type: user?.user_type ?? 'creator',
        enabled: user?.enabled ?? true,
        valid: errors.length === 0,
        errors: errors.map(({ text }) => text),
        ...(errors.length > 0 ? { error_messages: errors.map(toMessageBody) } : {}),
        line,
      })),
    }
  }

  return { check }
}

function createActivationLog(db: Db) {
  async function logActivation(
    caller: UserCaller,
    organizationId: number,
    enabled: boolean,
    outcome: { changed: number[]; failed: unknown[] },
  ): Promise<void> {
    await bulkImportRepository.insertLog(db, {
      organization_id: organizationId,
      admin_id: caller.userId,
      operation: enabled ? 'user_activation' : 'user_deactivation',
      total_count: outcome.changed.length + outcome.failed.length,
      success_count: outcome.changed.length,
      failure_count: outcome.failed.length,
      details: JSON.stringify({ admin_email: caller.email, ...outcome }),
      created_at: nowSeconds(),
    })
  }

  return { logActivation }
}

export type BulkImportService = ReturnType<typeof createBulkImportService>

async function prepare(rows: readonly ImportRow[], takenEmails: ReadonlySet<string>): Promise<Account[]> {
  const waiting = rows.filter(
    (row) => row.errors.length === 0 && row.user && !takenEmails.has(row.user.email),
  )
  const accounts: Account[] = []
  const work = async () => {
    for (let row = waiting.shift(); row?.user; row = waiting.shift()) {
      const generated = row.user.password === undefined ? newOneTimePassword() : undefined
      const password_hash = await hashPassword(row.user.password ?? generated ?? newOneTimePassword())
      accounts.push({ row, user: row.user, password_hash, generated })
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_HASHES }, work))
  return accounts
}

function toResult(
  row: ImportRow,
  account: Account | undefined,
  ids: ReadonlyMap<string, number>,
): ImportResult {
  const email = row.user?.email ?? textOf(row.given.email)
  const name = row.user?.name ?? textOf(row.given.name)
  const userId = account && ids.get(account.user.email)
  if (row.errors.length > 0) {
    const message = toMessageBody(joinMessages('parts.series', row.errors))
    return { email, name, status: 'failed', user_id: null, ...message }
  }
  if (userId === undefined) {
    return {
      email,
      name,
      status: 'skipped',
      user_id: null,
      ...toMessageBody(say('users.import_skipped')),
    }
  }
  const result = {
    email,
    name,
    status: 'created',
    user_id: userId,
    message: 'User created successfully',
  } as const
  return account?.generated === undefined ? result : { ...result, password: account.generated }
}

const withoutPassword = ({ password: _password, ...rest }: ImportResult) => rest
const count = (results: readonly ImportResult[], status: ImportResult['status']): number =>
  results.filter((result) => result.status === status).length
const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 300) : '')
