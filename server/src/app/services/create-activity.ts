import { createReferencedObjects } from '../../completions/editing/referenced-objects.ts'
import {
  createActivityService,
  createTitleTopics,
  type PrivacyService,
} from '../../modules/activity/index.ts'
import { createCourseAccess } from '../../modules/lti/index.ts'
import type { ToolRegistry } from '../../tools/registry.ts'
import type { Foundation } from './create-foundation.ts'
import type { Materials } from './create-materials.ts'
import type { Models } from './create-models.ts'
import type { Oversight } from './create-oversight.ts'

interface ActivityParts {
  foundation: Foundation
  materials: Pick<Materials, 'knowledge'>
  oversight: Pick<Oversight, 'toolDeps'>
  tools: ToolRegistry
  privacy: PrivacyService
  models: Pick<Models, 'askForJson'>
}

/** What educators see of conversations with their assistants. */
export function createActivity({ foundation, materials, oversight, tools, privacy, models }: ActivityParts) {
  const { db, reports, box } = foundation
  const courses = createCourseAccess(reports)
  const { referencesOf } = createReferencedObjects({ tools, findTarget: oversight.toolDeps.findTarget })
  const activity = createActivityService({
    db,
    reports,
    privacy,
    sign: box.sign,
    titleTopics: createTitleTopics(models),
    findCourse: async (caller, organizationId, id) =>
      (await courses.listVisible(caller, organizationId, id))[0],
    knowledge: materials.knowledge,
    knowledgeBasesOf: (assistant) =>
      referencesOf(assistant)
        .objects.filter(({ kind }) => kind === 'knowledge_base')
        .map(({ id }) => Number(id))
        .filter((id) => Number.isSafeInteger(id) && id > 0),
  })
  return { activity, privacy }
}
