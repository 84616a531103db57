import { join } from 'node:path'
import { createAnswerCompletion } from '../completions/answer-completion.ts'
import { createAskAssistant } from '../completions/ask-assistant.ts'
import { createCheckDraft } from '../completions/editing/checks/check-draft.ts'
import { createCheckSettings, createFindUnavailable } from '../completions/editing/checks/check-settings.ts'
import { createModelWarnings } from '../completions/editing/checks/model-warnings.ts'
import { createCompleteMcpEntries } from '../completions/editing/complete-mcp-entries.ts'
import { createMigrateOnAccess } from '../completions/editing/migration/migrate-on-access.ts'
import { createThingsNamed } from '../completions/editing/things-named.ts'
import { createAskFastModel } from '../completions/model-calls/ask-fast-model.ts'
import { createAskModelForJson } from '../completions/model-calls/ask-model-for-json.ts'
import { createPictureDescriber } from '../completions/model-calls/describe-picture.ts'
import { createMakeImage } from '../completions/model-calls/make-image.ts'
import { createSearchModels } from '../completions/model-calls/search-models.ts'
import { createDefaultModelChooser } from '../completions/models/choose-default-model.ts'
import { createModelChooser } from '../completions/models/choose-model.ts'
import { createFirstModel } from '../completions/models/first-model.ts'
import { createStreamAnswer } from '../completions/openai/stream-answer.ts'
import { createPlanner } from '../completions/plan/plan.ts'
import { createRunToText } from '../completions/run-to-text.ts'
import { may } from '../modules/access/index.ts'
import {
  countListers,
  createAssistantService,
  createVersionService,
  findForCompletion,
  findOthersUsing,
  toFacts,
} from '../modules/assistants/index.ts'
import { createBudgetService } from '../modules/budgets/index.ts'
import { createChatService } from '../modules/chats/index.ts'
import { createEvaluationService, createQuestionService } from '../modules/evaluations/index.ts'
import { createFileService } from '../modules/files/index.ts'
import { createKnowledge, createSourceLinks, createWebFetcher } from '../modules/knowledge/index.ts'
import { createMemoryService } from '../modules/memories/index.ts'
import { findKnowledgeServer } from '../modules/organizations/index.ts'
import { createEvaluateWork, createRubricProposals, createRubricService } from '../modules/rubrics/index.ts'
import { createSharingService } from '../modules/sharing/index.ts'
import { createTemplateService } from '../modules/templates/index.ts'
import { createToolSecretService } from '../modules/tool-secrets/index.ts'
import { createToolTemplateService } from '../modules/tool-templates/index.ts'
import { createPriceService } from '../modules/usage/index.ts'
import { createHandOverService, createUserAdminService } from '../modules/users/index.ts'
import { createWorkspaces } from '../modules/workspaces/index.ts'
import { createAnswerSlots } from '../platform/answer-slots.ts'
import type { UserCaller } from '../platform/caller.ts'
import { createOutbox } from '../platform/db/outbox/outbox.ts'
import { createOutboxDatabase } from '../platform/db/outbox/outbox-database.ts'
import { createIdempotency } from '../platform/http/idempotency/idempotency.ts'
import { createMetrics } from '../platform/http/metrics.ts'
import { isPublicUrl } from '../platform/outbound/address-guard.ts'
import { ALLOW_SETTINGS, createOutbound, mapPurposes } from '../platform/outbound/create-outbound.ts'
import { createSecretBox } from '../platform/secrets/secret-box.ts'
import { normaliseEntries } from '../tools/normalise-entries.ts'
import { createConnectors } from './create-connectors.ts'
import { createMcpServices } from './create-mcp.ts'
import { createOversight } from './create-oversight.ts'
import { createPeople } from './create-people.ts'
import { createRecords } from './create-records.ts'
import { createTools } from './create-tools.ts'
import { createMissingCollections, createSearchKnowledge } from './search-knowledge.ts'
import type { ServiceDeps } from './service-deps.ts'
import { VERSION } from './version.ts'

/** Every part, given what it asked for. Where a lower part needs a higher one, the function is handed in here. */
export function createServices({ config, log, database, secrets, plugins }: ServiceDeps) {
  const { db } = database
  const box = createSecretBox(secrets.encryption, secrets.signing)
  const metrics = createMetrics()
  const via = `1.1 bellwether-${box.sign('via').slice(0, 12)}`
  const outbound = createOutbound({
    allow: mapPurposes((purpose) => config[ALLOW_SETTINGS[purpose]]),
    onRefused: ({ purpose, place, reason }) =>
      log.warn(
        { purpose, place, reason, setting: ALLOW_SETTINGS[purpose] },
        'an outgoing call was not allowed',
      ),
    firstByteMs: config.UPSTREAM_FIRST_BYTE_MS,
    idleMs: config.UPSTREAM_IDLE_MS,
    via,
  })

  const people = createPeople({ config, log, database, secrets, box, via })
  const { organizations, users } = people
  const { settingsOf } = organizations
  const outboxDatabase = createOutboxDatabase(db)
  const outbox = createOutbox({
    folder: join(config.DATA_DIR, 'unsaved'),
    database: outboxDatabase,
    onError: (error, lost) =>
      lost > 0
        ? log.error({ err: error, lost }, 'records were lost')
        : log.warn({ err: error }, 'records wait for the database'),
  })
  const records = createRecords({ db, outbox, config, log, metrics, settingsOf })
  const { usage, spending, noteModelCall, measureCall, traceRecorder } = records

  const files = createFileService({ db, box, dataDir: config.DATA_DIR, publicUrl: config.publicUrl })
  const removeFilesOf = async (userId: number) => {
    await files.removeFilesOf(userId)
    await workspaces.removeOrphans()
  }
  const connectors = createConnectors(outbound, files)
  const mayShare = async (caller: UserCaller) => (await sharing.permissionOf(caller)).can_share
  const rubrics = createRubricService({ db, maySharePeople: mayShare })
  const chooseModel = createModelChooser({ config, connectors })
  const askFastModel = createAskFastModel({ config, log, chooseModel, settingsOf, measureCall })
  const chooseDefaultModel = createDefaultModelChooser({ config, connectors, chooseModel })
  const askForJson = createAskModelForJson({ settingsOf, chooseDefaultModel, measureCall })
  const firstModel = createFirstModel({ config, connectors, log, settingsOf, chooseDefaultModel })
  const rubricProposals = createRubricProposals({ askForJson })
  const evaluateWork = createEvaluateWork({ askForJson })
  const workspaces = createWorkspaces({
    db,
    dataDir: config.DATA_DIR,
    roots: config.WORKSPACE_ROOTS,
    limits: { bytes: config.WORKSPACE_MAX_BYTES, files: config.WORKSPACE_MAX_FILES },
    keepEdits: config.WORKSPACE_KEEP_EDITS,
    maySharePeople: mayShare,
    onError: (error) => log.error({ err: error }, 'the checkpoint of an edit was not kept'),
  })
  const toolSecrets = createToolSecretService({ db, box })
  const searchModels = createSearchModels({
    config,
    connectors,
    settingsOf,
    noteModelCall,
    measureCall,
  })
  const seeing = { list: () => connectors.list().filter(({ capabilities }) => capabilities.vision) }
  const describer = createPictureDescriber({
    settingsOf,
    chooseModel: createDefaultModelChooser({ config, connectors: seeing, chooseModel }),
    measureCall,
  })
  const knowledge = createKnowledge({
    db,
    box,
    isPostgres: database.kind === 'postgres',
    dataDir: config.DATA_DIR,
    log,
    webFetcher: createWebFetcher({ outbound, userAgent: `Bellwether/${VERSION} (+${config.publicUrl})` }),
    maySharePeople: mayShare,
    usedByOthers: (base) => findOthersUsing(db, base),
    embedder: searchModels,
    reranker: searchModels,
    describer,
  })
  const retrievalQuestions = createQuestionService({ db, getBase: knowledge.bases.getFor })
  const evaluations = createEvaluationService({
    db,
    getBase: knowledge.bases.getFor,
    search: knowledge.query,
  })
  const sourceLinks = createSourceLinks({ db, box, publicUrl: config.publicUrl })
  const searchDeps = { config, outbound, settingsOf: organizations.settingsOf, knowledge, sourceLinks }
  const mcp = createMcpServices({ db, box, outbound, organizations })
  const memories = createMemoryService({ db })
  const makeImage = createMakeImage({ config, chooseModel, settingsOf, measureCall })
  const tools = createTools({
    config,
    memories,
    makeImage,
    outbound,
    files,
    rubrics,
    toolSecrets,
    workspaces,
    mcpToolUse: mcp.mcpToolUse,
    askFastModel,
    evaluateWork,
    // Made below, of all the rest: an assistant is asked with tools of its own.
    askAssistant: (asked) => askAssistant(asked),
    searchKnowledge: createSearchKnowledge(searchDeps),
    settingsOf: organizations.settingsOf,
    plugins: plugins.tools,
  })
  const migrate = createMigrateOnAccess({ db, tools, settingsOf: organizations.settingsOf, log })
  const oversight = createOversight({
    outbox,
    db,
    config,
    log,
    organizations,
    findAssistant: (caller, ref) => findForCompletion(db, caller, ref),
    knowledge,
    hasExternalKnowledge: async (id) => findKnowledgeServer(await settingsOf(id), config) !== undefined,
    rubrics,
    files,
    workspaces,
    mcpToolUse: mcp.mcpToolUse,
  })
  const handOvers = createHandOverService({
    db,
    ...createThingsNamed({ tools, findTarget: oversight.toolDeps.findTarget }),
    note: (entry) => oversight.audit.note({ ...entry, action: 'member.hand_over', outcome: 'ok' }),
  })
  const userAdmin = createUserAdminService({ db, users, handOvers, removeFilesOf })
  const checkSettings = createCheckSettings({
    tools,
    findTarget: oversight.toolDeps.findTarget,
    countListers: (organizationId, id) => countListers(db, organizationId, id),
    files,
    rubrics,
    missingCollections: createMissingCollections(searchDeps),
    mcpToolUse: mcp.mcpToolUse,
    completeMcpEntries: createCompleteMcpEntries(mcp.mcpToolUse),
    settingsOf,
    aboutModel: createModelWarnings({ config, connectors, settingsOf }),
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
    outbox,
    mayUseAssistant: async (caller, id) => (await findForCompletion(db, caller, { id })) !== undefined,
  })
  const slots = createAnswerSlots({
    perPerson: config.MAX_ANSWERS_PER_PERSON,
    perKey: config.MAX_ANSWERS_PER_KEY,
  })
  const planCompletion = createPlanner({
    spending,
    slots,
    config,
    chooseModel,
    tools,
    log,
    migrate,
    findAssistant: (caller, ref) => findForCompletion(db, caller, ref),
    settingsAt: organizations.settingsAt,
    settingsOf,
    maySeePrompts: (caller, assistant) => may(caller, 'see', toFacts(assistant, assistant)),
    isPublicAddress: (url) => isPublicUrl(url),
  })
  const running = { usage, traces: traceRecorder, toolDeps: oversight.toolDeps, log }
  const runToText = createRunToText({ planCompletion, ...running })
  const askAssistant = createAskAssistant(runToText)
  const answerCompletion = createAnswerCompletion({
    planCompletion,
    ...running,
    streamAnswer: createStreamAnswer(config.HEARTBEAT_MS),
  })

  return {
    outbox,
    outboxDatabase,
    db,
    idempotency: createIdempotency({ db, box }),
    databaseKind: database.kind,
    reports: database.reports,
    box,
    metrics,
    outbound,
    ...people,
    userAdmin,
    handOvers,
    files,
    connectors,
    tools,
    brokenPlugins: plugins.broken,
    assistants,
    versions,
    sharing,
    templates,
    toolSecrets,
    workspaces,
    ...mcp,
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
    memories,
    ...records,
    prices: createPriceService({ organizations }),
    budgets: createBudgetService({ db, organizations }),
    askFastModel,
    firstModel,
    slots,
    planCompletion,
    answerCompletion,
    runToText,
    ...oversight,
    checkDraft: createCheckDraft(checkSettings),
  }
}

export type Services = ReturnType<typeof createServices>
