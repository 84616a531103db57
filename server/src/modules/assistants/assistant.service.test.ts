import { beforeAll, describe, expect, it } from 'vitest'
import type { Db } from '../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import type { AssistantService } from './assistant.service.ts'
import {
  CLASSIC_SETTINGS,
  createPlainAssistants,
  createWorld,
  draft,
  noChange,
  shareWith,
} from './testing.ts'

describeOnEachDatabase('assistants', (open) => {
  let db: Db
  let world: Awaited<ReturnType<typeof createWorld>>
  let assistants: AssistantService
  beforeAll(async () => {
    db = (await open()).db
    world = await createWorld(db)
    assistants = createPlainAssistants(db)
  })

  describe('creating', () => {
    it('stores the settings unchanged and starts unpublished', async () => {
      const metadata = '{ "connector": "openai", "llm" : "x", "unknown": [1] }'
      const record = await assistants.create(world.ana, draft({ name: 'To The Letter', metadata }))
      expect(record).toMatchObject({
        id: record.assistant_id,
        name: 'To The Letter',
        lamb_name: `${world.ana.userId}_to_the_letter`,
        owner: 'ana@example.edu',
        metadata,
        api_callback: metadata,
        RAG_Top_k: 3,
        group_id: `assistant_${record.id}`,
        oauth_consumer_name: null,
        published: false,
        publish_status: false,
        access_level: 'full',
        is_owner: true,
        version: 1,
      })
    })

    it('numbers names that are taken, also for concurrent requests', async () => {
      const made = await Promise.all(
        [1, 2, 3, 4].map(() => assistants.create(world.ana, draft({ name: 'Same' }))),
      )
      expect(made.map((record) => record.name).sort()).toEqual(['Same', 'Same 2', 'Same 3', 'Same 4'])
      const own = `${world.ana.userId}_same`
      expect(made.map((record) => record.lamb_name).sort()).toEqual([own, `${own}_2`, `${own}_3`, `${own}_4`])
    })

    it.each([
      ['Química orgánica – 1º de Bachillerato (grupo B)', 'qumica_orgnica_1_de_bachillerato_grupo_b'],
      ['Ἀριστοτέλης', 'untitled'],
      ['日本語 🎓', 'untitled'],
      ['7_as_typed', '7_as_typed'],
    ])('keeps the name %j as typed, also when renamed, copied and exported', async (name, lamb) => {
      const made = await assistants.create(world.ben, draft({ name: ` ${name} ` }))
      const form = `${world.ben.userId}_${lamb}`
      expect(made).toMatchObject({ name, lamb_name: expect.stringMatching(`^${form.slice(0, 46)}(_\\d)?$`) })
      expect(await assistants.duplicate(world.ben, made.id)).toMatchObject({ name: `${name} copy` })
      await assistants.update(world.ben, made.id, { ...noChange, name: 'Other' })
      expect(await assistants.update(world.ben, made.id, { ...noChange, name })).toMatchObject({ name })
      const { content } = await assistants.exportFile(world.ben, made.id)
      expect(content).toMatchObject({ name })
      await assistants.remove(world.ben, made.id)
    })

    it('gives two names with the same LAMB form different LAMB names', async () => {
      const first = await assistants.create(world.ana, draft({ name: 'Café' }))
      const second = await assistants.create(world.ana, draft({ name: 'Caf' }))
      expect([first.name, second.name]).toEqual(['Café', 'Caf'])
      expect(second.lamb_name).toBe(`${first.lamb_name}_2`)
      const renamed = await assistants.update(world.ana, second.id, { ...noChange, name: 'CAF!' })
      expect(renamed).toMatchObject({ name: 'CAF!', lamb_name: `${first.lamb_name}_2` })
    })

    it('refuses a missing name and invalid settings', async () => {
      await expect(assistants.create(world.ana, draft({ name: undefined }))).rejects.toMatchObject({
        status: 400,
      })
      await expect(assistants.create(world.ana, draft({ metadata: '{' }))).rejects.toMatchObject({
        status: 400,
        message: /JSON object/,
      })
      const bare = await assistants.create(world.ana, draft({ metadata: undefined }))
      expect(JSON.parse(bare.metadata)).toEqual({
        prompt_processor: 'simple_augment',
        connector: 'openai',
        llm: '',
      })
    })

    it('checks tool settings before saving', async () => {
      const picky = createPlainAssistants(db, {
        checkSettings: () => Promise.reject(new Error('two tools, one place')),
      })
      const before = (await assistants.listOwn(world.ana, { limit: 1, offset: 0 })).total_count
      await expect(picky.create(world.ana, draft())).rejects.toThrow('two tools')
      expect((await assistants.listOwn(world.ana, { limit: 1, offset: 0 })).total_count).toBe(before)
    })
  })

  describe('changing', () => {
    it('changes what is sent and keeps the rest', async () => {
      const { id } = await assistants.create(world.ana, draft())
      const after = await assistants.update(world.ana, id, {
        ...noChange,
        description: '',
        name: 'Free Name!',
      })
      expect(after).toMatchObject({
        name: 'Free Name!',
        description: '',
        system_prompt: 'Be kind.',
        version: 2,
      })
      await expect(assistants.update(world.ana, id, { ...noChange, name: ' ' })).rejects.toMatchObject({
        status: 400,
      })
    })

    it('reports a duplicate name with the message that LAMB looks for', async () => {
      const one = await assistants.create(world.ana, draft({ name: 'one' }))
      const two = await assistants.create(world.ana, draft({ name: 'two' }))
      await expect(
        assistants.update(world.ana, two.id, { ...noChange, name: one.name }),
      ).rejects.toMatchObject({
        status: 409,
        message: expect.stringMatching(`named '${one.name}' already exists for this owner`),
      })
      expect((await assistants.get(world.ana, two.id)).version).toBe(1)
    })

    it('requires all parts in a save from LAMB, and otherwise fills in the model as on creation', async () => {
      const { id } = await assistants.create(world.ana, draft({ metadata: undefined }))
      const change = { ...noChange, description: 'x' }
      const words = 'Assistant metadata is incomplete. Missing required plugin fields: llm, rag_processor'
      await expect(assistants.update(world.ana, id, change, { complete: true })).rejects.toThrow(words)
      const { metadata } = await assistants.update(world.ana, id, { ...noChange, metadata: '{"llm":"m"}' })
      expect(JSON.parse(metadata)).toEqual({ llm: 'm', connector: 'openai' })
      expect(await assistants.update(world.ana, id, change)).toMatchObject({ description: 'x' })
    })

    it('refuses to overwrite a newer version, and one of two concurrent saves', async () => {
      const { id } = await assistants.create(world.ana, draft())
      await assistants.update(world.ana, id, { ...noChange, description: 'first', version: 1 })
      await expect(
        assistants.update(world.ana, id, { ...noChange, description: 'late', version: 1 }),
      ).rejects.toMatchObject({
        status: 409,
      })
      const results = await Promise.allSettled(
        ['a', 'b', 'c'].map((description) =>
          assistants.update(world.ana, id, { ...noChange, description, version: 2 }),
        ),
      )
      expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
      expect((await assistants.get(world.ana, id)).version).toBe(3)
    })

    it('loses none of many concurrent saves', async () => {
      const { id } = await assistants.create(world.ana, draft())
      await Promise.all([
        assistants.update(world.ana, id, { ...noChange, description: 'new' }),
        assistants.update(world.ana, id, { ...noChange, system_prompt: 'new' }),
        assistants.update(world.ana, id, { ...noChange, prompt_template: 'new' }),
      ])
      expect(await assistants.get(world.ana, id)).toMatchObject({
        description: 'new',
        system_prompt: 'new',
        prompt_template: 'new',
        version: 4,
      })
    })
  })

  describe('deleting', () => {
    it("frees its names and removes everyone's access", async () => {
      const made = await assistants.create(world.ana, draft({ name: 'Short Life' }))
      const { id, name, lamb_name } = made
      await assistants.setPublished(world.ana, id, true)
      await shareWith(db, id, world.ben)
      await assistants.remove(world.ana, id)
      for (const caller of [world.ana, world.ben, world.nora, world.root]) {
        await expect(assistants.get(caller, id)).rejects.toMatchObject({ status: 404 })
      }
      await expect(assistants.remove(world.ana, id)).rejects.toMatchObject({ status: 404 })
      const row = await db.selectFrom('assistants').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      expect(row.lamb_name).toMatch(new RegExp(`^${lamb_name}_deleted_\\d+$`))
      const next = await assistants.create(world.ana, draft({ name: 'Short Life' }))
      expect(next.name).toBe(name)
      expect(await assistants.setPublished(world.ana, next.id, true)).toMatchObject({
        oauth_consumer_name: lamb_name,
      })
    })

    it('can be undone by its owner for 30 days, without shares and publication', async () => {
      const { id, name } = await assistants.create(world.ana, draft({ name: 'Second Life' }))
      await assistants.setPublished(world.ana, id, true)
      await shareWith(db, id, world.ben)
      await assistants.remove(world.ana, id)
      for (const other of [world.ben, world.nora, world.root, world.eve]) {
        await expect(assistants.undelete(other, id)).rejects.toMatchObject({ status: 404 })
      }
      expect(await assistants.undelete(world.ana, id)).toMatchObject({
        name,
        published: false,
        system_prompt: 'Be kind.',
      })
      await expect(assistants.get(world.ben, id)).rejects.toMatchObject({ status: 404 })
      await expect(assistants.undelete(world.ana, id)).rejects.toMatchObject({ status: 404 })

      await assistants.remove(world.ana, id)
      await assistants.create(world.ana, draft({ name: 'Second Life' }))
      expect(await assistants.undelete(world.ana, id)).toMatchObject({ name: `${name} 2` })

      await assistants.remove(world.ana, id)
      const longAgo = Math.floor(Date.now() / 1000) - 31 * 24 * 3600
      await db.updateTable('assistants').set({ deleted_at: longAgo }).where('id', '=', id).execute()
      await expect(assistants.undelete(world.ana, id)).rejects.toMatchObject({ status: 404 })
    })
  })

  describe('publishing', () => {
    it('keeps its consumer name until it is unpublished', async () => {
      const { id, lamb_name: name } = await assistants.create(world.ana, draft({ name: 'Public' }))
      const published = await assistants.setPublished(world.ana, id, true)
      expect(published).toMatchObject({ published: true, publish_status: true, oauth_consumer_name: name })
      expect(published.published_at).toBeGreaterThan(1)
      await assistants.update(world.ana, id, { ...noChange, name: 'Renamed' })
      expect(await assistants.setPublished(world.root, id, true)).toMatchObject({ oauth_consumer_name: name })
      expect(await assistants.setPublished(world.ana, id, false)).toMatchObject({
        published: false,
        oauth_consumer_name: null,
        published_at: null,
      })
    })

    it('appends the id when another organization has the name', async () => {
      const here = await assistants.create(world.ana, draft({ name: 'clash' }))
      const there = await assistants.create(world.eve, draft({ name: 'clash' }))
      await assistants.setPublished(world.ana, here.id, true)
      await assistants.update(world.eve, there.id, { ...noChange, lamb_name: here.lamb_name })
      expect(await assistants.setPublished(world.eve, there.id, true)).toMatchObject({
        name: here.name,
        oauth_consumer_name: `${here.lamb_name}_${there.id}`,
      })
    })
  })

  describe('copies and exports', () => {
    it('gives a reader their own copy', async () => {
      const { id } = await assistants.create(world.ana, draft({ name: 'Original' }))
      await shareWith(db, id, world.ben)
      expect(await assistants.duplicate(world.ben, id)).toMatchObject({
        name: 'Original copy',
        owner: 'ben@example.edu',
        system_prompt: 'Be kind.',
        published: false,
      })
    })

    it('imports an exported file as a new assistant', async () => {
      const metadata = JSON.stringify({
        ...JSON.parse(CLASSIC_SETTINGS),
        rubric_id: 'foreign',
        file_path: '99/secret.md',
      })
      const { id } = await assistants.create(
        world.ana,
        draft({ name: 'Travels', metadata, rag_collections: '5,7' }),
      )
      const { fileName, content } = await assistants.exportFile(world.ana, id)
      expect(fileName).toBe('travels.json')
      expect(content).not.toHaveProperty('oauth_consumer_name')
      const imported = await assistants.importFile(world.eve, { ...content })
      expect(imported).toMatchObject({
        name: 'Travels',
        owner: 'eve@example.edu',
        organization_id: world.south,
        metadata,
        RAG_collections: '5,7',
      })
      expect(imported.id).not.toBe(id)
    })
  })
})
