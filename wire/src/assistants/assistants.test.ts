import { describe, expect, it } from 'vitest'
import {
  ASSISTANT_LIMITS,
  advancedSettings,
  assistantMetadataSchema,
  chatSettingsSchema,
  createAssistantSchema,
  createLambAssistantSchema,
  createLenientAssistantSchema,
  idSchema,
  listAssistantsQuerySchema,
  parseMetadata,
  updateAssistantSchema,
} from './assistants.ts'

describe('the settings of an assistant', () => {
  it.each(['', ' ', '{}', '{"rag_processor":"","prompt_processor":"default","connector":null}'])(
    'fills in defaults for %j',
    (json) => {
      expect(parseMetadata(json)).toMatchObject({
        prompt_processor: 'simple_augment',
        connector: 'openai',
        llm: '',
        rag_processor: '',
        assistant_type: 'classic',
        tools: [],
        capabilities: { vision: false, image_generation: false },
        rubric_format: 'markdown',
        verbose: false,
        model_params: {},
      })
    },
  )

  it.each(['No RAG', 'no rag', 'NO RAG', 'no_rag'])('reads the processor %j as no_rag', (rag_processor) => {
    expect(parseMetadata(JSON.stringify({ rag_processor }))?.rag_processor).toBe('no_rag')
  })

  it('reads the settings of an answer', () => {
    const settings = {
      client_policy: { max_n: 2 },
      model_fallback: false,
      tool_model: ' fast ',
      limits: { tokens: 100, seconds: null },
      allow_side_effects: true,
      fence_data: false,
      blank_context: true,
      status_style: 'content',
    }
    expect(parseMetadata(JSON.stringify(settings))).toMatchObject({ ...settings, tool_model: 'fast' })
  })

  it.each([[], [null], ['yes'], [1], [{ tokens: 'many' }]])(
    'reads %j in the settings of an answer as the default',
    (odd?: unknown) => {
      const names = ['client_policy', 'model_fallback', 'limits', 'allow_side_effects', 'status_style']
      const settings = parseMetadata(JSON.stringify(Object.fromEntries(names.map((name) => [name, odd]))))
      expect(settings).toMatchObject({
        client_policy: {},
        limits: {},
        allow_side_effects: false,
        blank_context: false,
        status_style: 'event',
        tool_model: '',
      })
      expect(settings?.model_fallback).toBeUndefined()
      expect(settings?.fence_data).toBeUndefined()
    },
  )

  it.each([
    [null, undefined],
    ['yes', false],
    [true, true],
  ])('reads fence_data %j as %j', (fence_data, read) => {
    expect(parseMetadata(JSON.stringify({ fence_data }))?.fence_data).toBe(read)
  })

  it('keeps unknown fields, and tools as written', () => {
    const tools = ['weather', { plugin: 'simple_rag', config: { collections: ['5'] } }]
    const settings = parseMetadata(
      JSON.stringify({ tools, orchestrator: 'parallel', capabilities: { vision: true } }),
    )
    expect(settings).toMatchObject({ tools, orchestrator: 'parallel' })
    expect(settings?.capabilities).toEqual({ vision: true, image_generation: false })
  })

  it('ignores fields of the wrong type instead of failing', () => {
    const odd = {
      llm: 5,
      tools: 'none',
      capabilities: 7,
      verbose: 'yes',
      model_params: [],
      rubric_format: 'xml',
      rubric_id: 42,
    }
    expect(parseMetadata(JSON.stringify(odd))).toMatchObject({
      llm: '5',
      tools: [],
      capabilities: { vision: false },
      verbose: false,
      model_params: {},
      rubric_format: 'markdown',
      rubric_id: '42',
    })
  })

  it('reads what students see', () => {
    const odd = { greeting: 7, suggested_questions: ['', ' One? ', 'One?', 3], chat_attachments: 'yes' }
    const seen = chatSettingsSchema.parse({ ...odd, connector: 'openai', quota: true })
    expect(seen).toMatchObject({
      greeting: '',
      suggested_questions: ['One?'],
      chat_attachments: false,
      capabilities: { vision: false },
    })
    expect(seen).not.toHaveProperty('connector')
    expect(seen).not.toHaveProperty('quota')
  })

  it('keeps a limit beside an invalid one, and shows students no unknown abilities', () => {
    const stored = {
      limits: { tokens: 1000, tool_calls: 1001 },
      model_params: { max_tokens: 5, temperature: 9, top_p: 0.5 },
      client_policy: { max_n: 99, allow: ['store'] },
      capabilities: { vision: true, secret_note: 'zebra' },
    }
    expect(parseMetadata(JSON.stringify(stored))).toMatchObject({
      limits: { tokens: 1000 },
      model_params: { max_tokens: 5, top_p: 0.5 },
      client_policy: { allow: ['store'] },
      capabilities: { vision: true, secret_note: 'zebra' },
    })
    expect(parseMetadata('{"limits":5,"client_policy":[]}')).toMatchObject({ limits: {}, client_policy: {} })
    expect(chatSettingsSchema.parse(stored).capabilities).toEqual({ vision: true, image_generation: false })
  })

  it('says of every setting where it is set', () => {
    for (const [name, schema] of Object.entries(assistantMetadataSchema.shape))
      expect(schema.meta()?.['x-place'], name).toBeDefined()
  })

  it('reads an invalid advanced setting as if it were missing, and does not accept it on a save', () => {
    const settings = advancedSettings()
    expect(settings.map(({ name }) => name)).toContain('model_params')
    for (const { name, accepts, fallback } of settings) {
      expect(accepts.safeParse([-7]).success, name).toBe(false)
      expect(parseMetadata(JSON.stringify({ [name]: [-7] })), name).toMatchObject({ [name]: fallback })
    }
  })

  it.each(['{', 'null', '[]', '"x"', '3', 'not json'])('returns undefined for %j', (json) => {
    expect(parseMetadata(json)).toBeUndefined()
  })
})

describe('input from clients', () => {
  it('accepts the older names, and an object as metadata', () => {
    const fields = createAssistantSchema.parse({
      name: 'A',
      instructions: 'Be kind.',
      api_callback: { llm: 'x' },
      RAG_collections: [5, '7'],
      pre_retrieval_endpoint: '',
    })
    expect(fields).toEqual({
      name: 'A',
      description: undefined,
      system_prompt: 'Be kind.',
      prompt_template: undefined,
      metadata: '{"llm":"x"}',
      rag_collections: '5,7',
      rag_top_k: undefined,
    })
  })

  it.each([
    [5, 5],
    ['7', 7],
    ['many', 3],
    [0, 3],
    [-1, 3],
    [2.5, 3],
    [null, 3],
    [1e12, 3],
  ])('reads RAG_Top_k %j as %j for LAMB', (given, taken) => {
    expect(createLambAssistantSchema.parse({ RAG_Top_k: given }).rag_top_k).toBe(taken)
    expect(createLenientAssistantSchema.parse({ RAG_Top_k: given }).rag_top_k).toBe(taken)
  })

  it('keeps the text of the metadata unchanged', () => {
    const json = '{ "llm" :  "x" }'
    expect(updateAssistantSchema.parse({ metadata: json }).metadata).toBe(json)
  })

  it('refuses texts that are too long or can’t be stored', () => {
    const refused = (body: object) => expect(createAssistantSchema.safeParse(body).success).toBe(false)
    refused({ name: 'x'.repeat(ASSISTANT_LIMITS.name + 1) })
    refused({ description: 'x'.repeat(ASSISTANT_LIMITS.description + 1) })
    refused({ system_prompt: 'x'.repeat(ASSISTANT_LIMITS.prompt + 1) })
    refused({ metadata: JSON.stringify({ a: 'é'.repeat(ASSISTANT_LIMITS.metadataBytes / 2) }) })
    refused({ system_prompt: 'a\u0000b' })
    refused({ name: 5 })
  })

  it('accepts only plain ids and valid pages', () => {
    expect(idSchema.parse('12')).toBe(12)
    for (const bad of ['0', '-1', '1.5', '1e3', '', 'abc', '9'.repeat(16)])
      expect(idSchema.safeParse(bad).success).toBe(false)
    expect(listAssistantsQuerySchema.parse({})).toEqual({
      scope: 'mine',
      search: '',
      type: '',
      limit: 50,
      offset: 0,
    })
    for (const bad of [{ limit: '0' }, { limit: 'x' }, { offset: '-1' }, { scope: 'all' }, { type: 'a%' }]) {
      expect(listAssistantsQuerySchema.safeParse(bad).success).toBe(false)
    }
  })
})
