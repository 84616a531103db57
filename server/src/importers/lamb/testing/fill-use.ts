import { type LegacyDatabase, T } from './legacy-database.ts'

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
    consent_given_at: T + 60,
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
  legacy.add('aac_sessions', { ...session, id: 'lost', user_email: 'unknown@uni.edu', conversation: '{"' })
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
