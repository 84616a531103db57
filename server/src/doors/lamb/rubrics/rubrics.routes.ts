import {
  generateRubricSchema,
  modifyRubricSchema,
  RUBRIC_LIMITS,
  type RUBRIC_SCOPES,
  rubricQuerySchema,
  rubricSheetSchema,
  rubricText,
  rubricTitle,
  say,
  textOf,
  toMessageFields,
} from '@bellwether/wire'
import * as z from 'zod'
import {
  type ProposalOutcome,
  type RubricProposals,
  type RubricService,
  toExportMarkdown,
} from '../../../modules/rubrics/index.ts'
import { askedBy } from '../../../modules/usage/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { AnswerSlots } from '../../../platform/rate-limit/answer-slots.ts'
import { lambGroup } from '../lamb-endpoint.ts'

interface RubricRouteDeps {
  rubrics: RubricService
  rubricProposals: RubricProposals
  slots: Pick<AnswerSlots, 'during'>
}

const group = {
  tag: 'rubrics',
  access: 'author',
  base: '/creator/rubrics',
  description: 'In LAMB’s form; the own API has `/rubrics`.',
  bodyKind: 'json-or-form',
} as const
const one = { ...group, base: `${group.base}/{id}`, params: z.object({ id: z.string().max(100) }) }
const route = lambGroup(group)
const ofRubric = lambGroup(one)
const byAdmin = lambGroup({ ...one, access: 'organization-admin' })
/** Space for the other parts of a form. */
const FORM_OVERHEAD = 64 * 1024

const maybe = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined)
const text = rubricText(RUBRIC_LIMITS.title)
const draft = z.object({
  title: rubricTitle,
  description: maybe(rubricText(RUBRIC_LIMITS.description)),
  subject: maybe(text),
  gradeLevel: maybe(text),
  scoringType: maybe(z.string().max(50)),
  maxScore: maybe(z.union([z.number(), z.string().max(50)])),
  criteria: z.union([z.string(), z.array(z.unknown())]),
})
const change = draft.extend({ title: maybe(rubricTitle), criteria: maybe(draft.shape.criteria) })
/** A checkbox of a form arrives as text. */
const flag = z.union([z.boolean(), z.stringbool()])
const query = rubricQuerySchema.omit({ scope: true })
const accessibleQuery = z.object({
  search: query.shape.search,
  limit: query.shape.limit.unwrap().default(100),
})

/** A form sends an empty field if nothing was selected. */
const filled = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (body) =>
      Object.fromEntries(Object.entries({ ...(body as object) }).filter(([, value]) => value || value === 0)),
    schema,
  )

/** Rubrics: LAMB's contract §10. `{id}` is the uuid or the numeric id. */
export function createLambRubricRoutes(deps: RubricRouteDeps): Endpoint[] {
  const { rubrics } = deps
  const list = async (
    caller: UserCaller,
    scope: (typeof RUBRIC_SCOPES)[number],
    { search, subject, grade_level: gradeLevel, ...page }: z.output<typeof query>,
  ) => ({ ...(await rubrics.list(caller, scope, { search, subject, gradeLevel }, page)), ...page })
  return [
    route('GET', '', 'List rubrics', {
      query: query.extend({ tab: z.enum(['my', 'templates']).default('my') }),
      handle: ({ query: { tab, ...query }, caller }) => list(caller, tab === 'my' ? 'mine' : 'public', query),
    }),
    ...(['public', 'showcase'] as const).map((scope) =>
      route('GET', `/${scope}`, `List ${scope} rubrics`, {
        query,
        handle: ({ query, caller }) => list(caller, scope, query),
      }),
    ),
    route('GET', '/accessible', 'List rubrics for assistants', {
      query: accessibleQuery,
      handle({ query, caller }) {
        const filter = { search: query.search, subject: '', gradeLevel: '' }
        return rubrics.list(caller, 'usable', filter, { limit: query.limit, offset: 0 })
      },
    }),
    route('POST', '', 'Create a rubric', {
      body: draft,
      creates: true,
      handle: async ({ body, caller }) => ({ success: true, rubric: await rubrics.create(caller, body) }),
    }),
    ofRubric('GET', '', 'Get a rubric', {
      handle: ({ params, caller }) => rubrics.get(caller, params.id),
    }),
    ofRubric('PUT', '', 'Update a rubric', {
      body: change,
      handle: ({ params, body, caller }) => rubrics.update(caller, params.id, body),
    }),
    ofRubric('DELETE', '', 'Delete a rubric', {
      async handle({ params, caller }) {
        await rubrics.delete(caller, params.id)
        return { success: true }
      },
    }),
    ofRubric('PUT', '/visibility', 'Set the visibility of a rubric', {
      body: z.object({ is_public: flag }),
      async handle({ params, body, caller }) {
        await rubrics.update(caller, params.id, body)
        return { success: true, ...body }
      },
    }),
    byAdmin('PUT', '/showcase', 'Recommend a rubric', {
      body: z.object({ is_showcase: flag }),
      async handle({ params, body, caller }) {
        await rubrics.setShowcase(caller, params.id, body.is_showcase)
        return { success: true, ...body }
      },
    }),
    ofRubric('POST', '/duplicate', 'Duplicate a rubric', {
      creates: true,
      async handle({ params, caller }) {
        const rubric = await rubrics.duplicate(caller, params.id)
        // LAMB's page reads `rubric`; its command line reads the fields themselves.
        return { ...rubric, success: true, rubric }
      },
    }),
    ...fileAndModelRoutes(deps),
  ]
}

const fileAndModelRoutes = ({ rubrics, rubricProposals, slots }: RubricRouteDeps): Endpoint[] => [
  route('POST', '/import', 'Import a rubric', {
    bodyKind: 'form',
    bodyLimit: RUBRIC_LIMITS.fileBytes + FORM_OVERHEAD,
    body: z.object({ file: z.file() }),
    async handle({ body: { file }, caller }) {
      const limit = RUBRIC_LIMITS.fileBytes
      if (file.size > limit)
        throw new AppError('too_large', say('org_settings.rubric_too_large', { limit: limit / 1024 }))
      const isPage = /\.(md|markdown)$/i.test(file.name) || file.type.startsWith('text/markdown')
      const rubric = await rubrics.importFile(caller, await file.text(), isPage ? 'markdown' : 'json')
      return {
        success: true,
        rubric,
        message: `Rubric "${rubric.title}" imported${isPage ? NOT_IN_PAGES : ''}`,
      }
    },
  }),
  ...(['json', 'markdown'] as const).map((format) =>
    ofRubric('GET', `/export/${format}`, `Export a rubric as ${format}`, {
      async handle({ params, caller }) {
        const { text, headers } = await rubrics.exportFile(caller, params.id, format)
        return new Reply(text, headers)
      },
    }),
  ),
  route('POST', '/ai-generate', 'Generate a rubric', {
    body: filled(generateRubricSchema),
    handle: ({ body, caller, exchange }) =>
      slots.during({ caller }, async () =>
        toReply(await rubricProposals.generate(toWish(body, caller, exchange)), true, caller, exchange),
      ),
  }),
  ofRubric('POST', '/ai-modify', 'Revise a rubric with AI', {
    body: filled(modifyRubricSchema),
    async handle({ params, body, caller, exchange }) {
      const rubric = await rubrics.readToChange(caller, params.id)
      return slots.during({ caller }, async () =>
        toReply(
          await rubricProposals.modify(toWish(body, caller, exchange), rubric),
          false,
          caller,
          exchange,
        ),
      )
    },
  }),
]

const NOT_IN_PAGES =
  '. A Markdown file has no weights and no descriptions of criteria: the weights are shared evenly, and each criterion is described by its name.'

const toWish = (body: z.output<typeof generateRubricSchema>, caller: UserCaller, { signal }: Exchange) => ({
  ...body,
  organizationId: caller.organizationId,
  askedFor: askedBy(caller),
  signal,
})

/** LAMB's page reads `error` of a refused proposal, its command line `detail` of a failed request: a failure has both. */
function toReply(outcome: ProposalOutcome, isNew: boolean, caller: UserCaller, exchange: Exchange): Reply {
  const used = { prompt_used: outcome.promptUsed }
  if (outcome.rubric) {
    const { rubricId, ...rest } = outcome.rubric
    return new Reply({
      success: true,
      // A new rubric gets its id when it is saved.
      rubric: isNew ? rest : outcome.rubric,
      markdown: toExportMarkdown(rubricSheetSchema.parse(outcome.rubric), new Date()),
      explanation: outcome.explanation,
      ...used,
    })
  }
  const { problem, raw, failure } = outcome
  const shown = failure && exchange.errorFor(caller, failure)
  const words = shown ? shown.userMessage : problem
  const error = shown?.message ?? textOf(problem)
  const retryAfter = shown?.details.retryAfter
  return new Reply(
    {
      success: false,
      error,
      ...(shown && { detail: error }),
      ...(typeof words === 'object' ? toMessageFields(words) : {}),
      ...(raw === undefined ? {} : { raw_response: raw }),
      allow_manual_edit: (raw ?? '').trim() !== '',
      ...used,
    },
    retryAfter === undefined ? {} : { 'retry-after': String(Math.ceil(retryAfter)) },
    shown?.status,
  )
}
