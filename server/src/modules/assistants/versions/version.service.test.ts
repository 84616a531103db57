import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Db } from '../../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import type { AssistantService } from '../assistant.service.ts'
import { createPlainAssistants, createWorld, draft, noChange, shareWith } from '../testing.ts'
import { createVersionService, type VersionService } from './version.service.ts'

describeOnEachDatabase('versions of an assistant', (open) => {
  let db: Db
  let world: Awaited<ReturnType<typeof createWorld>>
  let assistants: AssistantService
  let versions: VersionService
  let id: number
  const page = { limit: 50, offset: 0 }

  beforeAll(async () => {
    db = (await open()).db
    world = await createWorld(db)
    assistants = createPlainAssistants(db)
    versions = createVersionService({ db, assistants })
  })
  beforeEach(async () => {
    id = (await assistants.create(world.ana, draft({ description: 'one' }))).id
    await assistants.update(world.ana, id, { ...noChange, description: 'two' })
    await assistants.update(world.nora, id, { ...noChange, description: 'three', system_prompt: 'Be brief.' })
  })

  it('lists every version with its author, newest first', async () => {
    const { versions: listed, total_count } = await versions.list(world.ana, id, page)
    expect(total_count).toBe(3)
    expect(listed.map(({ version, current, saved_by }) => [version, current, saved_by])).toEqual([
      [3, true, 'nora@example.edu'],
      [2, false, 'ana@example.edu'],
      [1, false, 'ana@example.edu'],
    ])
    const second = await versions.list(world.ana, id, { limit: 1, offset: 1 })
    expect(second.versions).toEqual([listed[1]])
    expect((await versions.list(world.ana, id, { limit: 1, offset: 3 })).versions).toEqual([])
  })

  it('returns each version as it was', async () => {
    expect(await versions.get(world.ana, id, 1)).toMatchObject({
      version: 1,
      current: false,
      description: 'one',
    })
    expect(await versions.get(world.ana, id, 3)).toMatchObject({ current: true, system_prompt: 'Be brief.' })
    await expect(versions.get(world.ana, id, 4)).rejects.toMatchObject({
      status: 404,
      message: 'Version not found',
    })
  })

  it('lists the differences between two versions', async () => {
    expect(await versions.diff(world.ana, id, 1, 2)).toEqual({
      from: 1,
      to: 2,
      changes: [{ field: 'description', from: 'one', to: 'two' }],
    })
    expect((await versions.diff(world.ana, id, 1, 'current')).changes).toHaveLength(2)
    await expect(versions.diff(world.ana, id, 1, 9)).rejects.toMatchObject({ status: 404 })
  })

  it('restores with a save that can itself be undone', async () => {
    expect(await versions.restore(world.ana, id, 1)).toMatchObject({
      description: 'one',
      system_prompt: 'Be kind.',
      version: 4,
    })
    expect(await versions.restore(world.ana, id, 3)).toMatchObject({ description: 'three', version: 5 })
    expect((await versions.list(world.ana, id, page)).total_count).toBe(5)
  })

  it('gives versions names, the current one included', async () => {
    await versions.rename(world.ana, id, 1, 'Spring')
    await versions.rename(world.ana, id, 3, 'Autumn')
    await versions.rename(world.ana, id, 1, 'Spring 2026')
    const names = async () => (await versions.list(world.ana, id, page)).versions.map(({ name }) => name)
    expect(await names()).toEqual(['Autumn', null, 'Spring 2026'])
    await assistants.update(world.ana, id, { ...noChange, description: 'four' })
    await versions.rename(world.ana, id, 1, null)
    expect(await names()).toEqual([null, 'Autumn', null, null])
    await expect(versions.rename(world.ana, id, 9, 'x')).rejects.toMatchObject({ status: 404 })
    await expect(versions.rename(world.eve, id, 1, 'x')).rejects.toMatchObject({ status: 404 })
  })

  it('creates no version for a save without changes', async () => {
    await assistants.update(world.ana, id, { ...noChange, description: 'three' })
    expect(await versions.restore(world.ana, id, 3)).toMatchObject({ version: 3 })
  })

  it('refuses to restore a name that has been taken since', async () => {
    const moved = await assistants.create(world.ana, draft({ name: 'contested' }))
    await assistants.update(world.ana, moved.id, { ...noChange, name: 'moved away' })
    await assistants.create(world.ana, draft({ name: 'contested' }))
    await expect(versions.restore(world.ana, moved.id, 1)).rejects.toMatchObject({ status: 409 })
    expect(await assistants.get(world.ana, moved.id)).toMatchObject({ name: 'moved away', version: 2 })
  })

  it('is for people who may edit the assistant', async () => {
    await shareWith(db, id, world.ben)
    const all = (caller: typeof world.ben) => [
      () => versions.list(caller, id, page),
      () => versions.get(caller, id, 1),
      () => versions.diff(caller, id, 1, 'current'),
      () => versions.restore(caller, id, 1),
    ]
    for (const attempt of all(world.ben)) await expect(attempt()).rejects.toMatchObject({ status: 403 })
    await assistants.setPublished(world.ana, id, true)
    for (const stranger of [world.eve, world.sven]) {
      for (const attempt of all(stranger)) {
        await expect(attempt()).rejects.toMatchObject({ status: 404, message: 'Assistant not found' })
      }
    }
    await assistants.remove(world.ana, id)
    for (const attempt of all(world.ana)) await expect(attempt()).rejects.toMatchObject({ status: 404 })
  })
})
