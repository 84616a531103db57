import { say, toMessageFields } from '@bellwether/wire'
import { beforeEach, expect, it } from 'vitest'
import type { UserCaller } from '../../platform/caller.ts'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import { addAssistant, addOwnedObject, addUser, type Campus, createCampus } from './testing.ts'
import { userRepository } from './user.repository.ts'
import { createUserAdminService } from './user-admin.service.ts'

describeOnEachDatabase('account administration', (open) => {
  let campus: Campus
  beforeEach(async () => {
    campus = await createCampus((await open({ emptied: true })).db)
  })

  const row = async (user: UserCaller) => (await userRepository.findById(campus.db, user.userId))!
  const refused = (work: Promise<unknown>) => expect(work).rejects.toMatchObject({ code: 'forbidden' })
  const northOnly = () => ({ id: campus.north })

  it('ends the sessions of a user who is disabled, demoted, promoted or given a new password', async () => {
    const { userAdmin, root, ana, membership } = campus
    const deeds: (() => Promise<unknown>)[] = [
      () => userAdmin.setEnabled(root, undefined, ana.userId, false),
      () => userAdmin.setEnabled(root, undefined, ana.userId, true),
      () => userAdmin.setPassword(root, undefined, ana.userId, 'long enough'),
      () => userAdmin.setSystemRole(root, ana.userId, 'admin'),
      () => userAdmin.setSystemRole(root, ana.userId, 'user'),
      () => membership.setRole('north', ana.userId, 'admin'),
      () => membership.setRole('north', ana.userId, 'member'),
      () => membership.moveUser(ana.userId, campus.south),
    ]
    for (const deed of deeds) {
      const before = (await row(ana)).session_version
      await deed()
      expect((await row(ana)).session_version).toBe(before + 1)
    }
  })

  it('keeps sessions when no right is lost', async () => {
    const { userAdmin, nora, ana } = campus
    const before = (await row(ana)).session_version
    await userAdmin.rename(nora, northOnly(), ana.userId, 'Ana Maria')
    await userAdmin.setCanShare(nora, northOnly(), ana.userId, false)
    await userAdmin.setEnabled(nora, northOnly(), ana.userId, true)
    expect(await row(ana)).toMatchObject({
      session_version: before,
      name: 'Ana Maria',
      user_config: '{"can_share":false}',
    })
  })

  it('refuses to disable, demote or delete oneself', async () => {
    const { userAdmin, root, nora, db, system } = campus
    await addUser(db, system, 'second', { systemAdmin: true })
    await refused(userAdmin.setEnabled(root, undefined, root.userId, false))
    await refused(userAdmin.setSystemRole(root, root.userId, 'user'))
    await refused(userAdmin.remove(root, undefined, root.userId))
    await refused(userAdmin.setEnabled(nora, northOnly(), nora.userId, false))
    await refused(userAdmin.remove(nora, northOnly(), nora.userId))
  })

  it('keeps the last enabled system admin', async () => {
    const { userAdmin, root, db, system } = campus
    const second = await addUser(db, system, 'second', { systemAdmin: true })
    await userRepository.update(db, second.userId, { enabled: 0 })
    // `second` is disabled, but this request was authenticated just before.
    await refused(userAdmin.setEnabled(second, undefined, root.userId, false))
    await refused(userAdmin.setSystemRole(second, root.userId, 'user'))
    await refused(userAdmin.remove(second, undefined, root.userId))
    expect(await row(root)).toMatchObject({ enabled: 1, role: 'admin', session_version: 1 })
  })

  it('keeps one of two system admins who disable each other at the same time', async () => {
    const { userAdmin, root, db, system } = campus
    for (let turn = 0; turn < 5; turn++) {
      const second = await addUser(db, system, `second${turn}`, { systemAdmin: true })
      const outcomes = await Promise.allSettled([
        userAdmin.setEnabled(second, undefined, root.userId, false),
        userAdmin.setEnabled(root, undefined, second.userId, false),
      ])
      expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
      expect(await userRepository.countSystemAdmins(db)).toBe(1)
      await userRepository.update(db, root.userId, { enabled: 1 })
      await userRepository.update(db, second.userId, { enabled: 0 })
    }
  })

  it('refuses organization admins access to other organizations and to system admins', async () => {
    const { userAdmin, nora, eve, db, north } = campus
    const boss = await addUser(db, north, 'boss', { systemAdmin: true })
    const deeds = (id: number, within: { id: number }): (() => Promise<unknown>)[] => [
      () => userAdmin.get(nora, within, id),
      () => userAdmin.setEnabled(nora, within, id, false),
      () => userAdmin.setPassword(nora, within, id, 'long enough'),
      () => userAdmin.rename(nora, within, id, 'x'),
      () => userAdmin.setCanShare(nora, within, id, false),
      () => userAdmin.remove(nora, within, id),
    ]
    for (const deed of deeds(eve.userId, northOnly())) {
      await expect(deed()).rejects.toMatchObject({
        code: 'not_found',
        message: 'User not found in this organization',
      })
    }
    for (const deed of deeds(boss.userId, northOnly())) await refused(deed())
    expect(await row(eve)).toMatchObject({ enabled: 1, name: 'eve', session_version: 1, password_hash: null })
    expect(await row(boss)).toMatchObject({
      enabled: 1,
      name: 'boss',
      session_version: 1,
      password_hash: null,
    })
  })

  it('allows only system admins to act outside an organization', async () => {
    const { userAdmin, nora, ana } = campus
    await refused(userAdmin.setEnabled(nora, undefined, ana.userId, false))
    await refused(userAdmin.setSystemRole(nora, ana.userId, 'admin'))
    await refused(
      userAdmin.create(nora, {
        email: 'x@x.edu',
        name: 'x',
        password: 'long enough',
        role: 'admin',
        organizationId: campus.north,
      }),
    )
  })

  it('refuses to set a password or make an admin with an API key', async () => {
    const { userAdmin, root, ana } = campus
    const byKey: UserCaller = { ...root, credential: 'api_key' }
    await refused(userAdmin.setPassword(byKey, undefined, ana.userId, 'long enough'))
    await refused(userAdmin.setSystemRole(byKey, ana.userId, 'admin'))
  })

  it('reports the users of a batch that could not be changed', async () => {
    const { userAdmin, nora, ana, ben, eve } = campus
    const ids = [ana.userId, ana.userId, ben.userId, eve.userId, nora.userId]
    const outcome = await userAdmin.setEnabledForMany(nora, northOnly(), ids, false)
    expect(outcome.changed).toEqual([ana.userId, ben.userId])
    const notHere = say('users.not_in_organization')
    const yourself = say('users.cannot_disable_yourself')
    expect(outcome.failed).toEqual([
      { user_id: eve.userId, error: notHere.text, ...toMessageFields(notHere) },
      { user_id: nora.userId, error: yourself.text, ...toMessageFields(yourself) },
    ])
    expect((await row(eve)).enabled).toBe(1)
  })

  it('refuses to delete a user who owns assistants, and says how many', async () => {
    const { userAdmin, db, root, ana } = campus
    await addAssistant(db, ana, 'one')
    await addAssistant(db, ana, 'two')
    expect(await userAdmin.dependenciesOf(ana.userId)).toMatchObject({
      has_dependencies: true,
      assistant_count: 2,
      kb_count: 0,
    })
    await expect(userAdmin.remove(root, undefined, ana.userId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('2 assistants'),
    })
    expect(await row(ana)).toBeDefined()
  })

  it('deletes personal data with the account, and keeps log entries and documents in colleagues’ knowledge bases', async () => {
    const { db, root, ana, ben, users, handOvers, bulkImport, north } = campus
    const removed: number[] = []
    const userAdmin = createUserAdminService({
      flushRecords: async () => undefined,
      endAnswersOf: async () => undefined,
      db,
      users,
      handOvers,
      afterRemoval: async (id) => void removed.push(id),
    })
    const gone = await addAssistant(db, ana, 'gone')
    await db.updateTable('assistants').set({ deleted_at: 5 }).where('id', '=', gone).execute()
    await db
      .insertInto('files')
      .values({
        organization_id: north,
        owner_id: ana.userId,
        name: 'picture',
        path: 'x/img/picture',
        kind: 'image',
        content_type: 'image/png',
        size: 1,
        created_at: 1,
      })
      .execute()
    const base = await addOwnedObject(db, ben, 'knowledge_bases')
    await db
      .insertInto('knowledge_files')
      .values({
        knowledge_base_id: Number(base),
        owner_id: ana.userId,
        name: 'notes.txt',
        plugin_name: 'x',
        created_at: 1,
        updated_at: 1,
      })
      .execute()
    await campus.apiKeys.create(ana, { name: 'k' })
    await bulkImport.logActivation(ana, north, true, { changed: [], failed: [] })
    await userAdmin.remove(root, undefined, ana.userId)
    expect(await userRepository.findById(db, ana.userId)).toBeUndefined()
    expect(removed).toEqual([ana.userId])
    const log = await db.selectFrom('bulk_import_logs').selectAll().executeTakeFirstOrThrow()
    expect(log.admin_id).toBe(root.userId)
    expect(JSON.parse(log.details).admin_email).toBe('(deleted)')
    const files = await db.selectFrom('knowledge_files').select('owner_id').execute()
    expect(files).toEqual([{ owner_id: ben.userId }])
  })

  it('lets an organization admin delete members, but not other admins', async () => {
    const { userAdmin, db, nora, north, ana } = campus
    const fellow = await addUser(db, north, 'fellow', { organizationRole: 'admin' })
    await refused(userAdmin.remove(nora, northOnly(), fellow.userId))
    await userAdmin.remove(nora, northOnly(), ana.userId)
    expect(await userRepository.findById(db, ana.userId)).toBeUndefined()
  })
})
