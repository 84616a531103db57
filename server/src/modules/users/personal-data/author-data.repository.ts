import type { Db } from '../../../platform/db/db.ts'

/** What a person has built and tested, by subject. Without secrets and their hashes. */
export const AUTHOR_SUBJECTS: Record<string, (db: Db, userId: number) => Promise<object[]>> = {
  assistants: (db, id) =>
    db
      .selectFrom('assistants')
      .select(['id', 'name', 'description', 'system_prompt', 'prompt_template', 'metadata', 'created_at'])
      .where('owner_id', '=', id)
      .execute(),
  shared_with_you: (db, id) =>
    db
      .selectFrom('assistant_shares')
      .select(['assistant_id', 'shared_at'])
      .where('user_id', '=', id)
      .execute(),
  budgets: (db, id) =>
    db
      .selectFrom('budgets')
      .select(['assistant_id', 'period', 'max_cost', 'max_tokens', 'max_requests', 'created_at'])
      .where('user_id', '=', id)
      .execute(),
  class_links: (db, id) =>
    db
      .selectFrom('class_links')
      .select(['id', 'assistant_id', 'kind', 'starts_at', 'ends_at', 'paused', 'created_at'])
      .where('created_by', '=', id)
      .execute(),
  assistant_versions: (db, id) =>
    db
      .selectFrom('assistant_versions')
      .select(['assistant_id', 'version', 'saved_at'])
      .where('saved_by', '=', id)
      .orderBy('id')
      .execute(),
  assistant_tests: (db, id) =>
    db
      .selectFrom('assistant_tests')
      .select(['id', 'assistant_id', 'title', 'description', 'messages', 'expected', 'tags', 'checks'])
      .select(['created_at', 'updated_at'])
      .where('created_by', '=', id)
      .orderBy('id')
      .execute(),
  test_runs: (db, id) =>
    db
      .selectFrom('test_runs')
      .select(['id', 'assistant_id', 'state', 'total', 'model', 'version', 'scheduled', 'draft'])
      .select(['created_at', 'finished_at'])
      .where('created_by', '=', id)
      .orderBy('id')
      .execute(),
  test_reviews: (db, id) =>
    db
      .selectFrom('test_verdicts')
      .select(['result_id', 'verdict', 'notes', 'dimensions', 'created_at'])
      .where('user_id', '=', id)
      .orderBy('id')
      .execute(),
  test_schedules: (db, id) =>
    db
      .selectFrom('test_schedules')
      .select(['assistant_id', 'every', 'weekday', 'time', 'time_zone', 'next_at', 'stopped', 'notice'])
      .select(['created_at', 'updated_at'])
      .where('user_id', '=', id)
      .execute(),
  knowledge_bases: (db, id) =>
    db
      .selectFrom('knowledge_bases')
      .select(['id', 'name', 'description', 'created_at'])
      .where('owner_id', '=', id)
      .execute(),
  documents: (db, id) =>
    db
      .selectFrom('knowledge_files')
      .select(['id', 'knowledge_base_id', 'name', 'size', 'source_url', 'created_at'])
      .where('owner_id', '=', id)
      .execute(),
  document_tags: (db, id) =>
    db
      .selectFrom('knowledge_file_tags')
      .innerJoin('knowledge_files', 'knowledge_files.id', 'knowledge_file_tags.file_id')
      .select(['knowledge_file_tags.file_id as document_id', 'knowledge_file_tags.tag'])
      .where('knowledge_files.owner_id', '=', id)
      .orderBy('knowledge_file_tags.file_id')
      .orderBy('knowledge_file_tags.tag_key')
      .execute(),
  test_questions: (db, id) =>
    db.selectFrom('retrieval_questions').selectAll().where('created_by', '=', id).execute(),
  rubrics: (db, id) => db.selectFrom('rubrics').selectAll().where('owner_id', '=', id).execute(),
  creation_sessions: (db, id) =>
    db
      .selectFrom('creation_sessions')
      .select(['id', 'assistant_id', 'title', 'created_at', 'updated_at'])
      .where('user_id', '=', id)
      .execute(),
  creation_messages: (db, id) =>
    db
      .selectFrom('creation_messages')
      .innerJoin('creation_sessions', 'creation_sessions.id', 'creation_messages.session_id')
      .select(['creation_messages.session_id', 'creation_messages.role', 'creation_messages.content'])
      .select('creation_messages.created_at')
      .where('creation_sessions.user_id', '=', id)
      .orderBy('creation_messages.id')
      .execute(),
  creation_proposals: (db, id) =>
    db
      .selectFrom('creation_proposals')
      .innerJoin('creation_sessions', 'creation_sessions.id', 'creation_proposals.session_id')
      .select(['creation_proposals.session_id', 'creation_proposals.summary', 'creation_proposals.fields'])
      .select(['creation_proposals.state', 'creation_proposals.created_at', 'creation_proposals.decided_at'])
      .where('creation_sessions.user_id', '=', id)
      .orderBy('creation_proposals.id')
      .execute(),
  creation_tool_calls: (db, id) =>
    db
      .selectFrom('creation_tool_calls')
      .innerJoin('creation_sessions', 'creation_sessions.id', 'creation_tool_calls.session_id')
      .select(['creation_tool_calls.session_id', 'creation_tool_calls.tool', 'creation_tool_calls.summary'])
      .select(['creation_tool_calls.succeeded', 'creation_tool_calls.created_at'])
      .where('creation_sessions.user_id', '=', id)
      .orderBy('creation_tool_calls.id')
      .execute(),
  gradings: (db, id) =>
    db
      .selectFrom('gradings')
      .select([
        'id',
        'rubric_id',
        'kind',
        'name',
        'model',
        'assistant_name',
        'max_cost',
        'spent',
        'created_at',
      ])
      .where('owner_id', '=', id)
      .execute(),
  /** Without the texts and the model's reasons, which are about other people. */
  graded_works: (db, id) =>
    db
      .selectFrom('graded_works')
      .innerJoin('gradings', 'gradings.id', 'graded_works.grading_id')
      .select(['graded_works.grading_id', 'graded_works.name', 'graded_works.state'])
      .select(['graded_works.hand_grades', 'graded_works.review', 'graded_works.accepted_at'])
      .where('gradings.owner_id', '=', id)
      .orderBy('graded_works.id')
      .execute(),
  prompt_templates: (db, id) =>
    db.selectFrom('prompt_templates').selectAll().where('owner_id', '=', id).execute(),
  tool_secrets: (db, id) =>
    db.selectFrom('tool_secrets').select(['name', 'created_at']).where('user_id', '=', id).execute(),
  workspaces: (db, id) =>
    db.selectFrom('workspaces').select(['id', 'name', 'created_at']).where('owner_id', '=', id).execute(),
  dialogs: (db, id) => db.selectFrom('dialogs').selectAll().where('user_id', '=', id).execute(),
  dialog_messages: (db, id) =>
    db
      .selectFrom('dialog_messages')
      .innerJoin('dialogs', 'dialogs.id', 'dialog_messages.dialog_id')
      .select(['dialog_messages.dialog_id', 'dialog_messages.role', 'dialog_messages.content'])
      .select(['dialog_messages.calls', 'dialog_messages.edits', 'dialog_messages.created_at'])
      .where('dialogs.user_id', '=', id)
      .orderBy('dialog_messages.id')
      .execute(),
  workspaces_shared_with_you: (db, id) =>
    db
      .selectFrom('workspace_shares')
      .select(['workspace_id', 'role', 'shared_at'])
      .where('user_id', '=', id)
      .execute(),
  /** Without their reports, which are about other people. */
  imports: (db, id) =>
    db
      .selectFrom('lamb_imports')
      .select(['id', 'state', 'created_at', 'updated_at'])
      .where('started_by', '=', id)
      .execute(),
}
