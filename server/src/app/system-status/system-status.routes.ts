import { systemStatusSchema } from '@bellwether/wire'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { ReadSystemStatus } from './system-status.ts'

export const createSystemStatusRoutes = (read: ReadSystemStatus): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/system/status',
    tag: 'System',
    summary: 'Get the set-up steps and problems of the installation',
    description:
      'Which first steps are done, and what is wrong now: disk space, failing answers, e-mails, documents, backups.',
    access: 'system-admin',
    answer: systemStatusSchema,
    handle: ({ caller }) => read(caller.organizationId),
  }),
]
