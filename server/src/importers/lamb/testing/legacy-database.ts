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
  libraries: {
    newest:
      'id text primary key, organization_id, name, description, owner_user_id, is_shared, import_config, status, created_at, updated_at',
  },
  library_items: {
    newest:
      'id text primary key, library_id, organization_id, title, source_type, original_filename, content_type, file_size, source_url, import_plugin, import_params, status, uploader_user_id, metadata, created_at, updated_at',
  },
  model_permissions: {
    oldest: 'id integer primary key, user_email, model_name, access_type',
    newest: 'id integer primary key, user_email, model_name, access_type',
  },
  collections: {
    oldest: 'id text primary key, collection_name, owner, metadata, created_at, updated_at',
    newest: 'id text primary key, organization_id, collection_name, owner, metadata, created_at, updated_at',
  },
  assistant_quota_alerts: {
    newest:
      'id integer primary key, assistant_id, quota_limit_usd, thresholds_config, current_alert_level, is_blocked, updated_at',
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
