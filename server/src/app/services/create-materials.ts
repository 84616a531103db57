import {
  createTemplateService,
  createToolSecretService,
  findOthersUsing,
} from '../../modules/assistants/index.ts'
import { createEvaluationService, createQuestionService } from '../../modules/evaluations/index.ts'
import { createKnowledge, createSourceLinks, createWebFetcher } from '../../modules/knowledge/index.ts'
import { createMemoryService } from '../../modules/memories/index.ts'
import {
  createEvaluateWork,
  createRubricPreview,
  createRubricProposals,
  createRubricService,
} from '../../modules/rubrics/index.ts'
import { createWorkspaces } from '../../modules/workspaces/index.ts'
import type { UserCaller } from '../../platform/caller.ts'
import { VERSION } from '../version.ts'
import type { Foundation } from './create-foundation.ts'
import type { Models } from './create-models.ts'
import type { ServiceDeps } from './service-deps.ts'

interface MaterialDeps extends Pick<ServiceDeps, 'config' | 'log'> {
  foundation: Foundation
  models: Models
  maySharePeople(caller: UserCaller): Promise<boolean>
}

/** What educators give their assistants to work with: knowledge bases, rubrics, workspaces, templates, secrets. */
export function createMaterials({ config, log, foundation, models, maySharePeople }: MaterialDeps) {
  const { db, box, outbound, databaseKind, runLong, storage, removeSoon } = foundation
  const { askForJson } = models
  const knowledge = createKnowledge({
    db,
    box,
    isPostgres: databaseKind === 'postgres',
    runLong,
    storage,
    dataDir: config.DATA_DIR,
    log,
    webFetcher: createWebFetcher({ outbound, userAgent: `Bellwether/${VERSION} (+${config.publicUrl})` }),
    maySharePeople,
    usedByOthers: (base) => findOthersUsing(db, base),
    embedder: models.searchModels,
    reranker: models.searchModels,
    describer: models.describer,
    transcriber: models.transcriber,
    searchMemoryMb: config.SEARCH_MEMORY_MB,
  })
  const workspaces = createWorkspaces({
    db,
    storage,
    removeSoon,
    locks: foundation.editLocks,
    dataDir: config.DATA_DIR,
    roots: config.WORKSPACE_ROOTS,
    limits: { bytes: config.WORKSPACE_MAX_BYTES, files: config.WORKSPACE_MAX_FILES },
    keepEdits: config.WORKSPACE_KEEP_EDITS,
    maySharePeople,
    onError: (error) => log.error({ err: error }, 'failed to save the checkpoint of an edit'),
  })
  const getBase = knowledge.bases.getFor
  const rubricProposals = createRubricProposals({ askForJson })
  return {
    knowledge,
    sourceLinks: createSourceLinks({ db, box, publicUrl: config.publicUrl }),
    retrievalQuestions: createQuestionService({ db, getBase }),
    evaluations: createEvaluationService({ db, getBase, search: knowledge.query }),
    rubrics: createRubricService({ db, maySharePeople }),
    rubricProposals,
    previewRubric: createRubricPreview({ readText: knowledge.readText, proposals: rubricProposals }),
    evaluateWork: createEvaluateWork({ askForJson }),
    workspaces,
    memories: createMemoryService({ db }),
    toolSecrets: createToolSecretService({ db, box }),
    templates: createTemplateService({ db, maySharePeople }),
  }
}

export type Materials = ReturnType<typeof createMaterials>
