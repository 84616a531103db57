import { idSchema, publishCheckSchema, type TestGate } from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { AssistantInContext } from '../assistant.repository.ts'
import type { AssistantService } from '../assistant.service.ts'
import { findProblems } from './publish-problems.ts'

export interface PublishCheckDeps {
  assistants: Pick<AssistantService, 'getRow' | 'warningsOf'>
  /** Whether its tests allow publishing. */
  lookAtTests(row: AssistantInContext): Promise<TestGate>
}

export const createPublishCheckRoutes = ({ assistants, lookAtTests }: PublishCheckDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/assistants/{id}/publish-check',
    tag: 'Assistants',
    summary: 'Check an assistant before publishing',
    description:
      'Lists problems such as a missing placeholder, no model or an empty knowledge base, how to fix them, and whether the assistant’s tests allow publishing. Changes nothing.',
    access: 'user',
    params: z.object({ id: idSchema }),
    answer: publishCheckSchema,
    async handle({ caller, params: { id } }) {
      const row = await assistants.getRow(caller, 'edit', id)
      const problems = findProblems(row, await assistants.warningsOf(caller, row))
      const tests = await lookAtTests(row)
      const isHeldBack = (tests.required || tests.required_by_organization) && tests.state !== 'passed'
      return { problems, tests, can_publish: !isHeldBack && !problems.some(({ refused }) => refused) }
    },
  }),
]
