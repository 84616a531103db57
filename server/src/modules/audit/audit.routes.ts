import { auditListSchema, auditQuerySchema } from '@bellwether/wire'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { AuditLog } from './audit-log.ts'

export const createAuditRoutes = ({ audit }: { audit: Pick<AuditLog, 'list'> }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/audit',
    tag: 'Organizations',
    summary: 'List audit log entries',
    description: 'Changes by admins and refused tool calls, newest first.',
    access: 'organization-admin',
    query: auditQuerySchema,
    answer: auditListSchema,
    handle: ({ caller, query }) => audit.list(caller, query),
  }),
]
