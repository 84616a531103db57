import { parseMetadata } from '@bellwether/wire'
import {
  createCheckDraft,
  createCheckSettings,
  createFindUnavailable,
} from '../../completions/editing/checks/check-settings.ts'
import { createModelWarnings } from '../../completions/editing/checks/model-warnings.ts'
import { createCompleteMcpEntries } from '../../completions/editing/complete-mcp-entries.ts'
import { createMigrateOnAccess } from '../../completions/editing/migration/migrate-on-access.ts'
import { createObjectsInSettings } from '../../completions/editing/objects-in-settings.ts'
import { createNameFor } from '../../completions/editing/referenced-objects.ts'
import type { FindTarget } from '../../completions/tools/access/tool-access.ts'
import { countFailing, createPublishGate, createTestService } from '../../modules/assistant-tests/index.ts'
import {
  countReferencingAssistants,
  createAssistantService,
  createOpenWindows,
  createPictureService,
  createPresenceService,
  createSharingService,
  createToolTemplateService,
  createVersionService,
} from '../../modules/assistants/index.ts'
import { usedUpUntil } from '../../modules/budgets/index.ts'
import type { FileService } from '../../modules/files/index.ts'
import { findProvider, settingsIn } from '../../modules/organizations/index.ts'
import { normalizeEntries } from '../../tools/normalize-entries.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import {
  createEmptyCollections,
  createMissingCollections,
  type SearchKnowledgeDeps,
} from '../../tools/simple-rag/search-knowledge.ts'
import type { Foundation } from './create-foundation.ts'
import type { Materials } from './create-materials.ts'
import type { McpClientServices } from './create-mcp-client.ts'
import type { Models } from './create-models.ts'
import type { Oversight } from './create-oversight.ts'
import type { People } from './people/create-people.ts'
import type { ServiceDeps } from './service-deps.ts'

interface AssistantParts
  extends Pick<ServiceDeps, 'config' | 'log'>,
    Pick<Foundation, 'db' | 'box' | 'notifications'> {
  people: People
  models: Models
  materials: Materials
  files: FileService
  mcp: McpClientServices
  tools: ToolRegistry
  findTarget: FindTarget
  searchDeps: SearchKnowledgeDeps
  oversight: Pick<Oversight, 'audit'>
}

/** Assistants: editing them, their versions, and sharing them with colleagues. */
export function createAssistants(parts: AssistantParts) {
  const { config, log, db, people, models, tools } = parts
  const { organizations } = people
  const { settingsOf } = organizations
  const { mcpToolUse } = parts.mcp
  const migrate = createMigrateOnAccess({ db, tools, settingsOf, log })
  const checkSettings = createCheckSettings({
    tools,
    findTarget: parts.findTarget,
    countReferencingAssistants: (organizationId, id) => countReferencingAssistants(db, organizationId, id),
    files: parts.files,
    rubrics: parts.materials.rubrics,
    missingCollections: createMissingCollections(parts.searchDeps),
    emptyCollections: createEmptyCollections(parts.searchDeps),
    mcpToolUse,
    completeMcpEntries: createCompleteMcpEntries(mcpToolUse),
    settingsOf,
    aboutModel: createModelWarnings({
      config,
      connectors: models.connectors,
      foundModels: models.foundModels,
      settingsOf,
    }),
  })
  const publishGate = createPublishGate({
    db,
    isRequiredIn: async (id) => settingsIn((await settingsOf(id)).config).require_tests,
    note: parts.oversight.audit.note,
  })
  const assistants = createAssistantService({
    db,
    requireTests: publishGate.requirePassed,
    countFailingTests: (caller, ids) => countFailing(db, caller.userId, ids),
    budgetUsedUpUntil: (rows) =>
      usedUpUntil(db, rows, async ({ metadata, organization_id }) => {
        const name = parseMetadata(metadata)?.connector ?? ''
        const provider = models.connectors.find(name)?.provider ?? name
        return findProvider(await settingsOf(organization_id), provider, config)?.fromSystem === true
      }),
    checkSettings,
    findUnavailable: createFindUnavailable(tools),
    importedObjects: {
      installation: parts.box.sign('origin of exported assistants'),
      ...createObjectsInSettings(tools),
      nameFor: createNameFor(parts.findTarget),
    },
    firstModel: models.firstModel,
    migrate,
  })
  return {
    assistants,
    publishGate,
    assistantTests: createTestService({ db, assistants }),
    migrate,
    checkSettings,
    checkDraft: createCheckDraft(checkSettings),
    versions: createVersionService({ db, assistants }),
    assistantPictures: createPictureService({ db, assistants }),
    presence: createPresenceService({ db, assistants, openWindows: createOpenWindows(parts) }),
    sharing: createSharingService({ db, assistants, organizations }),
    toolTemplates: createToolTemplateService({
      db,
      normalize: (entries) => normalizeEntries(entries, tools),
      isInstalled: (type) => tools.find(type) !== undefined,
    }),
  }
}

export type AssistantServices = ReturnType<typeof createAssistants>
