import {
  changeRubricSchema,
  evaluateRubricSchema,
  generateRubricSchema,
  modifyRubricSchema,
  newRubricSchema,
  previewRubricSchema,
  RUBRIC_PREVIEW_LIMITS,
  rubricEvaluationSchema,
  rubricListSchema,
  rubricPreviewSchema,
  rubricProposalSchema,
  rubricQuerySchema,
  rubricSchema,
  textOf,
  toMessageFields,
} from '@bellwether/wire'
import * as z from 'zod'
import type { UserCaller } from '../../platform/caller.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { AnswerSlots } from '../../platform/rate-limit/answer-slots.ts'
import { askedBy } from '../usage/index.ts'
import type { EvaluateWork } from './evaluation/evaluate-work.ts'
import type { PreviewRubricFile } from './preview/rubric-preview.ts'
import type { ProposalOutcome, RubricProposals } from './propose-rubric.ts'
import type { RubricService } from './rubric.service.ts'
import { toContent, toFields, toRubric } from './rubric-content.ts'

interface RubricRouteDeps {
  rubrics: RubricService
  rubricProposals: RubricProposals
  previewRubric: PreviewRubricFile
  evaluateWork: EvaluateWork
  slots: Pick<AnswerSlots, 'during'>
}

const tag = 'Rubrics'
const params = z.object({ id: z.string().max(100).meta({ description: 'The id, or LAMB’s number' }) })
/** Space for the other parts of a form. */
const FORM_OVERHEAD = 64 * 1024

export const createRubricRoutes = (deps: RubricRouteDeps): Endpoint[] => [
  ...contentRoutes(deps),
  ...shareRoutes(deps),
  ...modelRoutes(deps),
]

const contentRoutes = ({ rubrics }: RubricRouteDeps): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/rubrics',
    tag,
    summary: 'List rubrics',
    description: 'Newest first; of the public ones, those that are recommended come first.',
    access: 'author',
    query: rubricQuerySchema,
    answer: rubricListSchema,
    async handle({ query: { scope, search, subject, grade_level: gradeLevel, ...page }, caller }) {
      const list = await rubrics.list(caller, scope, { search, subject, gradeLevel }, page)
      return { rubrics: list.rubrics.map(toRubric), total: list.total }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/rubrics',
    tag,
    summary: 'Create a rubric',
    description: 'Only you can see it until you make it public.',
    access: 'author',
    body: newRubricSchema,
    answer: rubricSchema,
    status: 201,
    handle: async ({ body, caller }) =>
      toRubric(await rubrics.create(caller, { ...toFields(body), title: body.title })),
  }),
  endpoint({
    method: 'GET',
    path: '/rubrics/{id}',
    tag,
    summary: 'Get a rubric',
    description: 'Your own, or one public in your organization.',
    access: 'author',
    params,
    answer: rubricSchema,
    handle: async ({ params, caller }) => toRubric(await rubrics.get(caller, params.id)),
  }),
  endpoint({
    method: 'PATCH',
    path: '/rubrics/{id}',
    tag,
    summary: 'Change a rubric',
    description: 'One you own. Omitted fields keep their values. 403 if you may not share with colleagues.',
    access: 'author',
    params,
    body: changeRubricSchema,
    answer: rubricSchema,
    handle: async ({ params, body: { is_public, ...content }, caller }) =>
      toRubric(await rubrics.update(caller, params.id, { ...toFields(content), is_public })),
  }),
  endpoint({
    method: 'DELETE',
    path: '/rubrics/{id}',
    tag,
    summary: 'Delete a rubric',
    description: 'One you own.',
    access: 'author',
    params,
    answer: 'none',
    handle: ({ params, caller }) => rubrics.delete(caller, params.id),
  }),
]

const shareRoutes = ({ rubrics }: RubricRouteDeps): Endpoint[] => [
  endpoint({
    method: 'PUT',
    path: '/rubrics/{id}/showcase',
    tag,
    summary: 'Recommend a rubric',
    description: 'Recommends a public rubric to the organization, or stops recommending it.',
    access: 'organization-admin',
    params,
    body: z.object({ is_showcase: z.boolean() }),
    answer: rubricSchema,
    handle: async ({ params, body, caller }) =>
      toRubric(await rubrics.setShowcase(caller, params.id, body.is_showcase)),
  }),
  endpoint({
    method: 'POST',
    path: '/rubrics/{id}/duplicate',
    tag,
    summary: 'Duplicate a rubric',
    description: 'Creates a copy that you own.',
    access: 'author',
    params,
    answer: rubricSchema,
    status: 201,
    handle: async ({ params, caller }) => toRubric(await rubrics.duplicate(caller, params.id)),
  }),
  endpoint({
    method: 'GET',
    path: '/rubrics/{id}/export',
    tag,
    summary: 'Export a rubric',
    description: 'As Markdown, or as JSON that LAMB can import. `POST /rubrics/preview` reads both.',
    access: 'author',
    params,
    query: z.object({ format: z.enum(['json', 'markdown']).default('json') }),
    answer: 'file',
    async handle({ params, query, caller }) {
      const { text, headers } = await rubrics.exportFile(caller, params.id, query.format)
      return new Reply(text, headers)
    },
  }),
]

const modelRoutes = (deps: RubricRouteDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/rubrics/preview',
    tag,
    summary: 'Read a rubric from a file or a pasted table',
    description:
      'From Word, PDF, Markdown, CSV, spreadsheets and exported rubrics, or from `text`. Tables are read without a model: one row per criterion, one column per level. Other documents are converted by the organization’s model. Nothing is saved; create the rubric with `POST /rubrics`.',
    access: 'author',
    bodyKind: 'json-or-form',
    bodyLimit: RUBRIC_PREVIEW_LIMITS.fileBytes + FORM_OVERHEAD,
    body: previewRubricSchema,
    answer: rubricPreviewSchema,
    handle: ({ body, caller, exchange }) =>
      deps.slots.during({ caller }, () => deps.previewRubric(caller, body, exchange.signal)),
  }),
  endpoint({
    method: 'POST',
    path: '/rubrics/proposals',
    tag,
    summary: 'Propose a rubric',
    description: 'The organization’s model drafts a rubric. Nothing is saved.',
    access: 'author',
    body: generateRubricSchema,
    answer: rubricProposalSchema,
    handle: ({ body, caller, exchange: { signal } }) =>
      deps.slots.during({ caller }, async () =>
        toProposal(await deps.rubricProposals.generate({ ...body, ...onBehalfOf(caller), signal })),
      ),
  }),
  endpoint({
    method: 'POST',
    path: '/rubrics/{id}/proposals',
    tag,
    summary: 'Propose a change of a rubric',
    description: 'The organization’s model proposes a change of a rubric that you own. Nothing is saved.',
    access: 'author',
    params,
    body: modifyRubricSchema,
    answer: rubricProposalSchema,
    async handle({ params, body, caller, exchange: { signal } }) {
      const rubric = await deps.rubrics.readToChange(caller, params.id)
      const wish = { ...body, ...onBehalfOf(caller), signal }
      return deps.slots.during({ caller }, async () =>
        toProposal(await deps.rubricProposals.modify(wish, rubric)),
      )
    },
  }),
  endpoint({
    method: 'POST',
    path: '/rubrics/{id}/evaluate',
    tag,
    summary: 'Evaluate a text with a rubric',
    description:
      'The organization’s model grades the text. Quotes are checked and points are computed by the server.',
    access: 'author',
    params,
    body: evaluateRubricSchema,
    answer: rubricEvaluationSchema,
    async handle({ params, body, caller, exchange: { signal } }) {
      const rubric = await deps.rubrics.read(caller, params.id)
      return deps.slots.during({ caller }, () =>
        deps.evaluateWork({ ...body, rubric, ...onBehalfOf(caller), signal }),
      )
    },
  }),
]

const onBehalfOf = (caller: UserCaller) => ({
  organizationId: caller.organizationId,
  askedFor: askedBy(caller),
})

function toProposal(outcome: ProposalOutcome): z.output<typeof rubricProposalSchema> {
  if (outcome.rubric) return { rubric: toContent(outcome.rubric), explanation: outcome.explanation }
  const { failure, problem, raw } = outcome
  if (failure) throw failure
  return {
    rubric: null,
    explanation: '',
    message: textOf(problem),
    ...(typeof problem === 'string' ? {} : toMessageFields(problem)),
    ...(raw === undefined ? {} : { raw_response: raw }),
  }
}
