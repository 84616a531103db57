import {
  accessibleRubricsQuerySchema,
  accessibleRubricsSchema,
  createRubricSchema,
  publicRubricsQuerySchema,
  rubricListQuerySchema,
  rubricListSchema,
  rubricRecordSchema,
  rubricShowcaseSchema,
  rubricVisibilitySchema,
  savedRubricSchema,
  updateRubricSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { RubricService } from '../../../modules/rubrics/index.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { createRubricAiRoutes, type RubricAiDeps } from './rubrics-ai.routes.ts'
import { createRubricFileRoutes } from './rubrics-files.routes.ts'

export interface RubricRouteDeps extends RubricAiDeps {
  rubrics: RubricService
}

const BASE = '/creator/rubrics'
const tag = 'Rubrics'
const params = z.object({ id: z.string().max(100) })

/** Rubrics: LAMB's contract §10. `{id}` is the uuid or the numeric id. */
export function createRubricRoutes(deps: RubricRouteDeps): Endpoint[] {
  return [
    ...listRoutes(deps),
    ...rubricRoutes(deps),
    ...createRubricFileRoutes(deps),
    ...createRubricAiRoutes(deps),
  ]
}

const listRoutes = ({ rubrics }: RubricRouteDeps): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: BASE,
    tag,
    summary: 'List rubrics',
    description: 'Your own, or those public in your organization.',
    access: 'author',
    query: rubricListQuerySchema,
    answer: rubricListSchema,
    handle: ({ query, caller }) =>
      rubrics.list(caller, query.tab === 'my' ? 'mine' : 'public', toFilter(query), toPage(query)),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/public`,
    tag,
    summary: 'List public rubrics',
    description: 'Recommended ones first.',
    access: 'author',
    query: publicRubricsQuerySchema,
    answer: rubricListSchema,
    handle: ({ query, caller }) => rubrics.list(caller, 'public', toFilter(query), toPage(query)),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/showcase`,
    tag,
    summary: 'List recommended rubrics',
    description: 'Those an admin of your organization recommends.',
    access: 'author',
    query: publicRubricsQuerySchema,
    answer: rubricListSchema,
    handle: ({ query, caller }) => rubrics.list(caller, 'showcase', toFilter(query), toPage(query)),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/accessible`,
    tag,
    summary: 'List rubrics for assistants',
    description: 'Those your assistants can use: your own and public ones.',
    access: 'author',
    query: accessibleRubricsQuerySchema,
    answer: accessibleRubricsSchema,
    async handle({ query: { search, limit }, caller }) {
      const filter = { search, subject: '', gradeLevel: '' }
      const list = await rubrics.list(caller, 'accessible', filter, { limit, offset: 0 })
      return { rubrics: list.rubrics, total: list.total }
    },
  }),
  lambEndpoint({
    method: 'POST',
    path: BASE,
    tag,
    summary: 'Create a rubric',
    description: '`criteria` may be JSON text.',
    access: 'author',
    bodyKind: 'json-or-form',
    body: createRubricSchema,
    answer: savedRubricSchema,
    creates: true,
    handle: async ({ body, caller }) => ({ success: true, rubric: await rubrics.create(caller, body) }),
  }),
]

const rubricRoutes = ({ rubrics }: RubricRouteDeps): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/{id}`,
    tag,
    summary: 'Get a rubric',
    description: 'Your own, or one public in your organization.',
    access: 'author',
    params,
    answer: rubricRecordSchema,
    handle: ({ params, caller }) => rubrics.get(caller, params.id),
  }),
  lambEndpoint({
    method: 'PUT',
    path: `${BASE}/{id}`,
    tag,
    summary: 'Update a rubric',
    description: 'Omitted fields keep their values.',
    access: 'author',
    params,
    bodyKind: 'json-or-form',
    body: updateRubricSchema,
    answer: rubricRecordSchema,
    handle: ({ params, body, caller }) => rubrics.update(caller, params.id, body),
  }),
  lambEndpoint({
    method: 'DELETE',
    path: `${BASE}/{id}`,
    tag,
    summary: 'Delete a rubric',
    description: 'One you own.',
    access: 'author',
    params,
    async handle({ params, caller }) {
      await rubrics.delete(caller, params.id)
      return { success: true }
    },
  }),
  lambEndpoint({
    method: 'PUT',
    path: `${BASE}/{id}/visibility`,
    tag,
    summary: 'Set the visibility of a rubric',
    description: 'Public in your organization, or private.',
    access: 'author',
    params,
    bodyKind: 'json-or-form',
    body: rubricVisibilitySchema,
    async handle({ params, body, caller }) {
      const { is_public: isPublic } = await rubrics.setPublic(caller, params.id, body.is_public)
      return { success: true, is_public: isPublic === 1 }
    },
  }),
  lambEndpoint({
    method: 'PUT',
    path: `${BASE}/{id}/showcase`,
    tag,
    summary: 'Recommend a rubric',
    description: 'Recommends a public rubric to the organization, or stops recommending it.',
    access: 'organization-admin',
    params,
    bodyKind: 'json-or-form',
    body: rubricShowcaseSchema,
    async handle({ params, body, caller }) {
      const { is_showcase: isShowcase } = await rubrics.setShowcase(caller, params.id, body.is_showcase)
      return { success: true, is_showcase: isShowcase === 1 }
    },
  }),
  lambEndpoint({
    method: 'POST',
    path: `${BASE}/{id}/duplicate`,
    tag,
    summary: 'Duplicate a rubric',
    description: 'Creates a copy that you own.',
    access: 'author',
    params,
    answer: savedRubricSchema.extend(rubricRecordSchema.shape),
    creates: true,
    async handle({ params, caller }) {
      const rubric = await rubrics.duplicate(caller, params.id)
      // LAMB's page reads `rubric`; its command line reads the fields themselves.
      return { ...rubric, success: true, rubric }
    },
  }),
]

const toFilter = (query: z.output<typeof publicRubricsQuerySchema>) => ({
  search: query.search,
  subject: query.subject,
  gradeLevel: query.grade_level,
})

const toPage = ({ limit, offset }: { limit: number; offset: number }) => ({ limit, offset })
