import { beforeAll, expect, it } from 'vitest'
import type { UserCaller } from '../../platform/caller.ts'
import type { Db } from '../../platform/db/db.ts'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import { addOrganization, addUser, createWorld } from '../assistants/testing.ts'
import { createRubricService, type RubricService } from './rubric.service.ts'
import type { RubricFields } from './rubric-data.ts'
import { draft } from './testing.ts'

const notFound = { code: 'not_found' }
const forbidden = { code: 'forbidden' }
const page = { limit: 50, offset: 0 }
const all = { search: '', subject: '', gradeLevel: '' }
describeOnEachDatabase('rubrics', (open) => {
  let people: Awaited<ReturnType<typeof createWorld>>
  let rubrics: RubricService
  let db: Db
  let maySharePeople = true
  let mine: string
  let shared: string

  beforeAll(async () => {
    db = (await open()).db
    people = await createWorld(db)
    rubrics = createRubricService({ db, maySharePeople: async () => maySharePeople })
    mine = (await rubrics.create(people.ana, draft('Private 100%'))).rubric_id
    shared = (await rubrics.create(people.ana, draft('Open', { subject: 'His"tory', gradeLevel: '7' })))
      .rubric_id
    await rubrics.update(people.ana, shared, { is_public: true })
  })

  const titles = async (caller: UserCaller, ...rest: [Parameters<RubricService['list']>[1], object?]) => {
    const list = await rubrics.list(caller, rest[0], { ...all, ...rest[1] }, page)
    expect(list.total).toBe(list.rubrics.length)
    return list.rubrics.map((rubric) => rubric.title)
  }

  it('limits the number of rubrics per person', async () => {
    const small = createRubricService({ db, maySharePeople: async () => true, maxPerPerson: 3 })
    const made = await small.create(people.ana, draft('The third'))
    const full = {
      code: 'bad_request',
      message: expect.stringContaining('Too many rubrics (limit: 3 per person)'),
    }
    await expect(small.create(people.ana, draft('Too many'))).rejects.toMatchObject(full)
    await expect(small.duplicate(people.ana, made.rubric_id)).rejects.toMatchObject(full)
    await small.delete(people.ana, made.rubric_id)
    await small.delete(people.ana, (await small.create(people.ana, draft('Again'))).rubric_id)
  })

  it('returns the whole record, by uuid and by number', async () => {
    const record = await rubrics.get(people.ana, mine)
    expect(record).toEqual({
      id: expect.any(Number),
      rubric_id: mine,
      organization_id: people.north,
      owner_email: 'ana@example.edu',
      title: 'Private 100%',
      description: 'Finding one’s way',
      rubric_data: expect.objectContaining({ title: 'Private 100%', maxScore: 10, scoringType: 'points' }),
      is_public: 0,
      is_showcase: 0,
      parent_rubric_id: null,
      created_at: expect.any(Number),
      updated_at: expect.any(Number),
      organization_slug: 'north',
    })
    expect(await rubrics.get(people.ana, record.id)).toEqual(record)
    expect(await rubrics.get(people.ana, String(record.id))).toEqual(record)
    for (const odd of ['', 'x', '0', '9'.repeat(15), '9'.repeat(30), 'a\u0000', "' or 1=1 --"]) {
      await expect(rubrics.get(people.ana, odd)).rejects.toMatchObject(notFound)
    }
  })

  it('lists, counts and filters the caller’s own rubrics, the public ones, and both', async () => {
    expect(await titles(people.ana, 'mine')).toEqual(['Open', 'Private 100%'])
    expect(await titles(people.ana, 'usable')).toEqual(['Open', 'Private 100%'])
    expect(await titles(people.ben, 'mine')).toEqual([])
    expect(await titles(people.ben, 'usable')).toEqual(['Open'])
    expect(await titles(people.ben, 'public')).toEqual(['Open'])
    expect(await titles(people.ana, 'mine', { search: 'PRIV' })).toEqual(['Private 100%'])
    expect(await titles(people.ana, 'mine', { search: '0%' })).toEqual(['Private 100%'])
    expect(await titles(people.ana, 'mine', { search: '%' })).toEqual(['Private 100%'])
    expect(await titles(people.ana, 'mine', { subject: 'geography' })).toEqual(['Private 100%'])
    expect(await titles(people.ana, 'mine', { subject: 'his"tory', gradeLevel: '7' })).toEqual(['Open'])
    expect(await titles(people.ana, 'mine', { subject: 'geography', gradeLevel: '7' })).toEqual([])
    expect(await rubrics.list(people.ana, 'mine', all, { limit: 1, offset: 1 })).toMatchObject({
      rubrics: [{ title: 'Private 100%' }],
      total: 2,
    })
  })

  it('refuses another organization every action', async () => {
    for (const stranger of [people.eve, people.sven]) {
      for (const key of [mine, shared]) {
        await refusesEverything(stranger, key)
        expect(await rubrics.findForOwner(stranger, key)).toBeUndefined()
      }
      for (const scope of ['mine', 'public', 'usable'] as const) {
        expect(await titles(stranger, scope)).toEqual([])
      }
    }
  })

  it('does not reveal to a colleague that a private rubric exists', () => refusesEverything(people.ben, mine))

  async function refusesEverything(caller: UserCaller, key: string) {
    await expect(rubrics.get(caller, key)).rejects.toMatchObject(notFound)
    await expect(rubrics.read(caller, key)).rejects.toMatchObject(notFound)
    await expect(rubrics.duplicate(caller, key)).rejects.toMatchObject(notFound)
    await expect(rubrics.update(caller, key, { is_public: true })).rejects.toMatchObject(notFound)
    await expect(rubrics.setShowcase(caller, key, true)).rejects.toMatchObject(notFound)
    await expect(rubrics.update(caller, key, { title: 'x' })).rejects.toMatchObject(notFound)
    await expect(rubrics.delete(caller, key)).rejects.toMatchObject(notFound)
  }

  it('lets colleagues read and copy public rubrics, and only the owner change them', async () => {
    expect((await rubrics.read(people.ben, shared)).sheet.criteria).toHaveLength(2)
    const copy = await rubrics.duplicate(people.ben, shared)
    expect(copy).toMatchObject({
      title: 'Open (Copy)',
      owner_email: 'ben@example.edu',
      is_public: 0,
      parent_rubric_id: shared,
      rubric_data: { title: 'Open (Copy)' },
    })
    expect(copy.rubric_id).not.toBe(shared)
    for (const caller of [people.ben, people.nora]) {
      await expect(rubrics.update(caller, shared, { title: 'x' })).rejects.toMatchObject(forbidden)
      await expect(rubrics.update(caller, shared, { is_public: false })).rejects.toMatchObject(forbidden)
      await expect(rubrics.delete(caller, shared)).rejects.toMatchObject(forbidden)
    }
  })

  it('finds for an assistant the rubrics that its owner has or may use', async () => {
    const { ana, ben, nora, south } = people
    const { id } = await rubrics.get(ana, mine)
    for (const key of [mine, id, String(id)]) {
      expect(await rubrics.findForOwner(ana, key)).toMatchObject({ rubricId: mine, title: 'Private 100%' })
      // An admin sees it, but an assistant of the admin does not read a colleague's private rubric.
      for (const other of [ben, nora]) expect(await rubrics.findForOwner(other, key)).toBeUndefined()
    }
    expect(await rubrics.findForOwner(ben, shared)).toMatchObject({ sheet: { maxScore: 10 } })
    // Someone who has moved to another organization.
    expect(await rubrics.findForOwner({ userId: ana.userId, organizationId: south }, mine)).toBeUndefined()
    expect(await rubrics.findForOwner(ana, 'a\u0000')).toBeUndefined()
  })

  it('changes the given fields, in the columns and in the JSON', async () => {
    const { rubric_id: key } = await rubrics.create(people.ana, draft('Changing'))
    const changed = await rubrics.update(people.ana, key, { title: 'Changed', maxScore: '20' })
    expect(changed).toMatchObject({
      title: 'Changed',
      description: 'Finding one’s way',
      rubric_data: { title: 'Changed', maxScore: 20, metadata: { subject: 'Geography' } },
    })
    await expect(rubrics.update(people.ana, key, { criteria: [] })).rejects.toMatchObject({
      code: 'invalid',
    })
    await rubrics.delete(people.ana, key)
    await expect(rubrics.get(people.ana, key)).rejects.toMatchObject(notFound)
  })

  it('becomes public only with permission, and can always be made private, which removes it from the showcase', async () => {
    const { rubric_id: key } = await rubrics.create(people.ana, draft('Showing'))
    await expect(rubrics.setShowcase(people.nora, key, true)).rejects.toMatchObject({ code: 'bad_request' })
    maySharePeople = false
    await expect(rubrics.update(people.ana, key, { is_public: true })).rejects.toMatchObject(forbidden)
    maySharePeople = true
    await rubrics.update(people.ana, key, { is_public: true })
    await expect(rubrics.setShowcase(people.ana, key, true)).rejects.toMatchObject(forbidden)
    await rubrics
      .create(people.ana, draft('Newest'))
      .then(({ id }) => rubrics.update(people.ana, id, { is_public: true }))
    expect(await rubrics.setShowcase(people.nora, key, true)).toMatchObject({ is_showcase: 1 })
    expect(await titles(people.ben, 'public')).toEqual(['Showing', 'Newest', 'Open'])
    maySharePeople = false
    expect(await rubrics.update(people.ana, key, { is_public: false })).toMatchObject({
      is_public: 0,
      is_showcase: 0,
    })
    maySharePeople = true
  })

  it('offers public rubrics of the system organization to everyone as templates, to read and to copy', async () => {
    const system = await addOrganization(db, 'system')
    await db.updateTable('organizations').set({ is_system: 1 }).where('id', '=', system).execute()
    const [host, boss] = [
      await addUser(db, system, 'host'),
      await addUser(db, system, 'boss', { organizationRole: 'admin' }),
    ]
    const { rubric_id: key } = await rubrics.create(host, draft('Template'))
    await expect(rubrics.get(people.eve, key)).rejects.toMatchObject(notFound)
    await rubrics.update(host, key, { is_public: true })
    expect(await titles(people.eve, 'public')).toEqual(['Template'])
    expect(await titles(people.eve, 'showcase')).toEqual([])
    await rubrics.setShowcase(boss, key, true)
    expect(await titles(people.ben, 'public')).toEqual(['Template', 'Newest', 'Open'])
    expect(await titles(people.eve, 'showcase')).toEqual(['Template'])
    expect(await rubrics.get(people.eve, key)).toMatchObject({
      title: 'Template',
      organization_slug: 'system',
    })
    expect(await rubrics.duplicate(people.eve, key)).toMatchObject({ organization_id: people.south })
    // No one else can change it, and assistants only use rubrics of their own organization.
    for (const caller of [people.eve, people.sven]) {
      await expect(rubrics.update(caller, key, { title: 'x' })).rejects.toMatchObject(forbidden)
      await expect(rubrics.delete(caller, key)).rejects.toMatchObject(forbidden)
      await expect(rubrics.update(caller, key, { is_public: false })).rejects.toMatchObject(forbidden)
      await expect(rubrics.setShowcase(caller, key, false)).rejects.toMatchObject(forbidden)
      expect(await rubrics.findForOwner(caller, key)).toBeUndefined()
    }
    expect(await titles(people.sven, 'usable')).toEqual([])
    await rubrics.update(host, key, { is_public: false })
    await expect(rubrics.get(people.eve, key)).rejects.toMatchObject(notFound)
  })

  it('can be read for changes by its owner only', async () => {
    expect(await rubrics.readToChange(people.ana, shared)).toMatchObject({ title: 'Open' })
    await expect(rubrics.readToChange(people.ben, shared)).rejects.toMatchObject(forbidden)
    await expect(rubrics.readToChange(people.eve, shared)).rejects.toMatchObject(notFound)
  })

  it('loses no concurrent change', async () => {
    const { id } = await rubrics.create(people.ana, draft('Crowded'))
    const changes: RubricFields[] = [
      { title: 'Crowded still' },
      { description: 'By many' },
      { subject: 'Chess' },
      { gradeLevel: '12' },
      { scoringType: 'holistic' },
      { maxScore: 77 },
    ]
    await Promise.all([
      ...changes.map((change) => rubrics.update(people.ana, id, { ...change })),
      rubrics.update(people.ana, id, { is_public: true }),
    ])
    expect(await rubrics.get(people.ana, id)).toMatchObject({
      title: 'Crowded still',
      description: 'By many',
      is_public: 1,
      rubric_data: {
        title: 'Crowded still',
        metadata: { subject: 'Chess', gradeLevel: '12' },
        scoringType: 'holistic',
        maxScore: 77,
      },
    })
    await rubrics.delete(people.ana, id)
  })

  it('keeps no private rubric in the showcase', async () => {
    const { id } = await rubrics.create(people.ana, draft('Torn'))
    for (let round = 0; round < 5; round++) {
      await rubrics.update(people.ana, id, { is_public: true })
      await Promise.allSettled([
        rubrics.setShowcase(people.nora, id, true),
        rubrics.update(people.ana, id, { is_public: false }),
      ])
      expect(await rubrics.get(people.ana, id)).toMatchObject({ is_public: 0, is_showcase: 0 })
    }
    expect(await titles(people.ben, 'showcase')).not.toContain('Torn')
    await rubrics.delete(people.ana, id)
  })

  it('imports its own exports', async () => {
    const { stored } = await rubrics.read(people.ana, shared)
    const imported = await rubrics.importFile(people.eve, JSON.stringify(stored), 'json')
    expect(imported).toMatchObject({ title: 'Open', organization_id: people.south, is_public: 0 })
    expect(imported.rubric_data.criteria).toEqual(stored.criteria)
    await expect(rubrics.importFile(people.eve, '{}', 'json')).rejects.toMatchObject({ code: 'invalid' })
  })

  it('reads rows from elsewhere, whatever they contain', async () => {
    const { sven } = people
    const row = { organization_id: sven.organizationId, owner_id: sven.userId, parent_rubric_id: null }
    const times = { created_at: 1, updated_at: 1 }
    for (const [title, data] of [
      ['Spaced', '{"title": "x", "metadata": {"subject": "Music"}}'],
      ['Broken', '{'],
    ] as const) {
      const rubric = { ...row, ...times, rubric_id: `old-${title}`, title, rubric_data: data }
      await db.insertInto('rubrics').values(rubric).execute()
    }
    expect(await titles(sven, 'mine', { subject: 'music' })).toEqual(['Spaced'])
    expect(await rubrics.get(sven, 'old-Broken')).toMatchObject({ title: 'Broken', rubric_data: {} })
    expect(await rubrics.findForOwner(sven, 'old-Broken')).toMatchObject({
      sheet: { title: 'Broken', criteria: [], maxScore: 10 },
    })
    expect(await rubrics.duplicate(sven, 'old-Broken')).toMatchObject({ title: 'Broken (Copy)' })
  })
})
