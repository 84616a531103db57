import { type ToolEntry, type ToolTemplateDraft, toolTemplateDraftSchema } from '@bellwether/wire'
import { beforeAll, describe, expect, it } from 'vitest'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { createWorld } from '../testing.ts'
import { BUILT_IN_TEMPLATES } from './built-in-templates.ts'
import { createToolTemplateService, stripIds, type ToolTemplateService } from './tool-template.service.ts'

const draft = (fields: object = {}): ToolTemplateDraft =>
  toolTemplateDraftSchema.parse({
    name: 'Lab helper',
    description: 'For the lab.',
    icon: 'flask',
    tools: [{ type: 'rubric_rag', use: 'inject', enabled: true, config: { format: 'json' } }],
    prompt_template: '{rubric}{user_input}',
    system_prompt: 'Be kind.',
    suggested_questions: ['How do I begin?'],
    ...fields,
  })
const notFound = { code: 'not_found' }
const forbidden = { code: 'forbidden' }

/** The real function from `app/` is covered by the routes test. */
const normalize = (tools: readonly unknown[]) => ({
  entries: tools.filter((tool) => typeof tool === 'object') as ToolEntry[],
  unreadable: tools.flatMap((tool, index) => (typeof tool === 'object' ? [] : [index])),
})

describe('built-in templates', () => {
  it('have unique ids and names', () => {
    expect(BUILT_IN_TEMPLATES.length).toBeGreaterThanOrEqual(6)
    for (const field of ['id', 'name'] as const)
      expect(new Set(BUILT_IN_TEMPLATES.map((one) => one[field])).size).toBe(BUILT_IN_TEMPLATES.length)
    for (const { id } of BUILT_IN_TEMPLATES) expect(id).toMatch(/^builtin:[a-z_]+$/)
  })
  it('refer to no one’s objects, and would be accepted from an admin', () => {
    for (const { id: _id, ...template } of BUILT_IN_TEMPLATES) {
      expect(toolTemplateDraftSchema.parse(template)).toEqual(template)
      expect(stripIds(template.tools)).toEqual({ entries: template.tools, cleared: [] })
    }
  })
})

describe('ids in settings', () => {
  it('are removed and reported, for every tool', () => {
    const entry = { type: 'x', use: 'inject' as const, enabled: true }
    expect(
      stripIds([
        { ...entry, config: { collections: ['5'], top_k: 3 } },
        { ...entry, config: { file_path: '7/a.md', rubric_id: '', collections: [] } },
      ]),
    ).toEqual({
      entries: [
        { ...entry, config: { top_k: 3 } },
        { ...entry, config: {} },
      ],
      cleared: ['/tools/0/config/collections', '/tools/1/config/file_path'],
    })
  })
})

describeOnEachDatabase('tool templates', (open) => {
  let people: Awaited<ReturnType<typeof createWorld>>
  let templates: ToolTemplateService
  let id: string

  beforeAll(async () => {
    const { db } = await open()
    people = await createWorld(db)
    templates = createToolTemplateService({ db, normalize, isInstalled: (type) => type === 'rubric_rag' })
    const config = { format: 'json', rubric_id: 'of-nora' }
    const tools = [
      { type: 'rubric_rag', use: 'inject', enabled: true, config },
      { type: 'not_here', use: 'call', enabled: true, config: {} },
    ]
    const saved = await templates.create(people.nora, draft({ tools }))
    expect(saved.cleared).toEqual(['/tools/0/config/rubric_id'])
    id = saved.id
  })

  it('returns what was saved; a tool that is not installed is kept and marked', async () => {
    expect(await templates.get(people.ana, id)).toEqual({
      id,
      name: 'Lab helper',
      description: 'For the lab.',
      icon: 'flask',
      built_in: false,
      tools: [
        { type: 'rubric_rag', use: 'inject', enabled: true, config: { format: 'json' }, available: true },
        { type: 'not_here', use: 'call', enabled: true, config: {}, available: false },
      ],
      prompt_template: '{rubric}{user_input}',
      system_prompt: 'Be kind.',
      suggested_questions: ['How do I begin?'],
    })
  })

  it('lists the built-in templates and those of the caller’s organization', async () => {
    const names = async (who: keyof typeof people) => {
      const caller = people[who]
      return typeof caller === 'number' ? [] : (await templates.list(caller)).map((one) => one.id)
    }
    const builtIn = BUILT_IN_TEMPLATES.map((one) => one.id)
    expect(await names('ana')).toEqual([...builtIn, id])
    expect(await names('eve')).toEqual(builtIn)
    expect(await templates.get(people.eve, 'builtin:essay_evaluator')).toMatchObject({ built_in: true })
  })

  it('hides templates from other organizations', async () => {
    for (const stranger of [people.eve, people.sven]) {
      await expect(templates.get(stranger, id)).rejects.toMatchObject(notFound)
      await expect(templates.replace(stranger, id, draft())).rejects.toMatchObject(notFound)
      await expect(templates.delete(stranger, id)).rejects.toMatchObject(notFound)
    }
  })

  it('lets members read, and organization and system admins change', async () => {
    await expect(templates.create(people.ana, draft({ name: 'x' }))).rejects.toMatchObject(forbidden)
    await expect(templates.replace(people.ana, id, draft())).rejects.toMatchObject(forbidden)
    await expect(templates.delete(people.ana, id)).rejects.toMatchObject(forbidden)
    expect(await templates.replace(people.root, id, draft({ icon: '' }))).toMatchObject({ icon: '', id })
  })

  it('requires unique names within an organization', async () => {
    const taken = { code: 'conflict', message: expect.stringContaining('Choose another name') }
    await expect(templates.create(people.nora, draft())).rejects.toMatchObject(taken)
    const other = await templates.create(people.nora, draft({ name: 'Other' }))
    await expect(templates.replace(people.nora, other.id, draft())).rejects.toMatchObject(taken)
    expect(await templates.create(people.sven, draft())).toMatchObject({ name: 'Lab helper' })
    await templates.delete(people.nora, other.id)
    await expect(templates.get(people.nora, other.id)).rejects.toMatchObject(notFound)
  })

  it('refuses to change built-in templates, and unknown ones with 404', async () => {
    const builtIn = 'builtin:rubric_coach'
    await expect(templates.replace(people.root, builtIn, draft())).rejects.toMatchObject(forbidden)
    await expect(templates.delete(people.root, builtIn)).rejects.toMatchObject(forbidden)
    for (const unknown of ['builtin:nothing', '999999'])
      await expect(templates.get(people.root, unknown)).rejects.toMatchObject(notFound)
  })

  it('refuses an invalid list', async () => {
    await expect(templates.create(people.nora, draft({ name: 'y', tools: [7] }))).rejects.toMatchObject({
      code: 'bad_request',
      message: expect.stringContaining('Tool 1 has no type'),
    })
  })
})
