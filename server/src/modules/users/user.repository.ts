import type { Db } from '../../platform/db/db.ts'
import { containsText } from '../../platform/db/like.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import type { NewRow, Row } from '../../platform/db/schema.ts'

export type UserRow = Row<'users'>
export type OrganizationRole = Row<'organization_roles'>['role']

/** A user with everything that decides whether they may sign in, and with which rights. */
export interface UserAccount extends UserRow {
  organization_status: Row<'organizations'>['status']
  organization_name: string
  organization_slug: string
  organization_is_system: Row<'organizations'>['is_system']
  /** null: a member, without a row in organization_roles. */
  organization_role: OrganizationRole | null
}

const withStanding = (db: Db) =>
  db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .leftJoin('organization_roles', (join) =>
      join
        .onRef('organization_roles.user_id', '=', 'users.id')
        .onRef('organization_roles.organization_id', '=', 'users.organization_id'),
    )
    .selectAll('users')
    .select([
      'organizations.status as organization_status',
      'organizations.name as organization_name',
      'organizations.slug as organization_slug',
      'organizations.is_system as organization_is_system',
      'organization_roles.role as organization_role',
    ])

const userById = preparedQuery((db, p: { id: number }) => withStanding(db).where('users.id', '=', p.id), {
  remember: 2000,
})

export interface UserFilter {
  /** Undefined searches all organizations, including their names. */
  organizationId?: number | undefined
}

export interface UserPageFilter extends UserFilter {
  search: string
  /** Only enabled accounts that can own objects. */
  canOwn?: boolean
  limit: number
  offset: number
}

export const userRepository = {
  withStanding,

  findById: (db: Db, id: number): Promise<UserAccount | undefined> => userById.first(db, { id }),

  /** Like `findById`, but without guests of class links, who have no account. */
  async findAccount(db: Db, id: number): Promise<UserAccount | undefined> {
    const user = await userRepository.findById(db, id)
    return user?.guest_link_id === null ? user : undefined
  },

  findByEmail: (db: Db, email: string): Promise<UserAccount | undefined> =>
    withStanding(db)
      .where('users.email', '=', email.trim().toLowerCase())
      .where('users.guest_link_id', 'is', null)
      .executeTakeFirst(),

  findByEmails: (db: Db, emails: readonly string[], organizationId: number): Promise<UserRow[]> =>
    emails.length === 0
      ? Promise.resolve([])
      : db
          .selectFrom('users')
          .selectAll()
          .where('organization_id', '=', organizationId)
          .where('guest_link_id', 'is', null)
          .where(
            'email',
            'in',
            emails.map((email) => email.trim().toLowerCase()),
          )
          .execute(),

  list(db: Db, { organizationId }: UserFilter = {}): Promise<UserAccount[]> {
    const all = withStanding(db)
      .where('users.guest_link_id', 'is', null)
      .orderBy('users.name')
      .orderBy('users.id')
    return organizationId === undefined
      ? all.execute()
      : all.where('users.organization_id', '=', organizationId).execute()
  },

  /** One page by name, and the total count. */
  async page(db: Db, filter: UserPageFilter): Promise<{ rows: UserAccount[]; total: number }> {
    const matching = matchingUsers(db, filter)
    const { total } = await matching
      .select((select) => select.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    const page = await matching
      .select('users.id')
      .orderBy('users.name')
      .orderBy('users.id')
      .limit(filter.limit)
      .offset(filter.offset)
      .execute()
    if (page.length === 0) return { rows: [], total: Number(total) }
    // Selects the ids first, so that the sort does not carry hashes and settings of all users.
    const ids = page.map(({ id }) => id)
    const rows = await withStanding(db)
      .where('users.id', 'in', ids)
      .orderBy('users.name')
      .orderBy('users.id')
      .execute()
    return { rows, total: Number(total) }
  },

  async countSystemAdmins(db: Db): Promise<number> {
    const row = await db
      .selectFrom('users')
      .select((select) => select.fn.countAll<number>().as('count'))
      .where('role', '=', 'admin')
      .where('enabled', '=', 1)
      .executeTakeFirstOrThrow()
    return Number(row.count)
  },

  /** Whether a system admin can sign in. Imported accounts may have no password that can be used. */
  async hasSystemAdmin(db: Db): Promise<boolean> {
    const row = await db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'admin')
      .where('enabled', '=', 1)
      .where((where) =>
        where.or([
          where('password_hash', 'is not', null),
          where('auth_provider', '!=', 'password'),
          where.exists(
            where
              .selectFrom('external_identities')
              .select('external_identities.user_id')
              .whereRef('external_identities.user_id', '=', 'users.id'),
          ),
        ]),
      )
      .limit(1)
      .executeTakeFirst()
    return row !== undefined
  },

  async insert(db: Db, user: NewRow<'users'>): Promise<number> {
    const row = await db
      .insertInto('users')
      .values({ ...user, email: user.email.trim().toLowerCase() })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  },

  /** Inserts those whose e-mail address is free; the others are missing from the result. */
  insertMany(db: Db, users: readonly NewRow<'users'>[]): Promise<{ id: number; email: string }[]> {
    if (users.length === 0) return Promise.resolve([])
    return db
      .insertInto('users')
      .values(users.map((user) => ({ ...user, email: user.email.trim().toLowerCase() })))
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning(['id', 'email'])
      .execute()
  },

  async takenEmails(db: Db, emails: readonly string[]): Promise<Set<string>> {
    if (emails.length === 0) return new Set()
    const rows = await db.selectFrom('users').select('email').where('email', 'in', emails).execute()
    return new Set(rows.map((row) => row.email))
  },

  async update(db: Db, id: number, change: Partial<NewRow<'users'>>): Promise<void> {
    await db.updateTable('users').set(change).where('id', '=', id).execute()
  },

  /**
   * Only while the old hash is still stored: a password that was changed in the meantime must not come back.
   */
  async replaceHash(db: Db, id: number, from: string, to: string): Promise<void> {
    await db
      .updateTable('users')
      .set({ password_hash: to })
      .where('id', '=', id)
      .where('password_hash', '=', from)
      .execute()
  },

  /** Ends every session of the user. Returns the version for new sessions. */
  async endSessions(db: Db, id: number): Promise<number | undefined> {
    const row = await db
      .updateTable('users')
      .set((set) => ({ session_version: set('session_version', '+', 1) }))
      .where('id', '=', id)
      .returning('session_version')
      .executeTakeFirst()
    return row?.session_version
  },

  /** Reads and locks a user who is not a guest until the transaction ends. A plain update does that on both databases. */
  async lock(tx: Db, id: number): Promise<UserAccount | undefined> {
    await tx
      .updateTable('users')
      .set((set) => ({ updated_at: set.ref('updated_at') }))
      .where('id', '=', id)
      .execute()
    return userRepository.findAccount(tx, id)
  },

  async setOrganizationRole(
    db: Db,
    organizationId: number,
    userId: number,
    role: OrganizationRole,
    now: number,
  ): Promise<void> {
    await db
      .insertInto('organization_roles')
      .values({ organization_id: organizationId, user_id: userId, role, created_at: now, updated_at: now })
      .onConflict((conflict) =>
        conflict.columns(['organization_id', 'user_id']).doUpdateSet({ role, updated_at: now }),
      )
      .execute()
  },

  async clearOrganizationRoles(db: Db, userId: number): Promise<void> {
    await db.deleteFrom('organization_roles').where('user_id', '=', userId).execute()
  },

  async delete(db: Db, id: number): Promise<void> {
    await db.deleteFrom('users').where('id', '=', id).execute()
  },
}

function matchingUsers(
  db: Db,
  { organizationId, search, canOwn = false }: Omit<UserPageFilter, 'limit' | 'offset'>,
) {
  const all = db.selectFrom('users').where('users.guest_link_id', 'is', null)
  const people = canOwn ? all.where('users.enabled', '=', 1).where('users.user_type', '=', 'creator') : all
  const inOrganization =
    organizationId === undefined ? people : people.where('users.organization_id', '=', organizationId)
  if (search === '') return inOrganization
  const contains = (column: string) => containsText(column, search)
  const matchingOrganizations = db
    .selectFrom('organizations')
    .select('organizations.id')
    .where(contains('organizations.name'))
  return inOrganization.where((where) =>
    where.or([
      contains('users.email'),
      contains('users.name'),
      ...(organizationId === undefined ? [where('users.organization_id', 'in', matchingOrganizations)] : []),
    ]),
  )
}
