import { type Message, say } from '@bellwether/wire'
import { beforeEach, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { addAssistant, addOwnedObject, type Campus, createCampus, share } from '../testing.ts'
import { userRepository } from '../user.repository.ts'
import { createMigrationService, type MigrationRequest, type MigrationService } from './migration.service.ts'

describeOnEachDatabase('moving an organization into another', (open) => {
  let campus: Campus
  let migrations: MigrationService
  let notes: { organizationId: number; userId: number; object: Message; detail: string | Message }[]
  beforeEach(async () => {
    campus = await createCampus((await open({ emptied: true })).db)
    notes = []
    migrations = createMigrationService({ db: campus.db, note: async (_tx, entry) => void notes.push(entry) })
  })
  const request = (given: Partial<MigrationRequest> = {}): MigrationRequest => ({
    target: 'south',
    onConflict: 'rename',
    keepAdmins: false,
    deleteSource: false,
    ...given,
  })
  const migrate = (given: Partial<MigrationRequest> = {}, slug = 'north') =>
    migrations.migrate(campus.root, slug, request(given))
  const membersOf = async (organizationId: number) =>
    (await userRepository.list(campus.db, { organizationId })).map(({ name }) => name).sort()
  const roleOf = async (userId: number) =>
    (await userRepository.findById(campus.db, userId))?.organization_role ?? null

  it('changes nothing if its audit entry can’t be saved', async () => {
    const before = await membersOf(campus.north)
    const failing = createMigrationService({
      db: campus.db,
      note: async () => {
        throw new Error('no')
      },
    })
    await expect(failing.migrate(campus.root, 'north', request())).rejects.toThrow('no')
    expect(await membersOf(campus.north)).toEqual(before)
  })

  it('moves people with everything they own, and ends their sessions', async () => {
    const { db, ana, ben, sven, north, south } = campus
    const kinds = ['assistants', 'knowledge_bases', 'rubrics', 'templates', 'workspaces', 'files'] as const
    for (const kind of kinds) await addOwnedObject(db, ana, kind)
    const shared = await addAssistant(db, ben, 'shared')
    await share(db, shared, ana)
    const svens = await addAssistant(db, sven, 'stays')
    const { moved } = await migrate()
    expect(moved).toEqual({
      users: 3,
      assistants: 2,
      templates: 1,
      kbs: 1,
      rubrics: 1,
      workspaces: 1,
      files: 1,
    })
    expect(await membersOf(south)).toEqual(['ana', 'ben', 'eve', 'nora', 'sven'])
    expect(await membersOf(north)).toEqual([])
    for (const table of ['assistants', 'knowledge_bases', 'rubrics', 'prompt_templates', 'files'] as const) {
      const rows = await db.selectFrom(table).select('organization_id').execute()
      expect(new Set(rows.map((row) => row.organization_id)), table).toEqual(new Set([south]))
    }
    const shares = await db.selectFrom('assistant_shares').select(['assistant_id', 'user_id']).execute()
    expect(shares).toEqual([{ assistant_id: shared, user_id: ana.userId }])
    expect((await userRepository.findById(db, ana.userId))?.session_version).toBe(2)
    expect((await userRepository.findById(db, sven.userId))?.session_version).toBe(1)
    expect(svens).toBeGreaterThan(0)
    expect(notes).toEqual([
      {
        organizationId: south,
        userId: campus.root.userId,
        object: say('parts.audit_migration', { from: north, to: south }),
        detail: expect.objectContaining({ text: expect.stringContaining('3 users, 2 assistants') }),
      },
    ])
  })

  it('makes admins members, unless their roles are kept', async () => {
    const { nora, sven } = campus
    await migrate()
    expect(await roleOf(nora.userId)).toBe(null)
    expect(await roleOf(sven.userId)).toBe('admin')
    expect((await migrate({ target: 'north', keepAdmins: true }, 'south')).admins).toBe(1)
    expect(await roleOf(sven.userId)).toBe('admin')
    await expect(migrate({ target: 'lamb', keepAdmins: true })).rejects.toMatchObject({ code: 'bad_request' })
    expect(await membersOf(campus.north)).toContain('sven')
  })

  it('drops limits of the old organization, and moves activities of LTI 1.1', async () => {
    const { db, ana, north, south } = campus
    const assistant = await addAssistant(db, ana, 'limited')
    const at = { created_at: 1, updated_at: 1 }
    const budget = (set_by: 'organization' | 'owner', target: string, on: object) => ({
      organization_id: north,
      set_by,
      target,
      period: 'day' as const,
      max_requests: 1,
      degrade: '[]',
      ...on,
      ...at,
    })
    await db
      .insertInto('budgets')
      .values([
        budget('organization', 'organization', {}),
        budget('organization', 'assistant', { assistant_id: assistant }),
        budget('organization', 'user', { user_id: ana.userId }),
        budget('owner', 'owner', { assistant_id: assistant }),
      ])
      .execute()
    const activity = { organization_id: north, name: 'Activity', ...at }
    await db
      .insertInto('lti_activities')
      .values([
        { ...activity, platform: '1.1:moodle', resource_link_id: 'old' },
        { ...activity, platform: 'https://moodle.example.edu 1', resource_link_id: 'new' },
      ])
      .execute()
    await migrate()
    const budgets = await db
      .selectFrom('budgets')
      .select(['target', 'organization_id'])
      .orderBy('id')
      .execute()
    expect(budgets).toEqual([
      { target: 'organization', organization_id: north },
      { target: 'owner', organization_id: south },
    ])
    const activities = await db
      .selectFrom('lti_activities')
      .select(['resource_link_id', 'organization_id'])
      .orderBy('id')
      .execute()
    expect(activities).toEqual([
      { resource_link_id: 'old', organization_id: south },
      { resource_link_id: 'new', organization_id: north },
    ])
  })

  it('renames objects whose names are taken, or changes nothing', async () => {
    const { db, ana, north, south } = campus
    const there = { ...ana, organizationId: south }
    const mine = await addAssistant(db, ana, 'same')
    await addAssistant(db, there, 'same')
    const template = await addOwnedObject(db, ana, 'templates', 'same')
    await addOwnedObject(db, there, 'templates', 'same')
    expect(await migrations.preview('north', 'south')).toMatchObject({
      counts: { users: 3, assistants: 1, templates: 1 },
      assistants: [{ id: mine, name: 'same', owner: 'ana@example.edu' }],
      templates: [{ id: template, name: 'same' }],
    })
    await expect(migrate({ onConflict: 'fail' })).rejects.toMatchObject({ code: 'conflict' })
    expect(await membersOf(north)).toEqual(['ana', 'ben', 'nora'])
    expect(notes).toEqual([])
    expect(await migrate()).toMatchObject({ renamedAssistants: 1, renamedTemplates: 1 })
    const rows = await db.selectFrom('assistants').select(['name', 'organization_id']).orderBy('id').execute()
    expect(rows).toEqual([
      { name: 'same (2)', organization_id: south },
      { name: 'same', organization_id: south },
    ])
  })

  it('can delete the old organization, and says what belonged to it', async () => {
    const { db, ana, north } = campus
    await addOwnedObject(db, ana, 'tool_templates')
    expect((await migrate({ deleteSource: true })).staying).toEqual(['tool templates (1)'])
    const left = await db.selectFrom('organizations').select('id').where('id', '=', north).execute()
    expect(left).toEqual([])
    expect(await db.selectFrom('tool_templates').select('id').execute()).toEqual([])
  })

  it('refuses the system organization as the source, the same organization, and unknown ones', async () => {
    const refusals = [
      [{ target: 'south' }, 'lamb', 'bad_request'],
      [{ target: 'north' }, 'north', 'bad_request'],
      [{ target: 'west' }, 'north', 'not_found'],
      [{ target: 'south' }, 'west', 'not_found'],
    ] as const
    for (const [given, slug, code] of refusals) {
      await expect(migrate(given, slug)).rejects.toMatchObject({ code })
      await expect(migrations.preview(slug, given.target)).rejects.toMatchObject({ code })
    }
  })
})
