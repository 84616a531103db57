import { createAnswerCompletion } from '../completions/answer-completion.ts'
import { createAskFastModel } from '../completions/ask-fast-model.ts'
import { createAskModelForJson } from '../completions/ask-model-for-json.ts'
import { createDefaultModelChooser } from '../completions/choose-default-model.ts'
import { createModelChooser } from '../completions/choose-model.ts'
import { createPlanner } from '../completions/plan.ts'
import { createStreamAnswer } from '../completions/stream-answer.ts'
import { may } from '../modules/access/policy.ts'
import {
  countOthersUsing,
  createAssistantService,
  createVersionService,
  findForCompletion,
  requireUsable,
  toFacts,
} from '../modules/assistants/index.ts'
import { createChatService } from '../modules/chats/index.ts'
import { createEvaluationService, createQuestionService } from '../modules/evaluations/index.ts'
import { createFileService } from '../modules/files/index.ts'
import { createKnowledge, createSourceLinks, createWebFetcher } from '../modules/knowledge/index.ts'
import { createOrganizationService, createOrganizationStats } from '../modules/organizations/index.ts'
import { createEvaluateWork, createRubricProposals, createRubricService } from '../modules/rubrics/index.ts'
import { createSharingService } from '../modules/sharing/index.ts'
import { createTemplateService } from '../modules/templates/index.ts'
import { createToolSecretService } from '../modules/tool-secrets/index.ts'
import { createToolTemplateService } from '../modules/tool-templates/index.ts'
import { createTraceRecorder, createTraceRetention, createTraceService } from '../modules/traces/index.ts'
import { createUsageRecorder } from '../modules/usage/index.ts'
import {
  createApiKeyService,
  createAuthenticate,
  createBulkImportService,
  createKeyUse,
  createMembershipService,
  createSessions,
  createUserAdminService,
  createUserService,
} from '../modules/users/index.ts'
import type { UserCaller } from '../platform/caller.ts'
import type { Config } from '../platform/config.ts'
import type { OpenDatabase } from '../platform/db/open-database.ts'
import { createMetrics } from '../platform/http/metrics.ts'
import type { Log } from '../platform/log.ts'
import { createOutbound } from '../platform/outbound/create-outbound.ts'
import { createRateLimit } from '../platform/rate-limit.ts'
import { createSecretBox } from '../platform/secrets/secret-box.ts'
import type { Secrets } from '../platform/secrets/secret-files.ts'
import { normaliseEntries } from '../tools/normalise-entries.ts'
import { createCheckDraft } from './check-draft.ts'
import { createCheckSettings, createFindUnavailable } from './check-settings.ts'
import { createConnectors } from './create-connectors.ts'
import { createTools } from './create-tools.ts'
import { createSearchModels } from './embed-texts.ts'
import { createFirstModel } from './first-model.ts'
import type { LoadedPlugins } from './load-plugins.ts'
import { createMigrateOnAccess } from './migrate-on-access.ts'
import { createMissingCollections, createSearchKnowledge } from './search-knowledge.ts'
import { VERSION } from './version.ts'

export interface ServiceDeps {
  config: Config
  log: Log
  database: OpenDatabase
  secrets: Secrets
  plugins: LoadedPlugins
}

/** Every part, given what it asked for. Where a lower part needs a higher one, the function is handed in here. */
export function createServices({ config, log, database, secrets, plugins }: ServiceDeps) {
  const { db, pool } = database
  const box = createSecretBox(secrets.encryption, secrets.signing)
  const metrics = createMetrics()
  const outbound = createOutbound({
    allow: config.OUTBOUND_ALLOW,
    firstByteMs: config.UPSTREAM_FIRST_BYTE_MS,
    idleMs: config.UPSTREAM_IDLE_MS,
  })

  const sessions = createSessions(secrets.signing)
  const organizations = createOrganizationService({ db, box, log, systemSignupKey: config.SIGNUP_SECRET_KEY })
  const users = createUserService({
    db,
    sessions,
    organizations,
    signIns: createRateLimit({ name: 'sign-in', failures: 10, windowSeconds: 900, blockSeconds: 300 }, pool),
    // A school may be behind one address, so that one is more patient.
    signInsByAddress: createRateLimit(
      { name: 'sign-in-address', failures: 100, windowSeconds: 900, blockSeconds: 300 },
      pool,
    ),
    signup: { enabled: config.SIGNUP_ENABLED, key: config.SIGNUP_SECRET_KEY },
  })
  const membership = createMembershipService({ db, box, config, organizations })
  const bulkImport = createBulkImportService(db)
  const stats = createOrganizationStats(db)
  const keyUse = createKeyUse(db, (error) => log.warn({ err: error }, 'the last use of keys was not written'))
  const authenticate = createAuthenticate({
    db,
    sessions,
    systemKey: config.LAMB_BEARER_TOKEN,
    guessing: createRateLimit(
      { name: 'credential', failures: 30, windowSeconds: 60, blockSeconds: 60 },
      pool,
    ),
    keyUse,
  })
  const apiKeys = createApiKeyService({ db, requireUsable: (caller, ids) => requireUsable(db, caller, ids) })

  const files = createFileService({ db, box, dataDir: config.DATA_DIR, publicUrl: config.publicUrl })
  const userAdmin = createUserAdminService({ db, users, removeFilesOf: files.removeFilesOf })
  const connectors = createConnectors(outbound, files)
  const mayShare = async (caller: UserCaller) => (await sharing.permissionOf(caller)).can_share
  const rubrics = createRubricService({ db, maySharePeople: mayShare })
  const chooseModel = createModelChooser({ config, connectors })
  const askFastModel = createAskFastModel({
    config,
    chooseModel,
    settingsOf: organizations.settingsOf,
  })
  const chooseDefaultModel = createDefaultModelChooser({ config, connectors, chooseModel })
  const { settingsOf } = organizations
  const askForJson = createAskModelForJson({ settingsOf, chooseDefaultModel })
  const firstModel = createFirstModel({ settingsOf, chooseDefaultModel })
  const rubricProposals = createRubricProposals({ askForJson })
  const evaluateWork = createEvaluateWork({ askForJson })
  const toolSecrets = createToolSecretService({ db, box })
  const searchModels = createSearchModels({ config, connectors, settingsOf: organizations.settingsOf })
  const knowledge = createKnowledge({
    db,
    isPostgres: database.kind === 'postgres',
    dataDir: config.DATA_DIR,
    log,
    webFetcher: createWebFetcher({ outbound, userAgent: `Bellwether/${VERSION} (+${config.publicUrl})` }),
    maySharePeople: mayShare,
    usedByOthers: (base) => countOthersUsing(db, base),
    embedder: searchModels,
    reranker: searchModels,
  })
  const retrievalQuestions = createQuestionService({ db, getBase: knowledge.bases.getFor })
  const evaluations = createEvaluationService({
    db,
    getBase: knowledge.bases.getFor,
    search: knowledge.query,
  })
  const sourceLinks = createSourceLinks({ db, box, publicUrl: config.publicUrl })
  const searchDeps = { config, outbound, settingsOf: organizations.settingsOf, knowledge, sourceLinks }
  const tools = createTools({
    config,
    outbound,
    files,
    rubrics,
    toolSecrets,
    askFastModel,
    evaluateWork,
    searchKnowledge: createSearchKnowledge(searchDeps),
    settingsOf: organizations.settingsOf,
    plugins: plugins.tools,
  })
  const migrate = createMigrateOnAccess({ db, tools, settingsOf: organizations.settingsOf, log })
  const checkSettings = createCheckSettings({
    tools,
    files,
    rubrics,
    missingCollections: createMissingCollections(searchDeps),
  })
  const assistants = createAssistantService({
    db,
    checkSettings,
    findUnavailable: createFindUnavailable(tools),
    firstModel,
    migrate,
  })
  const versions = createVersionService({ db, assistants })
  const sharing = createSharingService({ db, assistants, organizations })
  const templates = createTemplateService({ db, maySharePeople: mayShare })
  const toolTemplates = createToolTemplateService({
    db,
    normalise: (entries) => normaliseEntries(entries, tools),
    isInstalled: (type) => tools.find(type) !== undefined,
  })
  const chats = createChatService({
    db,
    mayUseAssistant: async (caller, id) => (await findForCompletion(db, caller, { id })) !== undefined,
  })
  const usage = createUsageRecorder({
    db,
    onNote: ({ provider, outcome, inputTokens, outputTokens }) =>
      metrics.countCompletion(provider, outcome, inputTokens, outputTokens),
    onError(error, lost) {
      log.error({ err: error, lost }, 'usage was not written')
      if (lost > 0) metrics.countDroppedUsage(lost)
    },
  })

  const traceRecorder = createTraceRecorder({
    db,
    onError: (error, lost) => log.error({ err: error, lost }, 'traces were not written'),
  })
  const traces = createTraceService({ db, flush: traceRecorder.flush })
  const traceRetention = createTraceRetention({
    db,
    defaultDays: config.TRACE_DAYS,
    onError: (error) => log.error({ err: error }, 'old traces were not removed'),
  })

  const planCompletion = createPlanner({
    config,
    chooseModel,
    tools,
    log,
    migrate,
    findAssistant: (caller, ref) => findForCompletion(db, caller, ref),
    settingsAt: organizations.settingsAt,
    settingsOf,
    maySeePrompts: (caller, assistant) => may(caller, 'see', toFacts(assistant, assistant)),
  })
  const answerCompletion = createAnswerCompletion({
    planCompletion,
    usage,
    traces: traceRecorder,
    streamAnswer: createStreamAnswer(config.HEARTBEAT_MS),
  })

  return {
    db,
    box,
    metrics,
    outbound,
    organizations,
    users,
    userAdmin,
    membership,
    bulkImport,
    stats,
    keyUse,
    authenticate,
    apiKeys,
    files,
    connectors,
    tools,
    brokenPlugins: plugins.broken,
    assistants,
    versions,
    sharing,
    templates,
    toolSecrets,
    toolTemplates,
    rubrics,
    rubricProposals,
    evaluateWork,
    knowledge,
    searchModels,
    sourceLinks,
    retrievalQuestions,
    evaluations,
    chats,
    usage,
    traces,
    traceRecorder,
    traceRetention,
    askFastModel,
    firstModel,
    planCompletion,
    answerCompletion,
    checkDraft: createCheckDraft(checkSettings),
  }
}

export type Services = ReturnType<typeof createServices>
