import { ltiTestGradeSchema, slugParamSchema } from '@bellwether/wire'
import * as z from 'zod'
import { toSlug } from '../../../modules/organizations/index.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { LTI_TAG, type LtiDoorDeps } from '../lti-deps.ts'
import { requireSession } from '../lti-endpoint.ts'
import { languageFor } from '../pages/launch-page.ts'
import { launchTexts } from '../pages/launch-texts.ts'

/** Checks that grades reach an LMS. */
export const createTestGradeRoutes = ({ lti13, organizations }: LtiDoorDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/organizations/{slug}/lti-platforms/{platform}/test-grade',
    tag: LTI_TAG,
    summary: 'Send a test grade to an LMS',
    description:
      'Adds a column “Bellwether test” to the gradebook of the course from which an activity was opened last, sends a pending grade for the student who opened it last, and removes the column. Requires a session, not an API key.',
    access: 'organization-admin',
    params: slugParamSchema.extend({ platform: z.coerce.number().int().positive() }),
    answer: ltiTestGradeSchema,
    creates: false,
    async handle({ caller, params, exchange }) {
      requireSession(caller)
      const { id } = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      const platform = await lti13.platforms.requireOwn(id, params.platform)
      const outcomes = await lti13.sendTestGrade(platform)
      const { services } = launchTexts(languageFor(exchange))
      return {
        passed: outcomes.every(({ passed }) => passed === true),
        steps: outcomes.map((outcome) => ({
          ...outcome,
          message: outcome.problem ? services[outcome.problem] : null,
        })),
      }
    },
  }),
]
