import { beforeAll, expect, it } from 'vitest'
import type { Db } from './db.ts'
import type { NewRow } from './schema.ts'
import { describeOnEachDatabase } from './testing.ts'
import { isForeignKeyViolation, isUniqueViolation } from './violations.ts'

const at = { created_at: 1, updated_at: 1 }
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

describeOnEachDatabase('tables', (open) => {
  let db: Db
  let organization_id: number
  let userId: number

  const addUser = async (email: string, more: Partial<NewRow<'users'>> = {}) => {
    const row = { organization_id, email, name: email, ...at, ...more }
    return (await db.insertInto('users').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const addAssistant = async (name: string) => {
    const row = { organization_id, owner_id: userId, name, ...at }
    return (await db.insertInto('assistants').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const isTaken = async (work: Promise<unknown>) => isUniqueViolation(await failureOf(work))

  beforeAll(async () => {
    db = (await open()).db
    const organization = { slug: 'one', name: 'One', config: '{}', ...at }
    organization_id = (
      await db.insertInto('organizations').values(organization).returning('id').executeTakeFirstOrThrow()
    ).id
    userId = await addUser('owner@example.edu')
  })

  it('frees the name of a deleted assistant only', async () => {
    const id = await addAssistant('Tutor')
    expect(await isTaken(addAssistant('Tutor'))).toBe(true)
    await db.updateTable('assistants').set({ deleted_at: 5 }).where('id', '=', id).execute()
    await addAssistant('Tutor')
    expect(await isTaken(addAssistant('Tutor'))).toBe(true)
  })

  it('allows many users without an LTI id, and each LTI id once per organization', async () => {
    await addUser('l1@example.edu', { lti_user_id: 'x' })
    await addUser('l2@example.edu')
    expect(await isTaken(addUser('l3@example.edu', { lti_user_id: 'x' }))).toBe(true)
  })

  it('has one system organization', async () => {
    const system = (slug: string) => ({ slug, name: slug, config: '{}', is_system: 1 as const, ...at })
    await db.insertInto('organizations').values(system('s1')).execute()
    expect(await isTaken(db.insertInto('organizations').values(system('s2')).execute())).toBe(true)
  })

  it('deletes what belongs to an assistant with it', async () => {
    const assistant_id = await addAssistant('Short-lived')
    const chat = { id: 'c1', user_id: userId, assistant_id, title: 'T', ...at }
    const message = { chat_id: 'c1', position: 0, role: 'user', content: 'hi', created_at: 1 } as const
    await db.insertInto('assistant_shares').values({ assistant_id, user_id: userId, shared_at: 1 }).execute()
    await db
      .insertInto('assistant_versions')
      .values({ assistant_id, version: 1, snapshot: '{}', saved_at: 1 })
      .execute()
    await db
      .insertInto('assistant_publications')
      .values({ assistant_id, group_id: 'g', group_name: 'G', created_at: 1 })
      .execute()
    await db.insertInto('chats').values(chat).execute()
    await db
      .insertInto('chat_messages')
      .values({ id: 'm1', ...message })
      .execute()
    expect(
      await isTaken(
        db
          .insertInto('chat_messages')
          .values({ id: 'm2', ...message })
          .execute(),
      ),
    ).toBe(true)

    await db.deleteFrom('assistants').where('id', '=', assistant_id).execute()
    for (const table of [
      'assistant_shares',
      'assistant_versions',
      'assistant_publications',
      'chats',
      'chat_messages',
    ] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
    }
  })

  it('refuses to delete a user who owns assistants', async () => {
    await addAssistant('Owned')
    const failure = await failureOf(db.deleteFrom('users').where('id', '=', userId).execute())
    expect(isForeignKeyViolation(failure)).toBe(true)
  })

  it('never reuses the id of a deleted row', async () => {
    const id = await addAssistant('Last')
    await db.deleteFrom('assistants').where('id', '=', id).execute()
    expect(await addAssistant('Next')).toBeGreaterThan(id)
  })
})
