import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../harness/test-app.ts'

interface Objects {
  assistant: number
  base: string
  rubric: string
  file: string
  workspace: string
}

interface Listed {
  kind: string
  id: string
  name: string | null
  is_same: boolean
}

const RUBRIC = {
  title: 'Essay rubric',
  description: '',
  criteria: [
    {
      id: 'c',
      name: 'Claim',
      description: 'How good it is',
      weight: 100,
      levels: [
        { id: 'l1', score: 1, label: 'Beginning', description: 'Not yet there' },
        { id: 'l2', score: 4, label: 'Strong', description: 'Convincing' },
      ],
    },
  ],
  scoringType: 'points',
  maxScore: 4,
}

async function makeObjects(app: TestApp, token: string): Promise<Objects> {
  const post = async (path: string, body: unknown) => {
    const made = await app.call('POST', path, token, body)
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300)
    return made.body
  }
  const form = new FormData()
  form.set('file', new File(['Leaves are green.'], 'leaf.md'))
  return {
    assistant: await app.makeAssistant(token, { name: 'Reader of week 1' }),
    base: String((await post('/knowledge-bases', { name: 'Lecture notes' })).id),
    rubric: (await post('/creator/rubrics', RUBRIC)).rubric.rubric_id,
    file: (await post('/creator/files/upload', form)).path,
    workspace: (await post('/workspaces', { name: 'Essays' })).id,
  }
}

const toolsOf = ({ assistant, base, rubric, file, workspace }: Objects) => [
  { type: 'assistant', use: 'call', config: { assistant_id: assistant } },
  { type: 'simple_rag', use: 'inject', config: { collections: [base] } },
  { type: 'rubric_rag', use: 'inject', config: { rubric_id: rubric } },
  { type: 'single_file_rag', use: 'inject', enabled: false, config: { file_path: file } },
  { type: 'read_file', use: 'call', config: { workspace_id: workspace } },
  { type: 'mcp', use: 'call', config: { server_id: 7, tool: 'find.book' } },
]

describe('an exported assistant', () => {
  let here: TestApp
  let there: TestApp
  let token: string
  let foreign: string
  let objects: Objects
  beforeAll(async () => {
    ;[here, there] = await Promise.all([startTestApp(), startTestApp()])
    ;[token, foreign] = await Promise.all([here.signIn(), there.signIn()])
    // The same numbers stand for other objects on the other server.
    ;[objects] = await Promise.all([makeObjects(here, token), makeObjects(there, foreign)])
  })
  afterAll(() => Promise.all([here.stop(), there.stop()]))

  const exported = async (): Promise<Record<string, unknown>> => {
    const id = await here.makeAssistant(token, {
      metadata: {
        assistant_type: 'multi_tool',
        connector: 'bypass',
        llm: 'simple-bypass',
        tools: toolsOf(objects),
      },
    })
    return (await here.call('GET', `/assistants/${id}/export`, token)).body
  }
  const check = async (app: TestApp, as: string, file: object) => {
    const { status, body } = await app.call('POST', '/assistants/import/check', as, file)
    expect(status, JSON.stringify(body)).toBe(200)
    return body as { objects: Listed[]; warnings: { code: string }[] }
  }
  const configsAfter = async (app: TestApp, as: string, file: object) => {
    const { status, body } = await app.call('POST', '/assistants/import', as, file)
    expect(status, JSON.stringify(body)).toBe(201)
    return JSON.parse(body.metadata).tools.map(({ config }: { config: object }) => config)
  }

  it('names the objects that its tools use, and on the same server they are the same', async () => {
    const file = await exported()
    const named = [
      { kind: 'assistant', id: String(objects.assistant), name: 'Reader of week 1' },
      { kind: 'knowledge_base', id: objects.base, name: 'Lecture notes' },
      { kind: 'rubric', id: objects.rubric, name: 'Essay rubric' },
      { kind: 'file', id: objects.file, name: 'leaf.md' },
      { kind: 'workspace', id: objects.workspace, name: 'Essays' },
      { kind: 'mcp_server', id: '7', name: null },
    ]
    expect(file['objects']).toEqual(named)
    const { objects: found } = await check(here, token, file)
    expect(found).toEqual(named.map((one) => ({ ...one, is_same: one.kind !== 'mcp_server' })))
    expect(await configsAfter(here, token, file)).toEqual(toolsOf(objects).map(({ config }) => config))
  })

  it('asks on another server, and takes no id along', async () => {
    const file = await exported()
    const { objects: found } = await check(there, foreign, file)
    expect(found).toHaveLength(6)
    for (const one of found) expect(one.is_same, one.kind).toBe(false)
    expect(found[0]).toMatchObject({ name: 'Reader of week 1' })
    expect(await configsAfter(there, foreign, file)).toEqual([
      {},
      { collections: [] },
      {},
      {},
      {},
      { tool: 'find.book' },
    ])
    const use_objects = [
      { kind: 'assistant', id: String(objects.assistant), use: '2' },
      { kind: 'knowledge_base', id: objects.base, use: 'mine' },
      { kind: 'workspace', id: objects.workspace, use: null },
    ]
    expect((await configsAfter(there, foreign, { ...file, use_objects })).slice(0, 2)).toEqual([
      { assistant_id: '2' },
      { collections: ['mine'] },
    ])
  })

  it('of LAMB’s classic form is asked about, too', async () => {
    const file = {
      name: '3_tutor',
      system_prompt: '',
      metadata: JSON.stringify({
        connector: 'grok',
        rag_processor: 'simple_rag',
        rubric_id: 'r',
        file_path: '',
      }),
      RAG_Top_k: 3,
      RAG_collections: '1, 9',
    }
    const { objects: found, warnings } = await check(here, token, file)
    expect(found).toEqual([
      { kind: 'knowledge_base', id: '1', name: null, is_same: false },
      { kind: 'knowledge_base', id: '9', name: null, is_same: false },
      { kind: 'rubric', id: 'r', name: null, is_same: false },
    ])
    expect(warnings).toMatchObject([{ code: 'unknown_connector' }])
    const use_objects = [
      { kind: 'knowledge_base', id: '1', use: objects.base },
      { kind: 'knowledge_base', id: '9', use: null },
      { kind: 'rubric', id: 'r', use: null },
    ]
    const imported = await here.call('POST', '/assistants/import', token, { ...file, use_objects })
    expect(imported.body).toMatchObject({ RAG_collections: objects.base })
    expect(JSON.parse(imported.body.metadata).rubric_id).toBeUndefined()
    const foreignFile = { ...file, installation: 'elsewhere' }
    const bare = await here.call('POST', '/assistants/import', token, foreignFile)
    expect(bare.body).toMatchObject({ RAG_collections: '' })
  })

  it('is no way to learn names of other people’s objects', async () => {
    const file = await exported()
    await here.call('POST', '/creator/admin/users/create', token, {
      email: 'ben@example.edu',
      name: 'Ben',
      password: 'another horse',
    })
    const ben = await here.signIn('ben@example.edu', 'another horse')
    const unnamed = { ...file, objects: undefined }
    for (const one of (await check(here, ben, unnamed)).objects)
      expect([one.name, one.is_same], one.kind).toEqual([null, false])
  })
})
