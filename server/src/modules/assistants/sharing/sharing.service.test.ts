import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Db } from '../../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { createSecretBox } from '../../../platform/secrets/secret-box.ts'
import { createOrganizationService } from '../../organizations/index.ts'
import type { AssistantService } from '../assistant.service.ts'
import { addOrganization, addUser, createPlainAssistants, createWorld, draft } from '../testing.ts'
import { createSharingService, type SharingService } from './sharing.service.ts'

describeOnEachDatabase('sharing assistants', (open) => {
  let db: Db
  let world: Awaited<ReturnType<typeof createWorld>>
  let assistants: AssistantService
  let sharing: SharingService
  let id: number
  beforeAll(async () => {
    db = (await open()).db
    world = await createWorld(db)
    assistants = createPlainAssistants(db)
    const organizations = createOrganizationService({
      db,
      box: createSecretBox(Buffer.alloc(32, 1), Buffer.alloc(32, 2)),
    })
    sharing = createSharingService({ db, assistants, organizations })
  })
  beforeEach(async () => {
    id = (await assistants.create(world.ana, draft())).id
  })

  const share = (emails: string[]) => sharing.replaceShares(world.ana, id, emails)

  it('replaces the whole list', async () => {
    expect(await share(['BEN@example.edu ', 'nora@example.edu'])).toMatchObject([
      { user_id: world.ben.userId, user_email: 'ben@example.edu', user_name: 'ben', shared_by_name: 'ana' },
      { user_id: world.nora.userId },
    ])
    expect((await share(['ben@example.edu'])).map((one) => one.user_name)).toEqual(['ben'])
    expect(await share([])).toEqual([])
    await expect(assistants.get(world.ben, id)).rejects.toMatchObject({ status: 404 })
  })

  it('keeps the date of existing shares', async () => {
    await share(['ben@example.edu'])
    await db.updateTable('assistant_shares').set({ shared_at: 7 }).where('assistant_id', '=', id).execute()
    const listed = await share(['ben@example.edu', 'nora@example.edu'])
    expect(listed.find((one) => one.user_name === 'ben')?.shared_at).toBe(7)
  })

  it('ignores people outside the assistant’s organization, without revealing who exists', async () => {
    expect(await share(['eve@example.edu', 'nobody@example.edu', 'ana@example.edu', ''])).toEqual([])
    expect(await sharing.replaceShares(world.root, id, ['sven@example.edu'])).toEqual([])
    expect(await sharing.listReceived(world.eve)).toEqual([])
    const southern = await assistants.create(world.eve, draft())
    const emails = ['ben@example.edu', 'sven@example.edu']
    expect(await sharing.replaceShares(world.root, southern.id, emails)).toMatchObject([
      { user_name: 'sven' },
    ])
  })

  it('shows the recipient the assistant and who shared it', async () => {
    await share(['ben@example.edu'])
    const [received] = (await sharing.listReceived(world.ben)).filter((one) => one.id === id)
    expect(received).toMatchObject({
      id,
      owner: 'ana@example.edu',
      system_prompt: 'Be kind.',
      shared_by_user_id: world.ana.userId,
      shared_by_email: 'ana@example.edu',
      shared_by_name: 'ana',
      is_shared: true,
    })
    expect(await sharing.listReceived({ ...world.ben, organizationId: world.south })).toEqual([])
    await assistants.remove(world.ana, id)
    expect((await sharing.listReceived(world.ben)).some((one) => one.id === id)).toBe(false)
  })

  it('lets owner and admins see the list, and only the owner change it', async () => {
    await share(['ben@example.edu'])
    expect(await sharing.listShares(world.nora, id)).toHaveLength(1)
    await expect(sharing.listShares(world.ben, id)).rejects.toMatchObject({ status: 403 })
    for (const caller of [world.ben, world.nora]) {
      await expect(sharing.replaceShares(caller, id, [])).rejects.toMatchObject({ status: 403 })
    }
    for (const stranger of [world.eve, world.sven]) {
      await expect(sharing.listShares(stranger, id)).rejects.toMatchObject({ status: 404 })
      await expect(sharing.replaceShares(stranger, id, [])).rejects.toMatchObject({ status: 404 })
    }
    expect(await sharing.listShares(world.ana, id)).toHaveLength(1)
  })

  it('adds and removes people without replacing the list', async () => {
    const change = (emails: string[], action: 'grant' | 'revoke') =>
      sharing.changeShares(world.ana, id, emails, action)
    const names = async () => (await sharing.listShares(world.ana, id)).map((one) => one.user_name)
    await change(['ben@example.edu'], 'grant')
    await change(['NORA@example.edu', 'eve@example.edu', 'ana@example.edu'], 'grant')
    expect(await names()).toEqual(['ben', 'nora'])
    await change(['ben@example.edu', 'unknown@example.edu'], 'revoke')
    expect(await names()).toEqual(['nora'])
    for (const caller of [world.nora, world.ben])
      await expect(sharing.changeShares(caller, id, ['ben@example.edu'], 'grant')).rejects.toMatchObject({
        status: caller === world.nora ? 403 : 404,
      })
    await expect(sharing.changeShares(world.sven, id, [], 'revoke')).rejects.toMatchObject({ status: 404 })
    expect(await names()).toEqual(['nora'])
  })

  it('lets people whose sharing is disabled remove access, but not add it', async () => {
    await share(['ben@example.edu'])
    await sharing.setPermission(world.ana.userId, false)
    const change = (action: 'grant' | 'revoke') =>
      sharing.changeShares(world.ana, id, ['ben@example.edu'], action)
    await expect(change('grant')).rejects.toMatchObject({ status: 403 })
    await change('revoke')
    expect(await sharing.listShares(world.ana, id)).toEqual([])
    await sharing.setPermission(world.ana.userId, true)
  })

  it('lists colleagues in the same organization by name', async () => {
    expect((await sharing.listColleagues(world.ana)).map((one) => one.name)).toEqual(['ben', 'nora', 'root'])
    expect((await sharing.listColleagues(world.eve)).map((one) => one.name)).toEqual(['sven'])
  })

  it('can be disabled for one user', async () => {
    await sharing.setPermission(world.ben.userId, false)
    expect(await sharing.permissionOf(world.ben)).toMatchObject({ can_share: false })
    const own = await assistants.create(world.ben, draft())
    await expect(sharing.replaceShares(world.ben, own.id, ['ana@example.edu'])).rejects.toMatchObject({
      status: 403,
    })
    await sharing.setPermission(world.ben.userId, true)
    expect(await sharing.permissionOf(world.ben)).toMatchObject({ can_share: true })
    await expect(sharing.setPermission(999_999, true)).rejects.toMatchObject({ status: 404 })
  })

  it('can be disabled for an organization, also for system admins from another', async () => {
    const closed = await addOrganization(db, `closed-${Date.now()}`, { features: { sharing_enabled: false } })
    const uma = await addUser(db, closed, `uma${Date.now()}`)
    expect(await sharing.permissionOf(uma)).toMatchObject({ can_share: false })
    await expect(sharing.listColleagues(uma)).rejects.toMatchObject({ status: 403 })
    const own = await assistants.create(uma, draft())
    for (const caller of [uma, world.root]) {
      await expect(sharing.replaceShares(caller, own.id, [])).rejects.toMatchObject({ status: 403 })
    }
  })
})
