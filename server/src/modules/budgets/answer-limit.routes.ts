import { answerLimitsSchema, slugParamSchema } from '@bellwether/wire'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { type OrganizationService, parseConfig, toSlug } from '../organizations/index.ts'

export interface AnswerLimitDeps {
  organizations: Pick<OrganizationService, 'getFor' | 'changeConfig'>
}

const common = {
  tag: 'Budgets',
  path: '/organizations/{slug}/limits',
  access: 'user',
  params: slugParamSchema,
  answer: answerLimitsSchema,
} as const

const limitsIn = (config: string) =>
  answerLimitsSchema.safeParse(parseConfig(config).limits?.['per_request']).data ?? {}

/** The limit for one answer, stored in the organization's settings; an assistant may set a lower one. */
export const createAnswerLimitRoutes = ({ organizations }: AnswerLimitDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'GET',
    summary: 'Get the answer limits',
    description: 'The tool calls, tokens and seconds that one answer may use.',
    handle: async ({ caller, params }) =>
      limitsIn((await organizations.getFor(caller, 'see', toSlug(params.slug))).config),
  }),
  endpoint({
    ...common,
    method: 'PUT',
    audited: true,
    summary: 'Set the answer limits',
    description: 'Omitted limits are removed. Requires an admin of the organization.',
    body: answerLimitsSchema,
    async handle({ caller, params, body }) {
      const row = await organizations.getFor(caller, 'edit', toSlug(params.slug))
      const saved = await organizations.changeConfig(caller, row, (config) => ({
        ...config,
        limits: { ...config.limits, per_request: body },
      }))
      return limitsIn(saved.config)
    },
  }),
]
