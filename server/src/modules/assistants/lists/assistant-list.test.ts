import type { AssistantScope } from '@bellwether/wire'
import { beforeAll, expect, it } from 'vitest'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import type { AssistantService } from '../assistant.service.ts'
import { createPlainAssistants, createWorld, draft, shareWith } from '../testing.ts'
import { listUsable } from './usable-assistants.ts'

describeOnEachDatabase('lists of assistants', (open) => {
  let db: Db
  let world: Awaited<ReturnType<typeof createWorld>>
  let assistants: AssistantService
  const ids: Record<string, number> = {}

  beforeAll(async () => {
    db = (await open()).db
    world = await createWorld(db)
    assistants = createPlainAssistants(db)
    const add = async (owner: UserCaller, name: string, metadata?: string, description = '') => {
      const made = await assistants.create(
        owner,
        draft({ name, description, ...(metadata ? { metadata } : {}) }),
      )
      ids[name] = made.id
    }
    await add(world.ana, 'private', undefined, 'About 100% of Rome')
    await add(world.ana, 'shared', '{"assistant_type":"multi_tool","tools":[]}')
    await add(world.ana, 'published', '{"assistant_type": "multi_tool", "tools": []}', 'ÀREA de Roma')
    await add(world.ana, 'gone')
    await add(world.ben, 'of_ben', '{"assistant_type":"classic"}')
    await add(world.eve, 'foreign_private')
    await add(world.eve, 'foreign_published')
    await shareWith(db, ids.shared!, world.ben)
    await shareWith(db, ids.gone!, world.ben)
    await assistants.setPublished(world.ana, ids.published!, true)
    await assistants.setPublished(world.ana, ids.gone!, true)
    await assistants.setPublished(world.eve, ids.foreign_published!, true)
    await assistants.remove(world.ana, ids.gone!)
    // Invalid data that was written to the database by other means.
    await db.updateTable('assistants').set({ metadata: '{broken' }).where('id', '=', ids.private!).execute()
  })

  const names = async (
    caller: UserCaller,
    scope: AssistantScope,
    filter: { search?: string; type?: string } = {},
  ) => {
    const query = { scope, search: '', type: '', limit: 100, offset: 0, ...filter }
    const { assistants: found, total_count } = await assistants.list(caller, query)
    expect(total_count).toBe(found.length)
    return found.map((one) => one.name.replace(/^\d+_/, ''))
  }

  it("lists each scope, newest first, without other people's assistants", async () => {
    expect(await names(world.ana, 'mine')).toEqual(['published', 'shared', 'private'])
    expect(await names(world.ben, 'shared')).toEqual(['shared'])
    expect(await names(world.ben, 'published')).toEqual(['published'])
    expect(await names(world.nora, 'organization')).toEqual(['of_ben', 'published', 'shared', 'private'])
    expect(await names(world.nora, 'mine')).toEqual([])
    await expect(names(world.ben, 'organization')).rejects.toMatchObject({ status: 403 })
  })

  it('separates organizations in every scope, search and count', async () => {
    expect(await names(world.eve, 'mine')).toEqual(['foreign_published', 'foreign_private'])
    expect(await names(world.eve, 'shared')).toEqual([])
    expect(await names(world.eve, 'published')).toEqual(['foreign_published'])
    expect(await names(world.sven, 'organization')).toEqual(['foreign_published', 'foreign_private'])
    for (const scope of ['mine', 'shared', 'published', 'usable', 'organization'] as const) {
      expect(await names(world.sven, scope, { search: 'roma' })).toEqual([])
      expect(await names(world.nora, scope, { search: 'foreign' })).toEqual([])
    }
  })

  it('drops shares with someone who moved to another organization', async () => {
    expect(await names({ ...world.ben, organizationId: world.south }, 'shared')).toEqual([])
    expect(await names({ ...world.ben, organizationId: world.south }, 'mine')).toEqual([])
  })

  it('finds a name by its words, as people see and type them', async () => {
    expect(await names(world.nora, 'organization', { search: 'of  ben' })).toEqual(['of_ben'])
  })

  it('searches names and descriptions, and takes % and _ literally', async () => {
    expect(await names(world.ana, 'mine', { search: 'ROM' })).toEqual(['published', 'private'])
    expect(await names(world.ana, 'mine', { search: 'ÀREA' })).toEqual(['published'])
    expect(await names(world.ana, 'mine', { search: '100%' })).toEqual(['private'])
    expect(await names(world.ana, 'mine', { search: '%' })).toEqual(['private'])
    expect(await names(world.nora, 'organization', { search: 'of_b' })).toEqual(['of_ben'])
    expect(await names(world.nora, 'organization', { search: 'of%b' })).toEqual([])
    expect(await names(world.nora, 'organization', { search: "'; drop table assistants; --" })).toEqual([])
  })

  it('distinguishes types, also next to invalid settings', async () => {
    expect(await names(world.ana, 'mine', { type: 'multi_tool' })).toEqual(['published', 'shared'])
    expect(await names(world.nora, 'organization', { type: 'classic' })).toEqual(['of_ben', 'private'])
    expect(await names(world.ana, 'mine', { type: 'multi-tool' })).toEqual([])
  })

  it('returns pages with the total count', async () => {
    const { assistants: page, total_count } = await assistants.listOwn(world.ana, { limit: 1, offset: 1 })
    expect(page.map((one) => one.id)).toEqual([ids.shared])
    expect(page[0]).toMatchObject({ access_level: null, is_owner: null, system_prompt: 'Be kind.' })
    expect(total_count).toBe(3)
    expect(await assistants.listOwn(world.ana, { limit: 1, offset: 7 })).toEqual({
      assistants: [],
      total_count: 3,
    })
  })

  it('lists as models the assistants each person may chat with', async () => {
    const usable = async (caller: Parameters<typeof listUsable>[1]) =>
      (await listUsable(db, caller)).map((one) => one.name.replace(/^\d+_/, ''))
    expect(await usable(world.ana)).toEqual(['private', 'shared', 'published'])
    expect(await usable(world.ben)).toEqual(['shared', 'published', 'of_ben'])
    expect(await usable(world.nora)).toEqual(['published'])
    expect(await usable(world.eve)).toEqual(['foreign_private', 'foreign_published'])
    expect(await usable({ kind: 'system', trustedForwarder: true })).toEqual([
      'published',
      'foreign_published',
    ])
    expect(await usable({ ...world.ana, onlyAssistants: [ids.private!, ids.foreign_published!] })).toEqual([
      'private',
    ])
    expect(await usable({ ...world.ana, onlyAssistants: [] })).toEqual([])
    const [first] = await listUsable(db, world.nora)
    expect(first).toEqual({
      id: ids.published,
      name: 'published',
      description: 'ÀREA de Roma',
      created_at: expect.any(Number),
      published: true,
      organization_name: 'University north',
      metadata: expect.stringContaining('"assistant_type":"multi_tool"'),
    })
  })

  it('lists those that an assistant of the caller may ask, and finds some of them by id', async () => {
    const make = async (owner: UserCaller, name: string) =>
      (await assistants.create(owner, draft({ name }))).id
    const own = await make(world.ben, 'Askable own')
    const shared = await make(world.ana, 'Askable shared')
    const published = await make(world.ana, 'Askable published')
    const closed = await make(world.ana, 'Askable closed')
    const foreign = await make(world.eve, 'Askable foreign')
    await shareWith(db, shared, world.ben)
    await assistants.setPublished(world.ana, published, true)
    await assistants.setPublished(world.eve, foreign, true)
    const page = { scope: 'usable', type: '', limit: 100, offset: 0 } as const
    const found = await assistants.list(world.ben, { ...page, search: 'Askable' })
    expect(found.assistants.map(({ id, owner_name }) => [id, owner_name])).toEqual([
      [published, 'ana'],
      [shared, 'ana'],
      [own, 'ben'],
    ])
    const ids = [published, closed, foreign, 999_999]
    const named = await assistants.list(world.ben, { ...page, search: '', ids })
    expect(named).toMatchObject({ total_count: 1, assistants: [{ id: published }] })
    const student = { ...world.ben, userId: 99_999, userType: 'end_user' } as const
    expect((await assistants.list(student, { ...page, search: '', ids })).assistants).toMatchObject([
      { id: published, owner_name: '', owner: '' },
    ])
  })
})
