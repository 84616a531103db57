import { loadSqlite } from '../../../platform/db/sqlite/sqlite-module.ts'

/** How old the schema is: LAMB adds tables and columns over the years and never removes any. */
export type Age = 'oldest' | 'newest'

export type Values = Record<string, string | number | null>

/** A database with LAMB's tables (own definitions, without its constraints, as hostile files have none). */
export interface LegacyDatabase {
  add(table: string, values: Values): void
  exec(sql: string): void
  close(): void
}

const TABLES: Record<string, { oldest?: string; newest: string }> = {
  organizations: {
    newest: 'id integer primary key, slug, name, is_system, status, config, created_at, updated_at',
  },
  organization_roles: {
    newest: 'id integer primary key, organization_id, user_id, role, created_at, updated_at',
  },
  Creator_users: {
    oldest: 'id integer primary key, user_email, user_name, user_config, created_at, updated_at',
    newest:
      'id, organization_id, user_email, user_name, user_type, user_config, created_at, updated_at, enabled, lti_user_id, auth_provider, password_hash, role',
  },
  assistants: {
    oldest:
      'id integer primary key, name, description, owner, api_callback, system_prompt, prompt_template, RAG_endpoint, RAG_Top_k, RAG_collections, created_at, updated_at',
    newest:
      'id, organization_id, name, description, owner, api_callback, system_prompt, prompt_template, RAG_endpoint, RAG_Top_k, RAG_collections, pre_retrieval_endpoint, post_retrieval_endpoint, created_at, updated_at',
  },
  assistant_publish: {
    oldest:
      'assistant_id, assistant_name, assistant_owner, group_id, group_name, oauth_consumer_name, created_at',
    newest:
      'assistant_id, assistant_name, assistant_owner, group_id, group_name, oauth_consumer_name, created_at',
  },
  assistant_shares: {
    newest: 'id integer primary key, assistant_id, shared_with_user_id, shared_by_user_id, shared_at',
  },
  rubrics: {
    newest:
      'id integer primary key, rubric_id, organization_id, owner_email, title, description, rubric_data, is_public, is_showcase, parent_rubric_id, created_at, updated_at',
  },
  prompt_templates: {
    newest:
      'id integer primary key, organization_id, owner_email, name, description, system_prompt, prompt_template, is_shared, metadata, created_at, updated_at',
  },
  kb_registry: {
    newest:
      'id integer primary key, kb_id, kb_name, owner_user_id, organization_id, is_shared, metadata, created_at, updated_at',
  },
  lamb_chats: {
    newest: 'id text primary key, user_id, assistant_id, title, created_at, updated_at, chat, archived',
  },
  usage_logs: {
    newest:
      'id integer primary key, organization_id, user_id, assistant_id, usage_data, created_at, model_name, provider',
  },
  model_pricing: {
    newest: 'id integer primary key, provider, model_name, input_per_1m, output_per_1m, notes, updated_at',
  },
  lti_users: {
    newest:
      'id integer primary key, assistant_id, assistant_name, group_id, group_name, assistant_owner, user_email, user_name, user_display_name, lti_context_id, lti_app_id',
  },
  lti_creator_keys: {
    newest:
      'id integer primary key, organization_id, oauth_consumer_key, oauth_consumer_secret, enabled, created_at, updated_at',
  },
  lti_global_config: {
    newest: 'id integer primary key, oauth_consumer_key, oauth_consumer_secret, updated_at, updated_by',
  },
  lti_activities: {
    newest:
      'id integer primary key, resource_link_id, organization_id, context_id, context_title, activity_name, owi_group_id, owi_group_name, owner_email, owner_name, configured_by_email, configured_by_name, chat_visibility_enabled, status, created_at, updated_at',
  },
  lti_activity_assistants: { newest: 'id integer primary key, activity_id, assistant_id, added_at' },
  lti_activity_users: {
    newest:
      'id integer primary key, activity_id, user_email, user_name, user_display_name, lms_user_id, owi_user_id, consent_given_at, last_access_at, access_count, created_at',
  },
  lti_identity_links: {
    newest: 'id integer primary key, lms_user_id, lms_email, creator_user_id, linked_at',
  },
  assistant_usage_totals: {
    newest:
      'assistant_id integer primary key, prompt_tokens_total, completion_tokens_total, total_tokens_total, cost_usd_total, updated_at',
  },
  assistant_test_scenarios: {
    newest:
      'id text primary key, assistant_id, title, description, scenario_type, messages, expected_behavior, tags, created_by, created_at, updated_at',
  },
  assistant_test_runs: {
    newest:
      'id text primary key, assistant_id, scenario_id, input_messages, output, token_usage, assistant_snapshot, model_used, elapsed_ms, created_at',
  },
  assistant_test_evaluations: {
    newest:
      'id text primary key, test_run_id, evaluator, verdict, notes, dimensions, confirmed_by_user, created_at',
  },
  aac_sessions: {
    newest:
      'id text primary key, assistant_id, user_email, organization_id, status, conversation, created_at, updated_at, title',
  },
}

export async function newLegacyDatabase(
  file: string,
  { prefix = 'LAMB_', age = 'newest' }: { prefix?: string; age?: Age } = {},
): Promise<LegacyDatabase> {
  const database = (await loadSqlite())(file, { readOnly: false })
  for (const [table, columns] of Object.entries(TABLES)) {
    const of = age === 'oldest' ? columns.oldest : columns.newest
    if (of !== undefined) database.exec(`create table "${prefix}${table}" (${of})`)
  }
  return {
    add(table, values) {
      const names = Object.keys(values)
      const marks = names.map(() => '?').join(', ')
      database
        .prepare(`insert into "${prefix}${table}" (${names.join(', ')}) values (${marks})`)
        .all(...Object.values(values))
    },
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  }
}

export async function newWebuiDatabase(file: string): Promise<LegacyDatabase> {
  const database = (await loadSqlite())(file, { readOnly: false })
  database.exec('create table user (id text primary key, name, email, role, created_at)')
  database.exec('create table auth (id text primary key, email, password, active)')
  database.exec(
    'create table chat (id text primary key, user_id, title, chat, created_at, updated_at, archived)',
  )
  return {
    add(table, values) {
      const names = Object.keys(values)
      const marks = names.map(() => '?').join(', ')
      database
        .prepare(`insert into ${table} (${names.join(', ')}) values (${marks})`)
        .all(...Object.values(values))
    },
    exec: (sql) => database.exec(sql),
    close: () => database.close(),
  }
}

export const T = 1_700_000_000

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

/** What people did with the assistants: chats, usage, LTI. */
export function fillUse(legacy: LegacyDatabase): void {
  const chat = (messages: object) => JSON.stringify({ history: { messages } })
  const at = { created_at: T, updated_at: T + 5 }
  legacy.add('lamb_chats', {
    id: 'chat-1',
    user_id: 30,
    assistant_id: 101,
    title: 'Linked',
    archived: 1,
    ...at,
    chat: chat({
      b: { parentId: 'a', role: 'assistant', content: 'Two', timestamp: T + 2 },
      a: { parentId: null, role: 'user', content: 'One', timestamp: T + 1 },
    }),
  })
  legacy.add('lamb_chats', {
    id: 'chat-2',
    user_id: 30,
    assistant_id: 101,
    title: 'Circle',
    archived: 0,
    ...at,
    chat: chat({
      a: { parentId: 'b', role: 'user', content: 'A', timestamp: T },
      b: { parentId: 'a', role: 'assistant', content: 'B', timestamp: T + 1 },
    }),
  })
  legacy.add('lamb_chats', {
    id: 'chat-3',
    user_id: 30,
    assistant_id: 101,
    title: 'Broken',
    ...at,
    chat: '{"history":',
  })
  legacy.add('lamb_chats', {
    id: 'chat-4',
    user_id: 77,
    assistant_id: 101,
    title: 'Stranger',
    ...at,
    chat: chat({}),
  })
  legacy.add('lamb_chats', {
    id: 'chat-5',
    user_id: 30,
    assistant_id: 101,
    title: 'Image',
    ...at,
    chat: chat({
      a: { role: 'assistant', content: '![x](http://lamb.uni.edu/static/public/30/img/a.png)', timestamp: T },
    }),
  })
  legacy.add('model_pricing', {
    provider: 'openai',
    model_name: 'gpt-4o-mini',
    input_per_1m: 2,
    output_per_1m: 4,
  })
  for (let at = 0; at < 3; at++)
    legacy.add('usage_logs', {
      organization_id: 20,
      assistant_id: 101,
      usage_data: '{"prompt_tokens":100,"completion_tokens":50}',
      created_at: T,
      model_name: 'gpt-4o-mini',
      provider: 'openai',
    })
  legacy.add('usage_logs', { organization_id: 20, assistant_id: 108, usage_data: '{}', created_at: T })
  legacy.add('assistant_usage_totals', {
    assistant_id: 101,
    prompt_tokens_total: 1000,
    completion_tokens_total: 150,
    cost_usd_total: 0.01,
    updated_at: T,
  })
  legacy.add('lti_global_config', {
    id: 1,
    oauth_consumer_key: 'lamb',
    oauth_consumer_secret: 'global-secret',
  })
  legacy.add('lti_creator_keys', {
    organization_id: 20,
    oauth_consumer_key: 'physics_key',
    oauth_consumer_secret: 'creator-secret',
    enabled: 1,
    ...at,
  })
  legacy.add('lti_activities', {
    id: 4,
    resource_link_id: 'link-1',
    organization_id: 20,
    context_id: 'c',
    context_title: 'Course',
    activity_name: 'Lab',
    owner_email: 'ada@uni.edu',
    chat_visibility_enabled: 1,
    status: 'active',
    ...at,
  })
  legacy.add('lti_activity_assistants', { activity_id: 4, assistant_id: 101, added_at: T })
  legacy.add('lti_activity_assistants', { activity_id: 4, assistant_id: 999, added_at: T })
  legacy.add('lti_activity_users', {
    activity_id: 4,
    user_email: 's1_link-1@lamb-lti.local',
    user_name: 's1',
    user_display_name: 'Student One',
    lms_user_id: 'lms-1',
    owi_user_id: 'owi-1',
    consent_given_at: T,
    last_access_at: T,
    access_count: 3,
    created_at: T,
  })
  legacy.add('lti_users', {
    assistant_id: '101',
    user_email: 's2-30_plain@lamb-project.org',
    user_name: 's2',
    user_display_name: 'S Two',
    lti_context_id: 'c',
  })
  legacy.add('lti_identity_links', {
    id: 1,
    lms_user_id: '3',
    lms_email: 'ada@lms.edu',
    creator_user_id: 30,
    linked_at: T,
  })
  legacy.add('lti_identity_links', {
    id: 2,
    lms_user_id: '2',
    lms_email: 'boss@lms.edu',
    creator_user_id: 1,
    linked_at: T,
  })
  fillSessions(legacy)
  fillTests(legacy)
}

const at = (second: number) => `2026-06-01T10:00:0${second}.000000`
const question = (content: unknown) => JSON.stringify([{ role: 'user', content }])

function fillSessions(legacy: LegacyDatabase): void {
  const session = { organization_id: 1, status: 'active', created_at: at(1), updated_at: at(5) }
  legacy.add('aac_sessions', {
    ...session,
    id: 'session',
    assistant_id: 101,
    user_email: 'ada@uni.edu',
    title: 'Kinder',
    conversation: JSON.stringify({
      messages: [
        { role: 'system', content: 'You build assistants.' },
        { role: 'user', content: 'Make it kinder' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'lamb' } }] },
        { role: 'tool', content: 'Tutor', tool_call_id: 'c' },
        { role: 'assistant', content: 'Done.' },
      ],
      tool_audit: [
        { ts: at(4), command: 'lamb assistant get 101', success: true, elapsed_ms: 12.6, summary: 'Read it' },
        'rubbish',
      ],
      skill_info: { skill_id: 'improve-assistant' },
    }),
  })
  legacy.add('aac_sessions', {
    ...session,
    id: 'no such/id',
    assistant_id: 999,
    user_email: 'ada@uni.edu',
    conversation: JSON.stringify([{ role: 'user', content: 'Hello\u0000' }]),
  })
  legacy.add('aac_sessions', { ...session, id: 'gone', user_email: 'ada@uni.edu', status: 'archived' })
  legacy.add('aac_sessions', { ...session, id: 'lost', user_email: 'nobody@uni.edu', conversation: '{"' })
}

function fillTests(legacy: LegacyDatabase): void {
  const scenario = { assistant_id: 101, created_by: 'ada@uni.edu', created_at: at(0), updated_at: at(1) }
  legacy.add('assistant_test_scenarios', {
    ...scenario,
    id: 'greets',
    title: 'Greets',
    description: 'Politely',
    scenario_type: 'multi_turn',
    messages: JSON.stringify([
      { role: 'system', content: 'Be rude.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: [{ type: 'text', text: 'Who are you?' }] },
    ]),
    expected_behavior: 'A greeting',
    tags: '["polite", 7, ""]',
  })
  legacy.add('assistant_test_scenarios', { ...scenario, id: 'empty', title: 'Empty', messages: '[]' })
  legacy.add('assistant_test_scenarios', { ...scenario, id: 'broken', title: 'Broken', messages: '[{"role"' })
  legacy.add('assistant_test_scenarios', {
    ...scenario,
    id: 'foreign',
    assistant_id: 999,
    title: 'Foreign',
    messages: question('Hi'),
  })
  const run = { assistant_id: 101, scenario_id: 'greets', input_messages: question('Hi'), created_at: at(2) }
  legacy.add('assistant_test_runs', {
    ...run,
    id: 'run-1',
    output: JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'Good day' } }] }),
    token_usage: '{"prompt_tokens":12,"completion_tokens":3,"total_tokens":15}',
    assistant_snapshot: '{"system_prompt":"Be kind.","llm":"gpt-4o-mini","connector":"openai"}',
    model_used: 'gpt-4o-mini',
    elapsed_ms: 812.6,
  })
  legacy.add('assistant_test_runs', {
    ...run,
    id: 'run-2',
    scenario_id: null,
    output: '{"error":{"message":"No quota"}}',
    token_usage: 'none',
  })
  legacy.add('assistant_test_runs', { ...run, id: 'run-3', assistant_id: 999, output: '{}' })
  legacy.add('assistant_test_runs', {
    ...run,
    id: 'run-4',
    scenario_id: 'lost',
    input_messages: question('x'.repeat(100_000)),
    output: `{"choices":${'['.repeat(5000)}`,
    token_usage: '{"prompt_tokens":1e300,"completion_tokens":-4}',
    assistant_snapshot: JSON.stringify({ system_prompt: 'a\u0000b', notes: 'x'.repeat(100_000) }),
    elapsed_ms: 'long',
  })
  const said = { test_run_id: 'run-1', created_at: at(3) }
  legacy.add('assistant_test_evaluations', {
    ...said,
    id: 'e-1',
    evaluator: 'Ada@uni.edu',
    verdict: 'good',
    notes: 'Fine',
    dimensions: '{"tone":5}',
  })
  legacy.add('assistant_test_evaluations', { ...said, id: 'e-2', evaluator: 'agent', verdict: 'excellent' })
  legacy.add('assistant_test_evaluations', {
    ...said,
    id: 'e-3',
    evaluator: 'agent',
    verdict: 'bad',
    test_run_id: 'run-3',
  })
}

export function fillWebui(webui: LegacyDatabase): void {
  webui.add('user', { id: 'owi-1', email: 's1_link-1@lamb-lti.local', role: 'user', name: 'Student One' })
  webui.add('user', { id: 'owi-9', email: 'stranger@elsewhere.edu', role: 'admin', name: 'X' })
  const messages = {
    q: {
      id: 'q',
      parentId: null,
      childrenIds: ['a1', 'a2'],
      role: 'user',
      content: 'What is light?',
      timestamp: T,
    },
    a1: {
      id: 'a1',
      parentId: 'q',
      childrenIds: [],
      role: 'assistant',
      content: 'First answer',
      timestamp: T + 1,
    },
    a2: {
      id: 'a2',
      parentId: 'q',
      childrenIds: [],
      role: 'assistant',
      content: 'Second answer',
      timestamp: T + 9,
    },
  }
  const chat = (model: string) => JSON.stringify({ models: [model], history: { currentId: 'a1', messages } })
  webui.add('chat', {
    id: 'w-1',
    user_id: 'owi-1',
    title: 'Light',
    chat: chat('lamb_assistant.101'),
    created_at: T,
    updated_at: T + 9,
    archived: 0,
  })
  webui.add('chat', {
    id: 'w-2',
    user_id: 'owi-1',
    title: 'Other',
    chat: chat('gpt-4o'),
    created_at: T,
    updated_at: T,
    archived: 0,
  })
  webui.add('chat', {
    id: 'w-3',
    user_id: 'owi-9',
    title: 'Stranger',
    chat: chat('lamb_assistant.101'),
    created_at: T,
    updated_at: T,
    archived: 0,
  })
}
