import { usageQuerySchema, usageReportSchema } from '@bellwether/wire'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { UsageReports } from './usage-report.ts'

const tag = 'Usage'

/**
 * By default the caller's own usage; `scope=assistants` is the usage of the caller's assistants by anyone;
 * `scope=organization` is for its admins.
 */
export const createUsageRoutes = ({ usageReports }: { usageReports: UsageReports }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/usage',
    tag,
    summary: 'Get usage',
    description:
      'Answers, tokens and cost by day, assistant, model and person: your own, of your assistants, or of your organization. Not for student accounts.',
    access: 'author',
    query: usageQuerySchema,
    answer: usageReportSchema,
    handle: ({ caller, query }) => usageReports.report(caller, query),
  }),
  endpoint({
    method: 'GET',
    path: '/usage/export',
    tag,
    summary: 'Export usage',
    description: 'As CSV, one row per day, assistant, person and model.',
    access: 'author',
    query: usageQuerySchema,
    handle: async ({ caller, query }) =>
      new Reply(await usageReports.csv(caller, query), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="usage-${query.from}-${query.to}.csv"`,
        'cache-control': 'no-store',
      }),
  }),
]
