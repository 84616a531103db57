import { createAskAssistant } from '../../completions/ask-assistant.ts'
import { createReferencedObjects } from '../../completions/editing/referenced-objects.ts'
import { createSessionNotes } from '../../doors/mcp/session/session-notes.ts'
import { createPrivacyService } from '../../modules/activity/index.ts'
import { findForCompletion } from '../../modules/assistants/index.ts'
import { createBudgetService } from '../../modules/budgets/index.ts'
import { createFileService } from '../../modules/files/index.ts'
import { findKnowledgeServer } from '../../modules/organizations/index.ts'
import { createPriceService } from '../../modules/usage/index.ts'
import {
  createExternalIdentities,
  createHandOverService,
  createMigrationService,
  createPasswordResets,
  createPersonalData,
  createUserAdminService,
} from '../../modules/users/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import type { AskAssistant } from '../../tools/assistant/assistant.tool.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import { createSearchKnowledge } from '../../tools/simple-rag/search-knowledge.ts'
import { createImports } from '../imports/imports.ts'
import { createActivity } from './create-activity.ts'
import { createAnswers } from './create-answers.ts'
import { createAssistants } from './create-assistants.ts'
import { createCreation } from './create-creation.ts'
import { createFoundation, type Foundation } from './create-foundation.ts'
import { createGradingServices } from './create-grading-services.ts'
import { createMaterials, type Materials } from './create-materials.ts'
import { createMcpClientServices } from './create-mcp-client.ts'
import { createModels } from './create-models.ts'
import { createOversight, type Oversight } from './create-oversight.ts'
import { createRecords, type Records } from './create-records.ts'
import { createTools } from './create-tools.ts'
import { createClassLinks } from './people/create-class-links.ts'
import { createLtiServices } from './people/create-lti-services.ts'
import { createPeople, type People } from './people/create-people.ts'
import { createSignIn } from './people/create-sign-in.ts'
import type { ServiceDeps } from './service-deps.ts'

/** Creates all services and passes each what it needs. A lower one that needs a higher one gets a function. */
export function createServices(deps: ServiceDeps) {
  const { config, log, plugins } = deps
  const foundation = createFoundation(deps)
  const { db, outbox, outbound, metrics, notifications, instances } = foundation
  const people = createPeople({ ...deps, ...foundation })
  const { organizations } = people
  const { settingsOf } = organizations
  const records = createRecords({
    db,
    databaseKind: foundation.databaseKind,
    outbox,
    config,
    log,
    metrics,
    settingsOf,
  })
  const files = createFileService({ ...foundation, locks: foundation.editLocks, publicUrl: config.publicUrl })
  const models = createModels({ config, log, outbound, files, people, records })
  const maySharePeople = async (caller: UserCaller): Promise<boolean> =>
    (await assistantServices.sharing.permissionOf(caller)).can_share
  const materials = createMaterials({ config, log, foundation, models, maySharePeople })
  const { knowledge, sourceLinks, rubrics, workspaces } = materials
  const mcp = createMcpClientServices(foundation, people)
  const { mcpToolUse } = mcp
  const searchDeps = { config, outbound, settingsOf, knowledge, sourceLinks }
  // An assistant may be a tool of another one, and answers with tools of its own.
  const askAssistant: AskAssistant = (question) => createAskAssistant(answers.runToText)(question)
  const searchKnowledge = createSearchKnowledge(searchDeps)
  const { provenIdsOf } = people.lti.accounts
  const toolParts = { ...materials, ...models, config, outbound, files, mcpToolUse, settingsOf, provenIdsOf }
  const tools = createTools({ ...toolParts, askAssistant, searchKnowledge, plugins: plugins.tools })
  const oversight = createOversight({
    outbox,
    db,
    notifications,
    config,
    log,
    organizations,
    findAssistant: (caller, ref) => findForCompletion(db, caller, ref),
    knowledge,
    hasExternalKnowledge: async (id) => findKnowledgeServer(await settingsOf(id), config) !== undefined,
    rubrics,
    files,
    workspaces,
    mcpToolUse,
  })
  const { findTarget } = oversight.toolDeps
  const parts = { config, log, db, outbox, people, records, models, tools, oversight, materials, files }
  const assistantServices = createAssistants({ ...foundation, ...parts, mcp, findTarget, searchDeps })
  const classLinks = createClassLinks({ ...deps, people, audit: oversight.audit, files })
  const { linkGuard, guestUploads } = classLinks
  const privacy = createPrivacyService({ db, organizations })
  const { databaseKind, mail } = foundation
  const guests = { linkGuard, guestUploads }
  const answering = { databaseKind, mail, notifications, instances, assistantServices, ...guests, privacy }
  const answers = createAnswers({ ...parts, ...answering })
  const { pool } = deps.database
  const lti = { pool, log, client: outbound.guarded.providers, tools, findTarget, rubrics }
  const peopleAdmin = createPeopleAdmin({ foundation, people, records, tools, oversight, files, materials })
  return {
    ...foundation,
    ...people,
    ...peopleAdmin,
    ...createSignIn({ ...foundation, log }, people, peopleAdmin.externalIdentities, config, pool),
    ...records,
    ...models,
    files,
    ...materials,
    ...mcp,
    ...createLtiServices({ ...foundation, ...assistantServices, ...lti }),
    mcpSessionNotes: createSessionNotes(db),
    tools,
    brokenPlugins: plugins.broken,
    ...oversight,
    ...assistantServices,
    ...answers,
    ...createCreation({ ...parts, foundation, assistantServices, answers }),
    ...createGradingServices({ ...parts, foundation, runToText: answers.runToText }),
    ...createActivity({ foundation, materials, oversight, tools, privacy, models }),
    ...classLinks,
    imports: createImports({ ...foundation, config, log, knowledge }),
    prices: createPriceService({ organizations }),
    budgets: createBudgetService({ db, organizations, flushUsage: records.usage.flush }),
  }
}

export type Services = ReturnType<typeof createServices>

interface PeopleAdminParts {
  foundation: Foundation
  people: People
  tools: ToolRegistry
  oversight: Oversight
  records: Records
  files: Pick<ReturnType<typeof createFileService>, 'removeFilesOf' | 'readStored'>
  materials: Pick<Materials, 'workspaces'>
}

/** Handing over and deleting accounts with everything they own. */
function createPeopleAdmin(parts: PeopleAdminParts) {
  const { foundation, people, records, tools, oversight, files, materials } = parts
  const { db, reports, emptyLog, removeSoon } = foundation
  const { audit, toolDeps } = oversight
  const handOvers = createHandOverService({
    db,
    ...createReferencedObjects({ tools, findTarget: toolDeps.findTarget }),
    note: (tx, entry) => audit.noteIn(tx, { ...entry, action: 'member.hand_over', outcome: 'ok' }),
  })
  const flushRecords = async (): Promise<void> => {
    await records.traceRecorder.flush()
    await records.usage.flush()
    await audit.flush()
  }
  const endAnswersOf = (user: number) => people.accessWatch.tellOfChange({ user })
  const userAdmin = createUserAdminService({
    db,
    flushRecords,
    users: people.users,
    handOvers,
    endAnswersOf,
    async afterRemoval(userId) {
      await endAnswersOf(userId)
      await removeSoon(() => files.removeFilesOf(userId))
      await removeSoon(() => materials.workspaces.removeOrphans())
      await emptyLog()
    },
  })
  const externalIdentities = createExternalIdentities({
    db,
    note: (tx, entry) => audit.noteIn(tx, { ...entry, outcome: 'ok' }),
  })
  const migrations = createMigrationService({
    db,
    note: (tx, entry) => audit.noteIn(tx, { ...entry, action: 'organization.migrate', outcome: 'ok' }),
  })
  const passwordResets = createPasswordResets({ ...people.accountLinks.recovery, userAdmin })
  const personalData = createPersonalData({
    db,
    reports,
    userAdmin,
    flushRecords,
    readFile: files.readStored,
  })
  return { handOvers, migrations, userAdmin, personalData, passwordResets, externalIdentities }
}
