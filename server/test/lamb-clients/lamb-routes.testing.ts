/**
 * Every route that lamb-cli, LAMB's web frontend, Open WebUI or an LMS calls, as `METHODS path`.
 * Paths contain example values, since parameter names differ between the servers.
 */
const LAMB_ROUTES = `
GET /status
GET /v1
GET /config.js
GET /openapi.json
GET /static/json/defaults.json
POST /creator/login
POST /creator/signup
GET /creator/me
GET /creator/user/current
GET /creator/user/profile
GET /creator/news/en

GET /creator/assistant/get_assistants
GET /creator/assistant/get_assistant/1
POST /creator/assistant/create_assistant
PUT /creator/assistant/update_assistant/1
DELETE /creator/assistant/delete_assistant/1
PUT /creator/assistant/publish/1
GET /creator/assistant/export/1
GET /creator/assistant/defaults
POST /creator/assistant/generate_assistant_description
GET /creator/assistant/1/usage
GET /creator/assistant/1/info
PUT /creator/assistant/organizations/a/assistant-defaults
POST /creator/assistant/1/chat/completions
GET /creator/models
GET,POST /creator/chats
GET,PUT,DELETE /creator/chats/1

GET /v1/models
GET /models
POST /v1/chat/completions
POST /chat/completions
GET /lamb/v1/completions/list
POST /lamb/v1/completions
GET /lamb/v1/completions/tools
GET /lamb/v1/completions/tools/no_rag
GET /lamb/v1/completions/orchestrators

GET /creator/lamb/assistant-sharing/check-permission
GET /creator/lamb/assistant-sharing/organization-users
GET,PUT /creator/lamb/assistant-sharing/shares/1
GET /creator/lamb/assistant-sharing/shared-with-me
PUT /creator/lamb/assistant-sharing/user-permission/1

GET /creator/knowledgebases/user
GET /creator/knowledgebases/shared
POST /creator/knowledgebases
GET,PATCH,DELETE /creator/knowledgebases/kb/1
PUT /creator/knowledgebases/kb/1/share
POST /creator/knowledgebases/kb/1/query
POST /creator/knowledgebases/kb/1/files
DELETE /creator/knowledgebases/kb/1/files/2
GET /creator/knowledgebases/ingestion-plugins
GET /creator/knowledgebases/query-plugins
POST /creator/knowledgebases/kb/1/plugin-ingest-file
POST /creator/knowledgebases/kb/1/plugin-ingest-base
GET /creator/knowledgebases/kb/1/ingestion-jobs
GET /creator/knowledgebases/kb/1/ingestion-jobs/2
POST /creator/knowledgebases/kb/1/ingestion-jobs/2/retry
POST /creator/knowledgebases/kb/1/ingestion-jobs/2/cancel
GET /creator/knowledgebases/kb/1/ingestion-status
GET /creator/config/ingestion

GET /creator/files/list
POST /creator/files/upload
DELETE /creator/files/delete/a.txt

GET,POST /creator/rubrics
GET /creator/rubrics/public
GET /creator/rubrics/accessible
GET,PUT,DELETE /creator/rubrics/1
PUT /creator/rubrics/1/visibility
PUT /creator/rubrics/1/showcase
POST /creator/rubrics/1/duplicate
POST /creator/rubrics/import
GET /creator/rubrics/1/export/json
GET /creator/rubrics/1/export/markdown
POST /creator/rubrics/ai-generate
POST /creator/rubrics/1/ai-modify

GET /creator/prompt-templates/list
GET /creator/prompt-templates/shared
GET,PUT,DELETE /creator/prompt-templates/1
POST /creator/prompt-templates/create
POST /creator/prompt-templates/1/duplicate
PUT /creator/prompt-templates/1/share
POST /creator/prompt-templates/export

GET /creator/admin/organizations
GET /creator/admin/organizations/list
GET /creator/admin/organizations/system/users
POST /creator/admin/organizations/enhanced
GET,PUT,DELETE /creator/admin/organizations/a
GET /creator/admin/organizations/a/export
PUT /creator/admin/organizations/a/members/1/role
GET,PUT /creator/admin/organizations/a/config
POST /creator/admin/organizations/system/sync
POST /creator/admin/organizations/a/migration/validate
POST /creator/admin/organizations/a/migrate
GET /creator/admin/organizations/a/usage
GET,PUT /creator/admin/organizations/a/assistant-defaults
GET /creator/users
POST /creator/admin/users/create
POST /creator/admin/users/update-password
PUT /creator/admin/users/1/enable
PUT /creator/admin/users/1/disable
PUT /creator/admin/users/1/status
POST /creator/admin/users/enable-bulk
POST /creator/admin/users/disable-bulk
DELETE /creator/admin/users/1
GET /creator/admin/users/1/dependencies
PUT /creator/admin/users/1/update-role
PUT /creator/admin/users/update-role-by-email
GET /creator/admin/users/1/profile
GET /creator/admin/system-stats
GET,PUT /creator/admin/lti-global-config
GET /creator/admin/cost-overview
PUT /creator/admin/assistant/1/quota
GET /creator/admin/lti-activities
PUT /creator/admin/lti-activities/1

GET /creator/admin/org-admin/dashboard
GET,POST /creator/admin/org-admin/users
PUT,DELETE /creator/admin/org-admin/users/1
POST /creator/admin/org-admin/users/1/password
POST /creator/admin/org-admin/users/bulk-import/validate
POST /creator/admin/org-admin/users/bulk-import/execute
GET /creator/admin/org-admin/users/bulk-import/template
POST /creator/admin/org-admin/users/enable-bulk
POST /creator/admin/org-admin/users/disable-bulk
GET,PUT /creator/admin/org-admin/settings/signup
GET,PUT /creator/admin/org-admin/settings/api
GET,PUT /creator/admin/org-admin/settings/kb
POST /creator/admin/org-admin/settings/kb/test
GET,PUT /creator/admin/org-admin/settings/kb/embeddings-config
GET,PUT,DELETE /creator/admin/org-admin/settings/lti-creator
GET /creator/admin/org-admin/assistants
GET,PUT /creator/admin/org-admin/assistants/1/access

GET /creator/analytics/assistant/1/chats
GET /creator/analytics/assistant/1/chats/2
GET /creator/analytics/assistant/1/stats
GET /creator/analytics/assistant/1/timeline

GET,POST /creator/assistant/1/tests/scenarios
GET,PUT,DELETE /creator/assistant/1/tests/scenarios/2
POST /creator/assistant/1/tests/run
GET /creator/assistant/1/tests/runs
GET /creator/assistant/1/tests/runs/2
POST /creator/assistant/1/tests/runs/2/evaluate
GET /creator/assistant/1/tests/evaluations

GET /creator/aac/skills
GET,POST /creator/aac/sessions
GET,DELETE /creator/aac/sessions/1
PUT /creator/aac/sessions/1/title
POST /creator/aac/sessions/1/message
POST /creator/aac/sessions/1/message/stream

GET,POST /creator/libraries
POST /creator/libraries/import
GET /creator/libraries/1/export
GET /creator/libraries/plugins
GET,PUT,DELETE /creator/libraries/1
PUT /creator/libraries/1/share
POST /creator/libraries/1/upload
POST /creator/libraries/1/import-url
POST /creator/libraries/1/import-youtube
GET /creator/libraries/1/items
GET,DELETE /creator/libraries/1/items/2
GET /creator/libraries/1/items/2/status
GET /creator/libraries/1/items/2/content
GET,PUT /creator/libraries/1/import-config

POST /lamb/v1/lti/launch
GET /lamb/v1/lti/setup
POST /lamb/v1/lti/configure
POST /lamb/v1/lti/reconfigure
GET,POST /lamb/v1/lti/link-account
GET /lamb/v1/lti/info
GET /lamb/v1/lti/dashboard
GET /lamb/v1/lti/dashboard/stats
GET /lamb/v1/lti/dashboard/students
GET /lamb/v1/lti/dashboard/chats
GET /lamb/v1/lti/dashboard/chats/1
GET /lamb/v1/lti/enter-chat
POST /lamb/v1/lti_users/lti
POST /lamb/v1/lti_creator/launch
GET /lamb/v1/lti_creator/info
GET /api/v1/auths/complete

POST /lamb/v1/mcp/initialize
GET /lamb/v1/mcp/prompts/list
POST /lamb/v1/mcp/prompts/get/assistant_1
GET /lamb/v1/mcp/tools/list
POST /lamb/v1/mcp/tools/call/query_assistant
GET /lamb/v1/mcp/resources/list
GET /lamb/v1/mcp/resources/read
GET /lamb/v1/mcp/status

GET /kb-server
GET /kb-server/health
GET /kb-server/database/status
GET,PUT,DELETE /kb-server/config/embeddings
GET /kb-server/config/ingestion
GET /kb-server/ingestion/plugins
GET /kb-server/files/1/content
GET,POST /kb-server/collections
GET,DELETE /kb-server/collections/1
PUT /kb-server/collections/owner/1/embeddings
POST /kb-server/collections/1/ingest-file
POST /kb-server/collections/1/ingest-url
POST /kb-server/collections/1/ingest-base
POST /kb-server/collections/1/documents
POST /kb-server/collections/1/query
GET /kb-server/collections/1/files
DELETE /kb-server/collections/1/files/2
PUT /kb-server/collections/files/1/status
GET /kb-server/collections/1/ingestion-jobs
GET /kb-server/collections/1/ingestion-jobs/2
POST /kb-server/collections/1/ingestion-jobs/2/retry
POST /kb-server/collections/1/ingestion-jobs/2/cancel
GET /kb-server/collections/1/ingestion-status
`

export const lambRoutes = (): { method: string; path: string }[] =>
  LAMB_ROUTES.split('\n')
    .filter((line) => line !== '')
    .flatMap((line) => {
      const [methods = '', path = ''] = line.split(' ')
      return methods.split(',').map((method) => ({ method, path }))
    })
