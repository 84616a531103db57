import * as z from 'zod'
import { messageFields } from '../messages/message-fields.ts'
import { counted } from './knowledge-limits.ts'

export const JOB_STATUSES = ['waiting', 'running', 'failed', 'completed', 'cancelled'] as const
export type JobStatus = (typeof JOB_STATUSES)[number]

export const jobQuerySchema = z.object({
  limit: counted(1, 200, 50),
  status: z.enum(['waiting', 'running', 'failed', 'all']).default('all'),
})
export type JobQuery = z.infer<typeof jobQuerySchema>

/** The processing of one document, for the server's admins. */
export const jobSchema = z.object({
  file_id: z.string(),
  document: z.string(),
  knowledge_base: z.object({ id: z.string(), name: z.string() }),
  organization: z.string().meta({ description: 'Its short name' }),
  owner_email: z.string().meta({ description: 'E-mail of the person who added the document' }),
  status: z.enum(JOB_STATUSES),
  stage: z.string(),
  progress: z.object({ current: z.int(), total: z.int() }).meta({ description: 'Of the current stage' }),
  error_code: z.string().nullable(),
  error_message: z.string().nullable(),
  ...messageFields,
  attempts: z.int(),
  created_at: z.int(),
  updated_at: z.int(),
})
export type Job = z.infer<typeof jobSchema>

const count = z.int()
export const jobListSchema = z.object({
  counts: z
    .object({ waiting: count, running: count, failed: count, completed: count, cancelled: count })
    .meta({ description: 'For all organizations, regardless of the filter' }),
  jobs: z.array(jobSchema).meta({ description: 'Newest first' }),
})
export type JobList = z.infer<typeof jobListSchema>
