import { createCompletionRoutes } from '../../completions/completion.routes.ts'
import { createCreationMessageRoutes } from '../../completions/creation/message.routes.ts'
import { createStarterRoutes } from '../../completions/creation/starters/starters.routes.ts'
import { createCapabilityRoutes } from '../../completions/editing/capabilities.routes.ts'
import { createConvertRoutes } from '../../completions/editing/convert.routes.ts'
import { createDraftRoutes } from '../../completions/editing/draft.routes.ts'
import { createPreviewRoutes } from '../../completions/editing/preview.routes.ts'
import { createToolRoutes } from '../../completions/editing/tools.routes.ts'
import { createModelRoutes } from '../../completions/openai/model.routes.ts'
import { createApprovalRoutes } from '../../completions/tools/approvals/approval.routes.ts'
import { createAacRoutes } from '../../doors/lamb/aac/aac.routes.ts'
import { createAdminMigrationRoutes } from '../../doors/lamb/admin/admin-migration.routes.ts'
import { createAdminOrganizationRoutes } from '../../doors/lamb/admin/admin-organizations.routes.ts'
import { createAdminUserRoutes } from '../../doors/lamb/admin/admin-users.routes.ts'
import { createAnalyticsRoutes } from '../../doors/lamb/analytics/analytics.routes.ts'
import { createLambAssistantRoutes } from '../../doors/lamb/assistants/assistants.routes.ts'
import { createDescribeAssistant } from '../../doors/lamb/assistants/describe-assistant.ts'
import { createLambSharingRoutes } from '../../doors/lamb/assistants/sharing.routes.ts'
import { createLambTemplateRoutes } from '../../doors/lamb/assistants/templates.routes.ts'
import { createCostRoutes } from '../../doors/lamb/costs/costs.routes.ts'
import { createIsOverQuota, toLambUsage } from '../../doors/lamb/costs/lamb-usage.ts'
import { createLambFileRoutes } from '../../doors/lamb/files.routes.ts'
import { createKbServerRoutes } from '../../doors/lamb/kb-server/collections.routes.ts'
import { createKnowledgeRoutes } from '../../doors/lamb/knowledge/knowledge.routes.ts'
import { createLibraryRoutes } from '../../doors/lamb/libraries/libraries.routes.ts'
import { createOrgAdminRoutes } from '../../doors/lamb/org-admin/org-admin.routes.ts'
import { createOrgAdminAccessRoutes } from '../../doors/lamb/org-admin/org-admin-access.routes.ts'
import { createProfileRoutes } from '../../doors/lamb/profile.routes.ts'
import { createLambRubricRoutes } from '../../doors/lamb/rubrics/rubrics.routes.ts'
import { createRuntimeRoutes } from '../../doors/lamb/runtime.routes.ts'
import { createSessionRoutes } from '../../doors/lamb/session.routes.ts'
import { createLambTestRoutes } from '../../doors/lamb/tests/tests.routes.ts'
import { createLambToolRoutes } from '../../doors/lamb/tools.routes.ts'
import { createLtiRoutes } from '../../doors/lti/lti.routes.ts'
import { toEnterPath } from '../../doors/lti/lti11/launch.routes.ts'
import { createActivityRoutes, createPrivacyRoutes } from '../../modules/activity/index.ts'
import { createScheduleRoutes, createTestRoutes } from '../../modules/assistant-tests/index.ts'
import {
  createAssistantRoutes,
  createPictureRoutes,
  createPresenceRoutes,
  createPublishCheckRoutes,
  createSharingRoutes,
  createTemplateRoutes,
  createToolSecretRoutes,
  createToolTemplateRoutes,
  createVersionRoutes,
  findForCompletion,
  listUsable,
  usageFor,
} from '../../modules/assistants/index.ts'
import { createAuditRoutes } from '../../modules/audit/index.ts'
import { createAnswerLimitRoutes, createBudgetRoutes } from '../../modules/budgets/index.ts'
import { createClassLinkRoutes } from '../../modules/class-links/index.ts'
import { createCreationSessionRoutes } from '../../modules/creation-sessions/index.ts'
import { createEvaluationRoutes } from '../../modules/evaluations/index.ts'
import { createFileRoutes } from '../../modules/files/index.ts'
import { createGradingRoutes, createWorkRoutes } from '../../modules/grading/index.ts'
import { createJobRoutes, createKnowledgeBaseRoutes } from '../../modules/knowledge/index.ts'
import { createCourseAccess } from '../../modules/lti/index.ts'
import { createMemoryRoutes } from '../../modules/memories/index.ts'
import { findKnowledgeServer, settingsIn } from '../../modules/organizations/index.ts'
import { createRubricRoutes } from '../../modules/rubrics/index.ts'
import { createProviderRoutes, createSignInRoutes } from '../../modules/single-sign-on/index.ts'
import { createTraceRoutes } from '../../modules/traces/index.ts'
import {
  createPriceRoutes,
  createSystemUsage,
  createSystemUsageRoutes,
  createUsageReports,
  createUsageRoutes,
  usageRepository,
} from '../../modules/usage/index.ts'
import {
  createAccountMails,
  createAccountRoutes,
  createApiKeyRoutes,
  createBrowserSessionRoutes,
  createBulkImportRoutes,
  createHandOverRoutes,
  createInvitationRoutes,
  createMemberRoutes,
  createPersonalDataRoutes,
  createRecoveryRoutes,
  createUserRoutes,
} from '../../modules/users/index.ts'
import { createWorkspaceRoutes } from '../../modules/workspaces/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import type { Config } from '../../platform/config.ts'
import type { Endpoint } from '../../platform/http/endpoint.ts'
import type { Log } from '../../platform/log.ts'
import { createImportRoutes } from '../imports/import.routes.ts'
import { createSourceRoutes } from '../pages/source.routes.ts'
import type { Services } from '../services/create-services.ts'
import { createSystemStatusRoutes } from '../system-status/system-status.routes.ts'
import { createSystemStatus } from '../system-status/system-status.ts'
import { createTestEmailRoutes } from '../system-status/test-email.routes.ts'
import { VERSION } from '../version.ts'
import { createAgentSmithyEndpoints } from './create-agentsmithy.ts'
import { createChatEndpoints } from './create-chat-endpoints.ts'
import { createMcpEndpoints } from './create-mcp.ts'
import { createOrganizationEndpoints } from './create-organization-endpoints.ts'

/** All endpoints of the server, by area. */
export function createEndpoints(services: Services, config: Config, log: Log): Endpoint[] {
  const { db, assistants, organizations, sharing } = services
  return [
    ...createOpenAiEndpoints(services),
    ...createCapabilityRoutes({ ...services, config, log, settingsOf: organizations.settingsOf }),
    ...[createToolRoutes, createLambToolRoutes].flatMap((create) =>
      create({
        tools: services.tools,
        broken: services.brokenPlugins,
        forbiddenIn: async (id) => settingsIn((await organizations.settingsOf(id)).config).forbidden_tools,
      }),
    ),
    ...createToolSecretRoutes({ toolSecrets: services.toolSecrets }),
    ...createToolTemplateRoutes({ toolTemplates: services.toolTemplates }),
    ...createPeopleEndpoints(services, config),
    ...createAssistantRoutes({ assistants }),
    ...createPublishCheckRoutes({ assistants, testGateOf: services.publishGate.gateOf }),
    ...createConvertRoutes({ assistants, tools: services.tools }),
    ...createPreviewRoutes(services),
    ...createDraftRoutes(services),
    ...createStarterRoutes(services),
    ...createTraceRoutes({ traces: services.traces }),
    ...createApprovalRoutes({ approvals: services.approvals, tools: services.tools }),
    ...createAuditRoutes({ audit: services.audit }),
    ...createCostEndpoints(services),
    ...createVersionRoutes({ versions: services.versions }),
    ...createPictureRoutes(services),
    ...createPresenceRoutes(services),
    ...createScheduleRoutes(services),
    ...createTestRoutes(services),
    ...createSharingRoutes({ sharing }),
    ...createClassLinkRoutes(services),
    ...createRubricEndpoints(services),
    ...createTemplateRoutes(services),
    ...createFileRoutes(services),
    ...createWorkspaceRoutes(services.workspaces),
    ...createAllKnowledgeRoutes(services, config),
    ...createJobRoutes({ db }),
    ...createImportRoutes({ imports: services.imports, dataDir: config.DATA_DIR }),
    ...createSystemStatusRoutes(
      createSystemStatus({
        db,
        config,
        hasModel: async (organizationId) =>
          (await services.firstModel(organizationId)).connector !== 'quotes',
      }),
    ),
    ...createTestEmailRoutes({ mail: services.mail, mails: createAccountMails(config.publicUrl) }),
    ...createSourceRoutes(services.sourceLinks),
    ...createEvaluationRoutes(services),
    ...createMemoryRoutes({ memories: services.memories }),
    ...createChatEndpoints(services),
    ...createActivityRoutes(services),
    ...createPrivacyRoutes(services),
    ...createCreationSessionRoutes(services),
    ...createCreationMessageRoutes(services),
    ...createLambEndpoints(services, config),
    ...createLtiRoutes({ ...services, ...toLtiSettings(config) }),
    ...createMcpEndpoints(services, config, log),
    ...createAgentSmithyEndpoints(services, config, log),
  ]
}

/** LAMB's API, as far as it has no other place: the same services in its forms. */
function createLambEndpoints(services: Services, config: Config): Endpoint[] {
  const usageOf = async (id: number) => toLambUsage(await usageRepository.totalsOf(services.db, id))
  return [
    ...createLambTestRoutes(services),
    ...createLambAssistantRoutes({
      ...services,
      usageOf,
      describe: createDescribeAssistant(services),
    }),
    ...createLambSharingRoutes(services),
    ...createLambTemplateRoutes(services),
    ...createLambFileRoutes(services),
    ...createAnalyticsRoutes(services),
    ...createAdminOrganizationRoutes({ ...services, config }),
    ...createAdminMigrationRoutes(services),
    ...createAdminUserRoutes(services),
    ...createCostRoutes({ ...services, usageOf }),
    ...createOrgAdminAccessRoutes(services),
    ...createAacRoutes({ ...services, heartbeatMs: config.HEARTBEAT_MS }),
    ...createOrgAdminRoutes({ ...services, config }),
    ...createProfileRoutes(services),
    ...createRuntimeRoutes({ publicUrl: config.publicUrl, openWebUiUrl: config.OPEN_WEBUI_URL }),
  ]
}

const toLtiSettings = ({ publicUrl, TRUST_PROXY: trustProxy, OIDC_NAME: signInName }: Config) => ({
  publicUrl,
  trustProxy,
  signInName,
})

const createCostEndpoints = ({ prices, budgets, organizations, reports, usage }: Services): Endpoint[] => [
  ...createPriceRoutes({ prices }),
  ...createBudgetRoutes({ budgets }),
  ...createAnswerLimitRoutes({ organizations }),
  ...createSystemUsageRoutes({ systemUsage: createSystemUsage({ reports, flush: usage.flush }) }),
  ...createUsageRoutes({
    usageReports: createUsageReports({
      reports,
      flush: usage.flush,
      organizations,
      listCourses: createCourseAccess(reports).listVisible,
    }),
  }),
]

/** OpenAI's endpoints, and LAMB's direct completions. */
const createOpenAiEndpoints = ({ db, answerCompletion }: Services): Endpoint[] => [
  ...createCompletionRoutes({ answerCompletion, isOverQuota: createIsOverQuota(db) }),
  ...createModelRoutes({
    listUsable: (caller, page) => listUsable(db, caller, page),
    findUsable: (caller, ref) => findForCompletion(db, caller, ref),
  }),
]

/** Rubrics and grading with them. */
const createRubricEndpoints = (services: Services): Endpoint[] => [
  ...createRubricRoutes(services),
  ...createLambRubricRoutes(services),
  ...createGradingRoutes(services),
  ...createWorkRoutes(services),
]

/** Signing in, accounts and invitations. */
function createPeopleEndpoints(services: Services, config: Config): Endpoint[] {
  return [
    ...createSessionRoutes({
      users: services.users,
      publicUrl: config.publicUrl,
      toStudentPage: async (userId) =>
        config.OPEN_WEBUI_URL ??
        config.publicUrl + toEnterPath(await services.lti.tokens.issue('enter', { userId }, '')),
    }),
    ...createBrowserSessionRoutes({
      ...services,
      publicUrl: config.publicUrl,
      providerSignOutUrl: services.signIns.signOutUrl,
    }),
    ...createSignInRoutes({ lookup: services.providerLookup, signIns: services.signIns }),
    ...createProviderRoutes(services.signInProviders),
    ...createApiKeyRoutes(services.apiKeys),
    ...createAccountRoutes(services),
    ...createMemberRoutes(services),
    ...createBulkImportRoutes(services),
    ...createUserRoutes(services),
    ...createOrganizationEndpoints(services, config),
    ...createHandOverRoutes(services),
    ...createPersonalDataRoutes(services),
    ...createRecoveryRoutes(services),
    ...createInvitationRoutes(services),
  ]
}

/** The same knowledge bases behind three doors: LAMB's, our own, and that of LAMB's knowledge base server. */
function createAllKnowledgeRoutes({ db, knowledge, organizations }: Services, config: Config): Endpoint[] {
  const { publicUrl } = config
  const hasExternalServer = async (caller: UserCaller) =>
    findKnowledgeServer(await organizations.settingsOf(caller.organizationId), config) !== undefined
  return [
    ...createKnowledgeRoutes({ knowledge, publicUrl, hasExternalServer }),
    ...createLibraryRoutes({ knowledge, publicUrl }),
    ...createKnowledgeBaseRoutes({
      knowledge,
      hasExternalServer,
      usageFor: (caller, base) => usageFor(db, caller.userId, base),
    }),
    ...createKbServerRoutes({
      knowledge,
      publicUrl,
      version: VERSION,
    }),
  ]
}
