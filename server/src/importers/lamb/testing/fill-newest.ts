import { type LegacyDatabase, T, type Values } from './legacy-database.ts'

const meta = (more: object = {}) =>
  JSON.stringify({
    prompt_processor: 'simple_augment',
    connector: 'openai',
    llm: 'gpt-4o-mini',
    rag_processor: 'no_rag',
    file_path: '',
    ...more,
  })
/** A small installation: two organizations, four people, and assistants of several kinds. */
export function fillNewest(legacy: LegacyDatabase, hash: string): void {
  const at = { created_at: T, updated_at: T }
  const config = (key: string, more: object = {}) =>
    JSON.stringify({
      version: '1.0',
      metadata: { admin_user_id: 7 },
      setups: {
        default: {
          providers: {
            openai: { api_key: key, base_url: 'https://api.openai.com/v1', models: ['gpt-4o-mini', ''] },
          },
          knowledge_base: { server_url: 'http://kb:9090', api_token: 'kb-secret' },
        },
      },
      features: { signup_enabled: true, signup_key: `${key}-sign-up` },
      kb_server: { url: 'http://kb:9090', api_key: 'kb-secret-2' },
      ...more,
    })
  legacy.add('organizations', {
    id: 1,
    slug: 'lamb',
    name: 'LAMB',
    is_system: 1,
    status: 'active',
    config: config('sk-system-key'),
    ...at,
  })
  legacy.add('organizations', {
    id: 20,
    slug: 'physics',
    name: 'Physics',
    is_system: 0,
    status: 'active',
    config: config('sk-physics-key'),
    ...at,
  })
  const user = (id: number, organization_id: number, email: string, more: Values = {}) =>
    legacy.add('Creator_users', {
      id,
      organization_id,
      user_email: email,
      user_name: email.split('@')[0] ?? '',
      user_type: 'creator',
      user_config: '{}',
      enabled: 1,
      auth_provider: 'password',
      password_hash: hash,
      role: 'user',
      ...at,
      ...more,
    })
  user(1, 1, 'boss@uni.edu', { role: 'admin' })
  user(30, 20, 'ada@uni.edu')
  user(31, 20, 'bo@uni.edu', { user_config: '{"can_share":false}' })
  user(32, 20, 'pupil@uni.edu', { user_type: 'end_user', enabled: 0 })
  legacy.add('organization_roles', { organization_id: 20, user_id: 31, role: 'admin', ...at })
  legacy.add('kb_registry', {
    kb_id: '5',
    kb_name: 'Optics',
    owner_user_id: 30,
    organization_id: 20,
    is_shared: 1,
    metadata: '{"description":"Light"}',
    ...at,
  })
  const rubric = {
    rubricId: 'essay-rubric-1',
    title: 'Essay',
    description: 'd',
    metadata: { subject: '', gradeLevel: '', createdAt: 'x', modifiedAt: 'x' },
    criteria: [
      {
        id: 'c1',
        name: 'Thesis',
        description: 'x',
        weight: 100,
        order: 0,
        levels: [
          { id: 'l1', score: 4, label: 'Good', description: 'g', order: 0 },
          { id: 'l2', score: 1, label: 'Poor', description: 'p', order: 1 },
        ],
      },
    ],
    scoringType: 'points',
    maxScore: 10,
  }
  legacy.add('rubrics', {
    rubric_id: '84b52499-b67c-4ff5-a327-2343984e147d',
    organization_id: 20,
    owner_email: 'ada@uni.edu',
    title: 'Essay',
    description: 'd',
    rubric_data: JSON.stringify(rubric),
    is_public: 1,
    is_showcase: 0,
    parent_rubric_id: null,
    ...at,
  })
  legacy.add('prompt_templates', {
    organization_id: 20,
    owner_email: 'ada@uni.edu',
    name: 'Tutor',
    description: '',
    system_prompt: 's',
    prompt_template: '{user_input}',
    is_shared: 1,
    metadata: '{}',
    ...at,
  })
  const assistant = (id: number, name: string, api_callback: string | null, more: Values = {}) =>
    legacy.add('assistants', {
      id,
      organization_id: 20,
      name,
      description: 'd',
      owner: 'ada@uni.edu',
      api_callback,
      system_prompt: 'You help',
      prompt_template: '{context} {user_input}',
      RAG_Top_k: 4,
      RAG_collections: '',
      ...at,
      ...more,
    })
  assistant(101, '30_plain', meta())
  assistant(102, '30_optics', meta({ rag_processor: 'simple_rag' }), { RAG_collections: '5, 99' })
  assistant(
    103,
    '30_rubric',
    meta({ rag_processor: 'rubric_rag', rubric_id: '84b52499-b67c-4ff5-a327-2343984e147d' }),
  )
  assistant(104, '30_stale_rubric', meta({ rag_processor: 'rubric_rag', rubric_id: '1' }))
  assistant(105, '30_old_connector', meta({ connector: 'llm' }))
  assistant(106, '30_broken', '{not json')
  assistant(
    107,
    '30_tools',
    JSON.stringify({
      assistant_type: 'multi_tool',
      connector: 'openai',
      llm: 'gpt-4o-mini',
      tools: [
        { plugin: 'simple_rag', placeholder: 'a', config: { collections: ['5', '6'], top_k: 3 } },
        { type: 'assistant', assistant_id: 101 },
      ],
    }),
  )
  assistant(108, '30_gone_deleted_1760000000', meta(), { owner: 'deleted_assistant@owi.com' })
  assistant(109, '99_orphan', meta(), { owner: 'missing@uni.edu' })
  assistant(110, '30_store', meta({ rag_processor: 'knowledge_store_rag' }), { RAG_collections: '5' })
  assistant(111, '30_file', meta({ rag_processor: 'single_file_rag', file_path: '30/../../etc/passwd' }))
  legacy.add('assistant_publish', {
    assistant_id: 101,
    group_id: 'assistant_101',
    group_name: 'assistant_101',
    oauth_consumer_name: '30_plain',
    created_at: T,
  })
  legacy.add('assistant_publish', {
    assistant_id: 102,
    group_id: 'g',
    group_name: 'g',
    oauth_consumer_name: 'null',
    created_at: T,
  })
  legacy.add('assistant_publish', {
    assistant_id: 108,
    group_id: 'g',
    group_name: 'g',
    oauth_consumer_name: '30_gone',
    created_at: T,
  })
  legacy.add('assistant_shares', {
    assistant_id: 101,
    shared_with_user_id: 31,
    shared_by_user_id: 30,
    shared_at: T,
  })
  legacy.add('assistant_shares', {
    assistant_id: 101,
    shared_with_user_id: 1,
    shared_by_user_id: 30,
    shared_at: T,
  })
}
