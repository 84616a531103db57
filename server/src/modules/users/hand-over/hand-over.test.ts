import { OWNED_OBJECT_KINDS, type OwnedObjectKind, say } from '@bellwether/wire'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { AppError } from '../../../platform/errors.ts'
import { addAssistant, addOwnedObject, addUser, type Campus, createCampus, share } from '../testing.ts'
import { userRepository } from '../user.repository.ts'
import { createHandOverService, type HandOverDeps } from './hand-over.service.ts'
import { OWNED_TABLES, ownedObjectRepository } from './owned-object.repository.ts'
import {
  ANONYMIZED_COLUMNS,
  FORGOTTEN_COLUMNS,
  PERSONAL_TABLES,
  REASSIGNED_TABLES,
} from './personal-tables.ts'

const BLOCKING = OWNED_OBJECT_KINDS.filter((kind) => OWNED_TABLES[kind].blocksDeletion)

describeOnEachDatabase('hand-over', (open) => {
  let campus: Campus
  let isPostgres: boolean
  beforeEach(async () => {
    const database = await open({ emptied: true })
    isPostgres = database.kind === 'postgres'
    campus = await createCampus(database.db)
  })
  const north = () => ({ id: campus.north })
  const namesOf = async (user: UserCaller, of: OwnedObjectKind) =>
    (await ownedObjectRepository.list(campus.db, of, user.userId)).map(({ name }) => name)
  const handOver = (caller: UserCaller, from: UserCaller, to: UserCaller, more = {}) =>
    campus.handOvers.handOver(caller, north(), from.userId, { to: to.userId, ...more })
  const service = (deps: Partial<HandOverDeps>) =>
    createHandOverService({
      db: campus.db,
      referencesOf: () => ({ objects: [], secrets: [] }),
      mayUse: async () => true,
      note: async () => undefined,
      ...deps,
    })

  it('has a decision for every column that names an account', async () => {
    const columns = isPostgres
      ? await sql<{ name: string }>`
            select table_name || '.' || column_name as name from information_schema.columns
            where table_schema = current_schema() and data_type in ('bigint', 'integer')
            and (column_name like '%\\_by' escape '\\' or column_name in ('user_id', 'owner_id', 'admin_id'))
            union
            select c.conrelid::regclass::text || '.' || a.attname
            from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
            where c.contype = 'f' and c.confrelid = 'users'::regclass`.execute(campus.db)
      : await sql<{ name: string }>`
            select m.name || '.' || i.name as name from sqlite_master m join pragma_table_info(m.name) i
            where m.type = 'table' and i.type = 'INTEGER'
            and (i.name like '%\\_by' escape '\\' or i.name in ('user_id', 'owner_id', 'admin_id'))
            union
            select m.name || '.' || f."from" from sqlite_master m join pragma_foreign_key_list(m.name) f
            where m.type = 'table' and f."table" = 'users'`.execute(campus.db)
    const decided = [
      ...Object.values(OWNED_TABLES).map(({ table, column }) => `${table}.${column}`),
      ...Object.entries(PERSONAL_TABLES).map((entry) => entry.join('.')),
      ...Object.entries(REASSIGNED_TABLES).map((entry) => entry.join('.')),
      ...ANONYMIZED_COLUMNS,
      ...FORGOTTEN_COLUMNS,
    ]
    expect(columns.rows.map(({ name }) => name).sort()).toEqual(decided.sort())
  })

  it('hands gradings over with their rubric, and schedules with their assistant', async () => {
    const { db, ana, ben, nora } = campus
    const rubricId = String(await addOwnedObject(db, ana, 'rubrics', 'Essay'))
    const rubric = await db
      .selectFrom('rubrics')
      .select('id')
      .where('rubric_id', '=', rubricId)
      .executeTakeFirstOrThrow()
    const grading = { rubric_id: rubric.id, kind: 'batch', rubric: '{}', created_at: 1 } as const
    await db
      .insertInto('gradings')
      .values([
        { ...grading, owner_id: ana.userId, name: 'Group 1' },
        { ...grading, owner_id: nora.userId, name: 'Group 2' },
      ])
      .execute()
    const tutor = Number(await addOwnedObject(db, ana, 'assistants', 'Tutor'))
    await db
      .insertInto('test_schedules')
      .values({
        assistant_id: tutor,
        user_id: ana.userId,
        every: 'daily',
        weekday: null,
        time: '08:00',
        time_zone: 'UTC',
        next_at: 1,
        created_at: 1,
        updated_at: 1,
      })
      .execute()
    await handOver(ana, ana, ben, { ids: { rubrics: [rubricId], assistants: [tutor] } })
    expect(await namesOf(ben, 'gradings')).toEqual(['Group 1'])
    expect(await namesOf(nora, 'gradings')).toEqual(['Group 2'])
    expect(await db.selectFrom('test_schedules').select('user_id').execute()).toEqual([
      { user_id: ben.userId },
    ])
  })

  it('counts what is deleted with the account', async () => {
    const { db, ana, ben, nora } = campus
    const tutor = await addAssistant(db, ben, 'tutor')
    await db
      .insertInto('chats')
      .values({
        id: 'c',
        user_id: ana.userId,
        assistant_id: tutor,
        title: 'Mine',
        created_at: 1,
        updated_at: 1,
      })
      .execute()
    expect((await campus.handOvers.overview(nora, north(), ana.userId)).personal).toEqual({
      chats: 1,
      memories: 0,
      images: 0,
      dialogs: 0,
      api_keys: 0,
    })
  })

  it.each(BLOCKING)('refuses to delete a person who owns one of: %s', async (owned) => {
    const { db, userAdmin, root, nora, ana } = campus
    await addOwnedObject(db, ana, owned)
    const refused = { code: 'conflict', message: expect.stringMatching(/still owns 1 /) }
    await expect(userAdmin.remove(root, undefined, ana.userId)).rejects.toMatchObject(refused)
    await expect(userAdmin.remove(nora, north(), ana.userId)).rejects.toMatchObject(refused)
    expect(await namesOf(ana, owned)).toEqual(['Mine'])
    expect(await userAdmin.dependenciesOf(ana.userId)).toMatchObject({
      has_dependencies: true,
      kb_count: owned === 'knowledge_bases' ? 1 : 0,
      assistant_count: owned === 'assistants' ? 1 : 0,
      counts: { [owned]: 1 },
    })
  })

  it('hands everything over and deletes the account in one step', async () => {
    const { db, userAdmin, nora, ana, ben } = campus
    for (const owned of OWNED_OBJECT_KINDS) await addOwnedObject(db, ana, owned)
    await userAdmin.remove(nora, north(), ana.userId, ben.userId)
    expect(await userRepository.findById(db, ana.userId)).toBeUndefined()
    for (const owned of OWNED_OBJECT_KINDS) expect(await namesOf(ben, owned)).toEqual(['Mine'])
  })

  it('deletes nothing when the hand-over is refused', async () => {
    const { db, userAdmin, nora, ana, eve } = campus
    await addOwnedObject(db, ana, 'rubrics')
    await expect(userAdmin.remove(nora, north(), ana.userId, eve.userId)).rejects.toMatchObject({
      code: 'not_found',
    })
    expect(await namesOf(ana, 'rubrics')).toEqual(['Mine'])
  })

  it('keeps ids, shares and publications, and renames objects whose names the new owner already uses', async () => {
    const { db, ana, ben, nora } = campus
    const id = await addAssistant(db, ana, '7_tutor')
    await addAssistant(db, ben, '7_tutor')
    await share(db, id, ben)
    await share(db, id, nora)
    await db
      .insertInto('assistant_publications')
      .values({
        assistant_id: id,
        group_id: 'g',
        group_name: 'g',
        oauth_consumer_name: 'c',
        published_at: 1,
        created_at: 1,
      })
      .execute()
    const base = await addOwnedObject(db, ana, 'knowledge_bases', 'Algebra')
    await addOwnedObject(db, ben, 'knowledge_bases', 'Algebra')
    await addOwnedObject(db, ben, 'knowledge_bases', 'Algebra (2)')
    await addOwnedObject(db, ana, 'templates', 'Plain')
    await addOwnedObject(db, ben, 'templates', 'Plain')
    await addOwnedObject(db, ana, 'tool_secrets', 'KEY')
    await addOwnedObject(db, ben, 'tool_secrets', 'KEY')
    const answer = await handOver(ana, ana, ben)
    expect(answer.counts).toMatchObject({ assistants: 1, knowledge_bases: 1, templates: 1, rubrics: 0 })
    expect(answer.renamed).toEqual([
      { kind: 'assistants', id, old_name: '7_tutor', new_name: '7_tutor (2)' },
      { kind: 'knowledge_bases', id: base, old_name: 'Algebra', new_name: 'Algebra (3)' },
      { kind: 'templates', id: expect.any(Number), old_name: 'Plain', new_name: 'Plain (2)' },
      { kind: 'tool_secrets', id: 'KEY', old_name: 'KEY', new_name: 'KEY_2' },
    ])
    const shares = await db
      .selectFrom('assistant_shares')
      .select('user_id')
      .where('assistant_id', '=', id)
      .execute()
    expect(shares).toEqual([{ user_id: nora.userId }])
    const publication = await db.selectFrom('assistant_publications').selectAll().executeTakeFirstOrThrow()
    expect(publication.oauth_consumer_name).toBe('c')
  })

  it('hands over selected kinds or single objects', async () => {
    const { db, ana, ben, nora } = campus
    for (const owned of OWNED_OBJECT_KINDS) await addOwnedObject(db, ana, owned)
    const second = await addOwnedObject(db, ana, 'rubrics', 'Second')
    await handOver(nora, ana, ben, { kinds: ['templates', 'workspaces'] })
    expect(await namesOf(ben, 'templates')).toEqual(['Mine'])
    expect(await namesOf(ana, 'rubrics')).toEqual(['Mine', 'Second'])
    await handOver(nora, ana, ben, { ids: { rubrics: [second], tool_secrets: ['Mine'] } })
    expect(await namesOf(ben, 'rubrics')).toEqual(['Second'])
    expect(await namesOf(ana, 'rubrics')).toEqual(['Mine'])
    expect(await namesOf(ben, 'tool_secrets')).toEqual(['Mine'])
    const foreign = await addOwnedObject(db, nora, 'assistants')
    await expect(handOver(nora, ana, ben, { ids: { assistants: [foreign] } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('allows the owner and organization admins only', async () => {
    const { db, ana, ben, nora, root, sven, eve } = campus
    await addOwnedObject(db, ana, 'rubrics')
    await expect(handOver(ben, ana, ben)).rejects.toMatchObject({ code: 'not_found' })
    await expect(campus.handOvers.overview(ben, north(), ana.userId)).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(handOver(sven, ana, eve)).rejects.toMatchObject({ code: 'not_found' })
    await handOver(ana, ana, ben)
    await handOver(nora, ben, ana)
    await handOver(root, ana, ben)
    expect(await namesOf(ben, 'rubrics')).toEqual(['Mine'])
    const boss = await addUser(db, campus.north, 'boss', { systemAdmin: true })
    await expect(handOver(nora, boss, ben)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('refuses new owners who are foreign, disabled, students, or the same person', async () => {
    const { db, ana, ben, eve, nora } = campus
    await addOwnedObject(db, ana, 'rubrics')
    await expect(handOver(nora, ana, eve)).rejects.toMatchObject({ code: 'not_found' })
    await expect(handOver(nora, ana, ana)).rejects.toMatchObject({ code: 'bad_request' })
    await userRepository.update(db, ben.userId, { enabled: 0 })
    await expect(handOver(nora, ana, ben)).rejects.toMatchObject({ code: 'bad_request' })
    await userRepository.update(db, ben.userId, { enabled: 1, user_type: 'end_user' })
    await expect(handOver(nora, ana, ben)).rejects.toMatchObject({ code: 'bad_request' })
    expect(await namesOf(ana, 'rubrics')).toEqual(['Mine'])
  })

  it('records in the audit log who gave what to whom', async () => {
    const { db, ana, ben, nora } = campus
    await addOwnedObject(db, ana, 'rubrics')
    await addOwnedObject(db, ana, 'workspaces')
    const notes: unknown[] = []
    const note = async (_tx: Db, entry: object) => void notes.push(entry)
    await service({ note }).handOver(nora, north(), ana.userId, { to: ben.userId })
    expect(notes).toEqual([
      {
        organizationId: campus.north,
        userId: nora.userId,
        object: say('parts.audit_hand_over', { from_user: ana.userId, to_user: ben.userId }),
        detail: expect.objectContaining({ code: 'parts.and', text: '1 rubric and 1 workspace' }),
      },
    ])
  })

  it('changes nothing if it can’t be recorded in the audit log', async () => {
    const { db, ana, ben, nora } = campus
    await addOwnedObject(db, ana, 'rubrics')
    const note = async () => Promise.reject(new AppError('unavailable', 'away'))
    await expect(
      service({ note }).handOver(nora, north(), ana.userId, { to: ben.userId }),
    ).rejects.toMatchObject({ code: 'unavailable' })
    expect(await namesOf(ana, 'rubrics')).toHaveLength(1)
    expect(await namesOf(ben, 'rubrics')).toEqual([])
  })

  describe('objects that a handed-over assistant uses', () => {
    const object = { kind: 'knowledge_base', id: '5' }
    const naming = (secrets: string[] = []) => ({ objects: [object], secrets })

    it('are reported when the new owner has no access to them', async () => {
      const { db, ana, ben } = campus
      const id = await addAssistant(db, ana, 'tutor')
      const handOvers = service({
        referencesOf: () => naming(['KEY']),
        mayUse: async ({ userId }) => userId === ana.userId,
      })
      const answer = await handOvers.handOver(ana, north(), ana.userId, {
        to: ben.userId,
        kinds: ['assistants'],
      })
      const common = { assistant_id: id, assistant_name: 'tutor', owner_id: ben.userId }
      expect(answer.unavailable).toEqual([
        { ...common, kind: 'tool_secret', id: 'KEY' },
        { ...common, ...object },
      ])
    })

    it('never include objects of the new owner that the old owner could not use', async () => {
      const { db, ana, ben } = campus
      await addAssistant(db, ana, 'trojan')
      const handOvers = service({
        referencesOf: () => naming(),
        mayUse: async ({ userId }) => userId === ben.userId,
      })
      await expect(handOvers.handOver(ana, north(), ana.userId, { to: ben.userId })).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('knowledge base 5'),
      })
    })

    it('never include a secret of the new owner with the same name', async () => {
      const { db, ana, ben } = campus
      const id = await addAssistant(db, ana, 'caller')
      const metadata = JSON.stringify({ tools: [{ type: 'http_request', value: 'Bearer {secret:KEY}' }] })
      await db.updateTable('assistants').set({ metadata }).where('id', '=', id).execute()
      await addOwnedObject(db, ben, 'tool_secrets', 'KEY')
      const handOvers = service({ referencesOf: () => ({ objects: [], secrets: ['KEY'] }) })
      const give = () => handOvers.handOver(ana, north(), ana.userId, { to: ben.userId })
      await expect(give()).rejects.toMatchObject({ code: 'conflict' })
      await addOwnedObject(db, ana, 'tool_secrets', 'KEY')
      await give()
      const row = await db
        .selectFrom('assistants')
        .select('metadata')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      expect(row.metadata).toContain('{secret:KEY_2}')
    })
  })
})
