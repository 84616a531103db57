import { jobListSchema, jobQuerySchema } from '@bellwether/wire'
import type { Db } from '../../../platform/db/db.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import { createJobList } from './job-list.ts'

export function createJobRoutes({ db }: { db: Db }): Endpoint[] {
  const listJobs = createJobList(db)
  return [
    endpoint({
      method: 'GET',
      path: '/jobs',
      tag: 'Knowledge bases',
      summary: 'List document jobs',
      description: 'Documents of all organizations that are being processed or have failed, newest first.',
      access: 'system-admin',
      query: jobQuerySchema,
      answer: jobListSchema,
      handle: ({ query }) => listJobs(query),
    }),
  ]
}
