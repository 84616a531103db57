import { systemStatusSchema } from '@bellwether/wire'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { ReadSystemStatus } from './system-status.ts'

export const createSystemStatusRoutes = (read: ReadSystemStatus): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/system/status',
    tag: 'System',
    summary: 'Get setup steps and problems',
    description:
      'Which setup steps are done, and current problems with disk space, failing answers, used-up budgets of the system’s providers, e-mails, documents, backups.',
    access: 'system-admin',
    answer: systemStatusSchema,
    handle: ({ caller }) => read(caller.organizationId),
  }),
]
