import type { TemplateDraft } from '@bellwether/wire'
import { beforeAll, describe, expect, it } from 'vitest'
import type { UserCaller } from '../../../platform/caller.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { createWorld } from '../testing.ts'
import { createTemplateService, type TemplateService, toCopyName, toFreeName } from './template.service.ts'

const draft = (name: string, fields: Partial<TemplateDraft> = {}): TemplateDraft => ({
  name,
  description: 'for essays',
  system_prompt: 'Be kind.',
  prompt_template: '{user_input}',
  metadata: { level: 2 },
  is_shared: undefined,
  ...fields,
})

const notFound = { code: 'not_found' }
const forbidden = { code: 'forbidden' }
const page = { limit: 50, offset: 0, search: '' }

describe('names of templates', () => {
  it('uses the first free number', () => {
    expect(toFreeName('Essay', new Set())).toBe('Essay')
    expect(toFreeName('Essay', new Set(['Essay', 'Essay (2)']))).toBe('Essay (3)')
  })

  it('never exceeds the maximum length', () => {
    const long = 'x'.repeat(255)
    expect(toCopyName(long)).toHaveLength(255)
    expect(toFreeName(long, new Set([long]))).toHaveLength(255)
  })
})

describeOnEachDatabase('templates', (open) => {
  let people: Awaited<ReturnType<typeof createWorld>>
  let templates: TemplateService
  let maySharePeople = true
  let mine: number
  let shared: number

  beforeAll(async () => {
    const { db } = await open()
    people = await createWorld(db)
    templates = createTemplateService({ db, maySharePeople: async () => maySharePeople })
    mine = (await templates.create(people.ana, draft('Private'))).id
    shared = (await templates.create(people.ana, draft('Open', { is_shared: true }))).id
  })

  it('returns the whole record', async () => {
    expect(await templates.get(people.ana, mine)).toEqual({
      id: mine,
      organization_id: people.north,
      owner_email: 'ana@example.edu',
      name: 'Private',
      description: 'for essays',
      system_prompt: 'Be kind.',
      prompt_template: '{user_input}',
      is_shared: false,
      metadata: { level: 2 },
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
      owner_name: 'ana',
      is_owner: true,
    })
    expect(await templates.get(people.ben, shared)).toMatchObject({ is_owner: false, is_shared: true })
  })

  it('lists and counts the caller’s own templates, and those shared by colleagues', async () => {
    expect(await templates.list(people.ana, 'mine', { limit: 1, offset: 1, search: '' })).toMatchObject({
      templates: [{ name: 'Private' }],
      total: 2,
    })
    expect((await templates.list(people.ana, 'shared', page)).total).toBe(0)
    const forBen = await templates.list(people.ben, 'shared', page)
    expect(forBen.templates.map((template) => template.name)).toEqual(['Open'])
    expect(forBen.total).toBe(1)
  })

  it('searches names, descriptions and prompts', async () => {
    const findNames = async (search: string, caller = people.ana, scope: 'mine' | 'shared' = 'mine') => {
      const { templates: list, total } = await templates.list(caller, scope, { ...page, search })
      expect(total).toBe(list.length)
      return list.map(({ name }) => name)
    }
    expect(await findNames('PRIV')).toEqual(['Private'])
    expect(await findNames('for essays')).toEqual(['Open', 'Private'])
    expect(await findNames('user_input')).toContain('Private')
    expect(await findNames('%')).toEqual([])
    expect(await findNames('open', people.ben, 'shared')).toEqual(['Open'])
    expect(await findNames('private', people.ben, 'shared')).toEqual([])
  })

  it('refuses another organization every action', async () => {
    for (const stranger of [people.eve, people.sven]) {
      for (const id of [mine, shared]) await refusesEverything(stranger, id)
      for (const scope of ['mine', 'shared'] as const) {
        expect(await templates.list(stranger, scope, page)).toMatchObject({ templates: [], total: 0 })
      }
    }
  })

  it('does not reveal to a colleague that an unshared template exists', () =>
    refusesEverything(people.ben, mine))

  async function refusesEverything(caller: UserCaller, id: number) {
    await expect(templates.get(caller, id)).rejects.toMatchObject(notFound)
    await expect(templates.duplicate(caller, id, undefined)).rejects.toMatchObject(notFound)
    await expect(templates.export(caller, [id])).rejects.toMatchObject(notFound)
    await expect(templates.update(caller, id, { is_shared: true })).rejects.toMatchObject(notFound)
    await expect(templates.update(caller, id, { name: 'taken over' })).rejects.toMatchObject(notFound)
    await expect(templates.delete(caller, id)).rejects.toMatchObject(notFound)
  }

  it('lets colleagues read and copy shared templates, and only the owner change them', async () => {
    expect((await templates.export(people.ben, [shared])).templates).toMatchObject([{ name: 'Open' }])
    expect(await templates.duplicate(people.ben, shared, undefined)).toMatchObject({
      name: 'Open (Copy)',
      is_owner: true,
      is_shared: false,
    })
    expect((await templates.duplicate(people.ben, shared, undefined)).name).toBe('Open (Copy) (2)')
    await expect(templates.update(people.ben, shared, { name: 'x' })).rejects.toMatchObject(forbidden)
    await expect(templates.update(people.ben, shared, { is_shared: false })).rejects.toMatchObject(forbidden)
    await expect(templates.delete(people.ben, shared)).rejects.toMatchObject(forbidden)
  })

  it('lets an organization admin read, but not change', async () => {
    expect(await templates.get(people.nora, mine)).toMatchObject({ is_owner: false })
    await expect(templates.update(people.nora, mine, { name: 'x' })).rejects.toMatchObject(forbidden)
  })

  it('refuses an export with an inaccessible template', async () => {
    await expect(templates.export(people.ben, [shared, mine])).rejects.toMatchObject(notFound)
  })

  it('refuses a name that the caller already uses, but not one that another person uses', async () => {
    const taken = { code: 'bad_request' }
    await expect(templates.create(people.ana, draft('Open'))).rejects.toMatchObject(taken)
    await expect(templates.update(people.ana, mine, { name: 'Open' })).rejects.toMatchObject(taken)
    await expect(templates.duplicate(people.ana, mine, 'Open')).rejects.toMatchObject(taken)
    expect(await templates.create(people.nora, draft('Open'))).toMatchObject({ name: 'Open' })
  })

  it('changes only what is given', async () => {
    const { id } = await templates.create(people.ana, draft('Changing'))
    const changed = await templates.update(people.ana, id, { description: '' })
    expect(changed).toMatchObject({
      name: 'Changing',
      description: '',
      system_prompt: 'Be kind.',
      metadata: { level: 2 },
    })
    await templates.delete(people.ana, id)
    await expect(templates.get(people.ana, id)).rejects.toMatchObject(notFound)
  })

  it('shares only with permission, and can always stop sharing', async () => {
    const { id } = await templates.create(people.ana, draft('Sharing', { is_shared: true }))
    maySharePeople = false
    try {
      expect(await templates.update(people.ana, id, { is_shared: true })).toMatchObject({ is_shared: true })
      expect(await templates.update(people.ana, id, { is_shared: false })).toMatchObject({ is_shared: false })
      await expect(templates.update(people.ana, id, { is_shared: true })).rejects.toMatchObject(forbidden)
      await expect(templates.update(people.ana, id, { is_shared: true })).rejects.toMatchObject(forbidden)
      await expect(templates.create(people.ana, draft('More', { is_shared: true }))).rejects.toMatchObject(
        forbidden,
      )
    } finally {
      maySharePeople = true
    }
  })

  it('imports an export under free names, in the same order', async () => {
    const file = await templates.export(people.ana, [shared, mine])
    expect(file.exported_at).toMatch(/Z$/)
    const imported = await templates.import(people.ana, [...file.templates, ...file.templates])
    expect(imported.map((template) => template.name)).toEqual([
      'Open (2)',
      'Private (2)',
      'Open (3)',
      'Private (3)',
    ])
    expect(imported.every((template) => !template.is_shared && template.is_owner)).toBe(true)
  })

  it('gives concurrent imports of one file different names', async () => {
    const { templates: file } = await templates.export(people.ana, [shared])
    const imported = await Promise.all(Array.from({ length: 8 }, () => templates.import(people.eve, file)))
    const names = imported.flat().map((template) => template.name)
    expect(new Set(names).size).toBe(8)
    expect(names).toContain('Open')
  })
})
