import { createCheckForm } from '../../completions/creation/check-form.ts'
import { createOpenTurn } from '../../completions/creation/open-turn.ts'
import { createProposeStarters } from '../../completions/creation/starters/propose-starters.ts'
import { createReferencedObjects } from '../../completions/editing/referenced-objects.ts'
import { createProposalService, createSessionService } from '../../modules/creation-sessions/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import type { createAnswers } from './create-answers.ts'
import type { AssistantServices } from './create-assistants.ts'
import type { Foundation } from './create-foundation.ts'
import type { Materials } from './create-materials.ts'
import type { Models } from './create-models.ts'
import type { Oversight } from './create-oversight.ts'
import type { Records } from './create-records.ts'
import type { People } from './people/create-people.ts'
import type { ServiceDeps } from './service-deps.ts'

interface CreationParts extends Pick<ServiceDeps, 'config' | 'log'> {
  foundation: Pick<Foundation, 'db' | 'databaseKind'>
  people: People
  records: Records
  models: Models
  materials: Pick<Materials, 'knowledge' | 'rubrics'>
  tools: ToolRegistry
  oversight: Pick<Oversight, 'toolDeps'>
  assistantServices: AssistantServices
  answers: ReturnType<typeof createAnswers>
}

/** “Build it with me”: chats in which a model helps to build an assistant, and its other proposals. */
export function createCreation(parts: CreationParts) {
  const { config, foundation, models, materials, tools, assistantServices, answers } = parts
  const { assistants, checkDraft, checkSettings } = assistantServices
  const creationSessions = createSessionService({ ...foundation, assistants })
  const proposals = createProposalService({
    db: foundation.db,
    assistants,
    sessions: creationSessions,
    checkForm: createCheckForm(checkSettings),
    firstForm: async ({ organizationId }: UserCaller) => ({
      name: '',
      description: '',
      system_prompt: '',
      prompt_template: '{user_input}',
      metadata: JSON.stringify({
        ...(await models.firstModel(organizationId)),
        prompt_processor: 'multi_augment',
        assistant_type: 'multi_tool',
        tools: [],
      }),
      rag_collections: '',
      rag_top_k: 3,
    }),
  })
  const openTurn = createOpenTurn({
    config,
    creationSessions,
    proposals,
    connectors: models.connectors,
    firstModel: models.firstModel,
    tools,
    knowledge: materials.knowledge,
    rubrics: materials.rubrics,
    settingsOf: parts.people.organizations.settingsOf,
    running: { planCompletion: answers.planCompletion, ...answers.running },
    checkDraft,
    testRuns: answers.testRuns,
    traces: parts.records.traces,
  })
  const { findTarget } = parts.oversight.toolDeps
  const proposeStarters = createProposeStarters({
    log: parts.log,
    slots: answers.slots,
    askForJson: models.askForJson,
    firstModel: models.firstModel,
    knowledge: materials.knowledge,
    rubrics: materials.rubrics,
    referencesOf: createReferencedObjects({ tools, findTarget }).referencesOf,
  })
  return { creationSessions, proposals, openTurn, proposeStarters }
}
