import {
  systemUsageQuerySchema,
  systemUsageSchema,
  usageQuerySchema,
  usageReportSchema,
} from '@bellwether/wire'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { SystemUsageReports } from './system-usage.ts'
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
    answer: 'file',
    method: 'GET',
    path: '/usage/export',
    tag,
    summary: 'Export usage',
    description: 'As CSV, one row per day, assistant, person and model.',
    access: 'author',
    query: usageQuerySchema,
    handle: async ({ caller, query }) =>
      toFile(await usageReports.csv(caller, query), `usage-${query.from}-${query.to}.csv`),
  }),
]

/** All organizations, for system admins. */
export const createSystemUsageRoutes = ({ systemUsage }: { systemUsage: SystemUsageReports }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/system/usage',
    tag,
    summary: 'Get the usage of all organizations',
    description:
      'For system admins: answers, tokens and cost by organization and day. Costs in different currencies are not added: each currency has its own totals.',
    access: 'system-admin',
    query: systemUsageQuerySchema,
    answer: systemUsageSchema,
    handle: ({ query }) => systemUsage.report(query),
  }),
  endpoint({
    answer: 'file',
    method: 'GET',
    path: '/system/usage/export',
    tag,
    summary: 'Export the usage of all organizations',
    description: 'For system admins: as CSV, one row per day and organization.',
    access: 'system-admin',
    query: systemUsageQuerySchema,
    handle: async ({ query }) =>
      toFile(await systemUsage.csv(query), `usage-all-${query.from}-${query.to}.csv`),
  }),
]

const toFile = (csv: string, name: string): Reply =>
  new Reply(csv, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
