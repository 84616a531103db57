import { beforeAll, expect, it } from 'vitest'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import type { AssistantService } from '../assistant.service.ts'
import { createPlainAssistants, createWorld, draft, noChange, shareWith, systemCaller } from '../testing.ts'
import { findForCompletion, requireUsable } from './usable-assistants.ts'

describeOnEachDatabase('assistants for completions', (open) => {
  let db: Db
  let world: Awaited<ReturnType<typeof createWorld>>
  let assistants: AssistantService
  beforeAll(async () => {
    db = (await open()).db
    world = await createWorld(db)
    assistants = createPlainAssistants(db)
  })

  const create = async (owner: UserCaller, name: string) =>
    (await assistants.create(owner, draft({ name }))).id
  const mayUse = async (caller: Parameters<typeof findForCompletion>[1], id: number) =>
    (await findForCompletion(db, caller, { id })) !== undefined

  it('returns everything a completion needs', async () => {
    const id = await create(world.ana, 'everything')
    await shareWith(db, id, world.ben)
    expect(await findForCompletion(db, world.ben, { id })).toMatchObject({
      id,
      owner_id: world.ana.userId,
      owner_email: 'ana@example.edu',
      organization_id: world.north,
      organization_version: 1,
      organization_status: 'active',
      version: 1,
      system_prompt: 'Be kind.',
      published: false,
      sharedWithCaller: true,
    })
  })

  it('follows the access policy', async () => {
    const id = await create(world.ana, 'policy')
    expect(await mayUse(world.ana, id)).toBe(true)
    expect(await mayUse(world.nora, id)).toBe(true)
    expect(await mayUse(world.root, id)).toBe(true)
    for (const caller of [world.ben, world.eve, world.sven, systemCaller])
      expect(await mayUse(caller, id)).toBe(false)
    await assistants.setPublished(world.ana, id, true)
    expect(await mayUse(world.ben, id)).toBe(true)
    expect(await mayUse(systemCaller, id)).toBe(true)
    for (const stranger of [world.eve, world.sven]) expect(await mayUse(stranger, id)).toBe(false)
    await assistants.remove(world.ana, id)
    for (const caller of [world.ana, world.root, systemCaller]) expect(await mayUse(caller, id)).toBe(false)
  })

  it('crosses organizations for a system admin only', async () => {
    const id = await create(world.eve, 'southern')
    expect(await mayUse(world.root, id)).toBe(true)
    expect(await mayUse(world.nora, id)).toBe(false)
  })

  it('limits a restricted key to its assistants', async () => {
    const [mine, other] = [await create(world.ana, 'for key'), await create(world.ana, 'not for key')]
    const limited = { ...world.ana, onlyAssistants: [mine] }
    expect(await mayUse(limited, mine)).toBe(true)
    expect(await mayUse(limited, other)).toBe(false)
    const name = (await assistants.get(world.ana, other)).name
    expect(await findForCompletion(db, limited, { name })).toBeUndefined()
    expect(await findForCompletion(db, { ...limited, onlyAssistants: [] }, { name })).toBeUndefined()
  })

  it('hides what a suspended organization has published', async () => {
    const id = await create(world.eve, 'suspended soon')
    await assistants.setPublished(world.eve, id, true)
    const { name } = await assistants.get(world.eve, id)
    expect(await mayUse(systemCaller, id)).toBe(true)
    await db.updateTable('organizations').set({ status: 'suspended' }).where('id', '=', world.south).execute()
    expect(await mayUse(systemCaller, id)).toBe(false)
    expect(await findForCompletion(db, systemCaller, { name })).toBeUndefined()
    await db.updateTable('organizations').set({ status: 'active' }).where('id', '=', world.south).execute()
  })

  it("prefers the caller's own assistant by name, then shared, then published", async () => {
    const [published, shared, own] = [
      await create(world.ana, 'a'),
      await create(world.nora, 'b'),
      await create(world.ben, 'c'),
    ]
    const name = 'One Name'
    const findName = async (caller: Parameters<typeof findForCompletion>[1]) =>
      (await findForCompletion(db, caller, { name }))?.id
    await assistants.update(world.ana, published, { ...noChange, name })
    expect(await findName(world.ben)).toBeUndefined()
    expect(await findName(systemCaller)).toBeUndefined()
    await assistants.setPublished(world.ana, published, true)
    expect(await findName(world.ben)).toBe(published)
    expect(await findName(systemCaller)).toBe(published)
    await assistants.update(world.nora, shared, { ...noChange, name })
    await shareWith(db, shared, world.ben)
    expect(await findName(world.ben)).toBe(shared)
    await assistants.update(world.ben, own, { ...noChange, name })
    expect(await findName(world.ben)).toBe(own)
    for (const stranger of [world.eve, world.sven]) expect(await findName(stranger)).toBeUndefined()
  })

  it('finds nothing, without failing, for invalid ids and names', async () => {
    for (const ref of [{ id: 2 ** 60 }, { id: Number.NaN }, { id: -1 }, { name: 'a\u0000b' }, { name: '' }]) {
      expect(await findForCompletion(db, world.ana, ref)).toBeUndefined()
      expect(await findForCompletion(db, systemCaller, ref)).toBeUndefined()
    }
  })

  it('accepts a list of ids only as a whole', async () => {
    const [mine, foreign] = [await create(world.ana, 'm'), await create(world.eve, 'f')]
    await expect(requireUsable(db, world.ana, [mine])).resolves.toBeUndefined()
    await expect(requireUsable(db, world.ana, [])).resolves.toBeUndefined()
    for (const ids of [[mine, foreign], [foreign], [mine, 999_999]]) {
      await expect(requireUsable(db, world.ana, ids)).rejects.toMatchObject({ status: 404 })
    }
  })
})
