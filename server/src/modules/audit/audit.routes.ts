import { auditListSchema, auditQuerySchema } from '@bellwether/wire'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { AuditLog } from './audit-log.ts'

export const createAuditRoutes = ({ audit }: { audit: Pick<AuditLog, 'list'> }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/audit',
    tag: 'Organizations',
    summary: 'What admins of an organization did and which tools were refused, the newest first',
    access: 'organization-admin',
    query: auditQuerySchema,
    answer: auditListSchema,
    handle: ({ caller, query }) => audit.list(caller, query),
  }),
]
