import { usageQuerySchema, usageReportSchema } from '@bellwether/wire'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { UsageReports } from './usage-report.ts'

const tag = 'Usage'

/** Everybody sees their own, and `scope=assistants`: what theirs were asked by anybody; `scope=organization` is for its admins. */
export const createUsageRoutes = ({ usageReports }: { usageReports: UsageReports }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/usage',
    tag,
    summary:
      'Answers, tokens and cost by day, assistant, model and person: mine, of my assistants, or of my organization',
    access: 'user',
    query: usageQuerySchema,
    answer: usageReportSchema,
    handle: ({ caller, query }) => usageReports.report(caller, query),
  }),
  endpoint({
    method: 'GET',
    path: '/usage/export',
    tag,
    summary: 'The same as a CSV file: a line for each day, assistant, person and model',
    access: 'user',
    query: usageQuerySchema,
    handle: async ({ caller, query }) =>
      new Reply(await usageReports.csv(caller, query), {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="usage-${query.from}-${query.to}.csv"`,
        'cache-control': 'no-store',
      }),
  }),
]
