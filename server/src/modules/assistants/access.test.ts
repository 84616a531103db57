import { beforeAll, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import type { AssistantService } from './assistant.service.ts'
import { createPlainAssistants, createWorld, draft, noChange, shareWith } from './testing.ts'

describeOnEachDatabase('access to assistants', (open) => {
  let db: Db
  let world: Awaited<ReturnType<typeof createWorld>>
  let assistants: AssistantService
  beforeAll(async () => {
    db = (await open()).db
    world = await createWorld(db)
    assistants = createPlainAssistants(db)
  })

  it('returns the access level of each person', async () => {
    const { id } = await assistants.create(world.ana, draft())
    await shareWith(db, id, world.ben)
    expect(await assistants.get(world.ana, id)).toMatchObject({ access_level: 'full', is_owner: true })
    expect(await assistants.get(world.nora, id)).toMatchObject({
      access_level: 'read_only',
      is_owner: false,
    })
    expect(await assistants.get(world.root, id)).toMatchObject({
      access_level: 'read_only',
      is_owner: false,
    })
    expect(await assistants.get(world.ben, id)).toMatchObject({ access_level: 'shared', is_owner: false })
  })

  it('lets admins edit and unpublish, readers read, and only the owner publish', async () => {
    const { id } = await assistants.create(world.ana, draft())
    await shareWith(db, id, world.ben)
    const change = { ...noChange, description: 'by an admin' }
    expect(await assistants.update(world.nora, id, change)).toMatchObject({ owner: 'ana@example.edu' })
    const refused = { status: 403, message: 'Insufficient permissions for this assistant' }
    await expect(assistants.update(world.ben, id, change)).rejects.toMatchObject(refused)
    for (const caller of [world.ben, world.nora])
      await expect(assistants.setPublished(caller, id, true)).rejects.toMatchObject(refused)
    await assistants.setPublished(world.ana, id, true)
    await expect(assistants.remove(world.ben, id)).rejects.toMatchObject(refused)
    await expect(assistants.setPublished(world.ben, id, false)).rejects.toMatchObject(refused)
    await expect(assistants.exportFile(world.ben, id)).rejects.toMatchObject(refused)
    expect((await assistants.exportFile(world.nora, id)).fileName).toMatch(/json$/)
    expect(await assistants.setPublished(world.nora, id, false)).toMatchObject({ published: false })
    await assistants.remove(world.nora, id)
    await expect(assistants.get(world.ana, id)).rejects.toMatchObject({ status: 404 })
  })

  it('hides a colleague’s private assistant, and the prompts of a published one', async () => {
    const { id } = await assistants.create(world.ana, draft())
    await expect(assistants.get(world.ben, id)).rejects.toMatchObject({
      status: 404,
      message: 'Assistant not found',
    })
    await assistants.setPublished(world.ana, id, true)
    await expect(assistants.get(world.ben, id)).rejects.toMatchObject({ status: 404 })
    await expect(assistants.duplicate(world.ben, id)).rejects.toMatchObject({ status: 404 })
    const listed = await assistants.list(world.ben, {
      scope: 'published',
      search: '',
      type: '',
      limit: 100,
      offset: 0,
    })
    const line = listed.assistants.find((assistant) => assistant.id === id)
    expect(line).toMatchObject({ metadata: null, access_level: null, description: 'Knows the past' })
    expect(JSON.stringify(line)).not.toContain('Be kind.')
  })

  it('refuses strangers with 404 for every action', async () => {
    const { id } = await assistants.create(world.ana, draft())
    await shareWith(db, id, world.ben)
    await assistants.setPublished(world.ana, id, true)
    for (const stranger of [world.eve, world.sven]) {
      for (const attempt of [
        () => assistants.get(stranger, id),
        () => assistants.update(stranger, id, { ...noChange, description: 'mine now' }),
        () => assistants.remove(stranger, id),
        () => assistants.undelete(stranger, id),
        () => assistants.setPublished(stranger, id, false),
        () => assistants.duplicate(stranger, id),
        () => assistants.exportFile(stranger, id),
      ]) {
        await expect(attempt()).rejects.toMatchObject({ status: 404, message: 'Assistant not found' })
      }
    }
  })

  it('is no longer accessible to an owner who moves to another organization', async () => {
    const { id } = await assistants.create(world.ben, draft())
    const moved = { ...world.ben, organizationId: world.south }
    await expect(assistants.get(moved, id)).rejects.toMatchObject({ status: 404 })
    expect((await assistants.listOwn(moved, { limit: 10, offset: 0 })).total_count).toBe(0)
  })
})
