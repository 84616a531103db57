import type { Pool } from 'pg'
import {
  createReferencedObjects,
  type ReferencedObjectsDeps,
} from '../../../completions/editing/referenced-objects.ts'
import type { AssistantService } from '../../../modules/assistants/index.ts'
import { createLti13, type Lti13Deps } from '../../../modules/lti/index.ts'
import type { ReadableRubric, RubricService } from '../../../modules/rubrics/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { createRateLimit } from '../../../platform/rate-limit/rate-limit.ts'

export interface LtiServiceDeps extends Lti13Deps, ReferencedObjectsDeps {
  pool: Pool | undefined
  assistants: Pick<AssistantService, 'getRow'>
  rubrics: Pick<RubricService, 'findForOwner'>
}

/** LTI 1.3 and what it needs of assistants and rubrics. */
export function createLtiServices({ assistants, rubrics, tools, findTarget, pool, ...deps }: LtiServiceDeps) {
  const { referencesOf } = createReferencedObjects({ tools, findTarget })
  return {
    lti13: createLti13(deps),
    ltiLimits: {
      starts: createRateLimit(
        {
          name: 'lti-login',
          failures: 6000,
          windowSeconds: 60,
          blockSeconds: 0,
        },
        pool,
      ),
      refusals: createRateLimit(
        { name: 'lti-refusal', failures: 30, windowSeconds: 600, blockSeconds: 0 },
        pool,
      ),
    },

    /** The first rubric that an assistant works with, read with the rights of the assistant's owner. */
    async rubricOf(
      caller: UserCaller,
      assistantId: number,
    ): Promise<(ReadableRubric & { maxScore: number }) | undefined> {
      const row = await assistants.getRow(caller, 'use', assistantId)
      const owner = { userId: row.owner_id, organizationId: row.organization_id }
      for (const { kind, id } of referencesOf(row).objects) {
        const rubric = kind === 'rubric' ? await rubrics.findForOwner(owner, id) : undefined
        if (rubric) return { ...rubric, maxScore: rubric.sheet.maxScore }
      }
      return undefined
    },
  }
}
