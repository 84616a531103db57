import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { onEachDatabase, startTestApp, type TestApp } from '../../../../test/harness/test-app.ts'

const multi = (tools: unknown[], more: object = {}) => ({
  assistant_type: 'multi_tool',
  prompt_processor: 'multi_augment',
  connector: 'bypass',
  llm: 'simple-bypass',
  tools,
  ...more,
})

onEachDatabase('warnings on save ($name)', ({ env }) => {
  let app: TestApp
  let token: string
  let path: string
  const lines: { level: number; msg: string; tool?: string }[] = []

  beforeAll(async () => {
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
    app = await startTestApp(await env(), log)
    token = await app.signIn()
    const form = new FormData()
    form.set('file', new File(['Notes.'], 'notes.md'))
    path = (await app.call('POST', '/creator/files/upload', token, form)).body.path
  })
  afterAll(() => app.stop())
  beforeEach(() => {
    lines.length = 0
  })

  const file = (more: object = {}) => ({ type: 'single_file_rag', config: { file_path: path }, ...more })
  const create = (metadata: object, prompt_template = '') =>
    app.call('POST', '/assistants', token, { name: `s ${Math.random()}`, prompt_template, metadata })
  const codes = ({ body }: { body: { warnings: { code: string }[] } }) => body.warnings.map((one) => one.code)
  const ask = (id: number) =>
    app.call('POST', `/completions?assistant_id=${id}`, token, { messages: [{ role: 'user', content: 'x' }] })

  it('warns on both endpoints, on create and update, and saves anyway', async () => {
    const metadata = multi([file()])
    const made = await create(metadata, '{user_input}')
    expect([made.status, codes(made)]).toEqual([200, ['placeholder_missing']])
    expect(made.body.warnings[0]).toEqual({
      code: 'placeholder_missing',
      path: '/metadata/tools/0',
      message: expect.stringContaining('Add {file} to the template'),
      message_code: 'settings.placeholder_missing',
      message_params: { placeholder: '{file}', tool: expect.any(String) },
    })
    const { id } = made.body
    const changed = await app.call('PUT', `/assistants/${id}`, token, { prompt_template: '{file}{nothing}' })
    expect([changed.status, codes(changed)]).toEqual([200, ['placeholder_unfilled']])
    expect(changed.body.prompt_template).toBe('{file}{nothing}')
    const lamb = await app.call('PUT', `/creator/assistant/update_assistant/${id}`, token, {
      prompt_template: '',
    })
    expect([lamb.status, codes(lamb)]).toEqual([200, ['empty_template']])
    const right = await app.call('PUT', `/assistants/${id}`, token, { prompt_template: '{file}' })
    expect(right.body.warnings).toEqual([])
    const draft = { name: 'by LAMB', metadata: JSON.stringify(metadata) }
    const born = await app.call('POST', '/creator/assistant/create_assistant', token, draft)
    expect([born.status, codes(born)]).toEqual([201, ['empty_template']])
  })

  it('keeps a tool that is not installed, shows it as such, and logs once that it was skipped', async () => {
    const gone = { type: 'of_a_plugin', placeholder: 'gone', enabled: true, config: { deep: { a: [1] } } }
    const made = await create(multi([gone, 'and_a_function', file()]), '{gone}{file}{user_input}')
    expect(codes(made)).toEqual(['unknown_tool', 'unknown_tool'])
    const { id } = made.body
    const shown = (await app.call('GET', `/assistants/${id}`, token)).body
    expect(shown.unavailable_tools).toEqual(['of_a_plugin', 'and_a_function'])
    expect(JSON.parse(shown.metadata).tools[0]).toEqual({ ...gone, use: 'inject' })
    const lamb = await app.call('GET', `/creator/assistant/get_assistant/${id}`, token)
    expect(lamb.body.unavailable_tools).toEqual(shown.unavailable_tools)
    for (const _time of [1, 2]) expect((await ask(id)).status).toBe(200)
    const logged = lines.filter(({ level, tool }) => level === 40 && tool === 'of_a_plugin')
    expect(logged).toHaveLength(1)
  })

  it('warns about a file or rubric that the owner can’t read, whether or not it exists', async () => {
    const tools = [
      { type: 'single_file_rag', config: { file_path: '999/none.md' } },
      { type: 'rubric', config: { rubric_id: 42 } },
      { type: 'single_file', placeholder: 'later', enabled: false, config: { file_path: '999/off.md' } },
    ]
    const made = await create(multi(tools), '{file}{rubric}{user_input}')
    expect([made.status, codes(made)]).toEqual([200, ['not_available', 'not_available']])
    expect(made.body.warnings.map((one: { path: string }) => one.path)).toEqual([
      '/metadata/tools/0/config',
      '/metadata/tools/1/config',
    ])
  })

  it('warns about a knowledge base without documents', async () => {
    const base = (await app.call('POST', '/knowledge-bases', token, { name: `Empty ${Math.random()}` })).body
    const search = { type: 'simple_rag', config: { collections: [base.id] } }
    const made = await create(multi([search]), '{context}{user_input}')
    expect(made.body.warnings).toMatchObject([
      { code: 'empty_knowledge_base', path: '/metadata/tools/0/config' },
    ])
    const form = new FormData()
    form.append('files', new File(['Leaves are green.'], 'leaves.md'))
    expect((await app.call('POST', `/knowledge-bases/${base.id}/files`, token, form)).status).toBeLessThan(
      300,
    )
    expect((await app.call('GET', `/assistants/${made.body.id}`, token)).body.warnings).toEqual([])
  })

  it('warns about the source of a classic assistant as about a tool', async () => {
    const base = (await app.call('POST', '/knowledge-bases', token, { name: `Empty ${Math.random()}` })).body
    const classic = async (rag_processor: string, more: object, RAG_collections = '') => {
      const made = await app.call('POST', '/assistants', token, {
        name: `c ${Math.random()}`,
        prompt_template: '{context}{user_input}',
        metadata: { connector: 'bypass', llm: 'simple-bypass', rag_processor, ...more },
        RAG_collections,
      })
      expect(made.status, JSON.stringify(made.body)).toBe(200)
      for (const { path } of made.body.warnings) expect(path).toBe('/metadata/rag_processor')
      const published = { publish_status: true }
      expect(
        (await app.call('POST', `/assistants/${made.body.id}/publish`, token, published)).status,
      ).toBeLessThan(300)
      return made.body.warnings.map((one: { message_code: string }) => one.message_code)
    }
    expect(await classic('rubric_rag', {})).toEqual(['settings.choose_rubric'])
    expect(await classic('rubric_rag', { rubric_id: 'of-another' })).toEqual(['settings.missing_rubric'])
    expect(await classic('single_file_rag', {})).toEqual(['settings.choose_file'])
    for (const knowledge of ['simple_rag', 'context_aware_rag', 'hierarchical_rag']) {
      expect(await classic(knowledge, {})).toEqual(['settings.choose_knowledge_base'])
      expect(await classic(knowledge, {}, '987654')).toEqual(['settings.missing_knowledge_base'])
      expect(await classic(knowledge, {}, String(base.id))).toEqual(['settings.empty_knowledge_base'])
    }
    expect(await classic('no_rag', {})).toEqual([])
  })

  it('refuses a placeholder that no template can contain, or that the question fills', async () => {
    for (const placeholder of ['Notes', 'my notes', 'n-1', '{{notes}}', '12', 'user_input', '{user_input}']) {
      const made = await create(multi([file({ placeholder })]), '{user_input}')
      expect(made.status, placeholder).toBe(400)
      expect(made.body.detail).toMatch(/^tools\/0\/placeholder: /)
    }
    for (const placeholder of ['{1_notes}', ' {notes} ', 'notes_2'])
      expect((await create(multi([file({ placeholder })]), '{user_input}')).status, placeholder).toBe(200)
    expect((await create(multi([file({ placeholder: 'Off', enabled: false })]))).status).toBe(200)
  })

  it('warns about outdated settings on opening, and still allows a rename', async () => {
    const form = new FormData()
    form.set('file', new File(['x'], 'short-lived.md'))
    const lost = (await app.call('POST', '/creator/files/upload', token, form)).body.path
    const metadata = {
      ...multi([]),
      assistant_type: 'classic',
      rag_processor: 'single_file_rag',
      file_path: lost,
    }
    const { id } = (await create(metadata, '{context}{user_input}')).body
    expect((await app.call('GET', `/assistants/${id}`, token)).body.warnings).toEqual([])
    expect((await app.call('DELETE', `/creator/files/delete/${lost}`, token)).status).toBe(200)
    const read = (await app.call('GET', `/assistants/${id}`, token)).body
    expect(read.warnings).toMatchObject([
      {
        code: 'needs_repair',
        message: expect.stringContaining(lost),
        message_code: expect.any(String),
        message_params: expect.any(Object),
      },
    ])
    const renamed = await app.call('PUT', `/assistants/${id}`, token, { description: 'Another one' })
    expect([renamed.status, codes(renamed)]).toEqual([200, ['needs_repair']])
    expect((await app.call('PUT', `/assistants/${id}`, token, { metadata })).status).toBe(400)
  })

  it('stores the tools of a multi-tool assistant in the current format, with its version', async () => {
    const tools = [{ plugin: 'single_file', placeholder: '{notes}', config: { file_path: path } }, 'weather']
    const made = await create(multi(tools, { kept: { as: 'it is' } }), '{notes}')
    const stored = JSON.parse(made.body.metadata)
    expect(stored).toMatchObject({ _format_version: 2, kept: { as: 'it is' } })
    expect(stored.tools).toEqual([
      {
        type: 'single_file_rag',
        use: 'inject',
        enabled: true,
        placeholder: 'notes',
        config: { file_path: path },
      },
      { type: 'weather', use: 'call', enabled: true, config: {} },
    ])
    const again = await app.call('PUT', `/assistants/${made.body.id}`, token, { metadata: stored })
    expect([again.body.version, again.body.metadata]).toEqual([made.body.version, made.body.metadata])
  })

  it('leaves a classic assistant without tools, and settings of a newer server, unchanged', async () => {
    const classic =
      '{ "prompt_processor":"simple_augment","connector":"openai","llm":"m", "rag_processor":"no_rag", "tools":[] }'
    const newer = JSON.stringify({ ...multi([{ plugin: 'no_tool' }]), _format_version: 3 })
    for (const metadata of [classic, newer]) {
      const made = await app.call('POST', '/assistants', token, { name: `x ${Math.random()}`, metadata })
      expect([made.status, made.body.metadata]).toEqual([200, metadata])
    }
  })

  it('lets only the owner add files: an admin could read any of them through the assistant', async () => {
    const person = { email: 'ana@example.edu', name: 'Ana', password: 'a very secret password' }
    await app.call('POST', '/creator/admin/users/create', token, person)
    const ana = await app.signIn(person.email, person.password)
    const form = new FormData()
    form.set('file', new File(['Private.'], 'private.md'))
    const { path: file_path } = (await app.call('POST', '/creator/files/upload', ana, form)).body
    const classic = { prompt_processor: 'simple_augment', connector: 'bypass', llm: 'simple-bypass' }
    const none = { ...classic, rag_processor: 'no_rag' }
    const id = await app.makeAssistant(ana)
    const save = (who: string, metadata: object) => app.call('PUT', `/assistants/${id}`, who, { metadata })
    const named = [
      { ...classic, rag_processor: 'single_file_rag', file_path },
      { ...none, file_path },
      multi([{ type: 'single_file_rag', config: { file_path } }]),
      multi([{ plugin: 'single_file', enabled: false, config: { file_path } }]),
    ]
    for (const metadata of named) {
      await save(ana, none)
      expect((await save(token, metadata)).status).toBe(403)
      expect((await save(ana, metadata)).status).toBe(200)
      // A file that the assistant has already may stay.
      expect((await save(token, { ...metadata, llm: 'debug-bypass' })).status).toBe(200)
    }
  })
})
