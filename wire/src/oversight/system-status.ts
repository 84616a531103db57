import * as z from 'zod'
import { languageSchema } from '../people/account-links.ts'

export const SETUP_STEPS = ['admin', 'model', 'educator', 'https', 'backup', 'smtp', 'sign_in'] as const
export const SYSTEM_PROBLEMS = [
  'disk_low',
  'answers_fail',
  'budgets_used_up',
  'mails_failed',
  'mails_late',
  'documents_failed',
  'backup_old',
  'no_https',
] as const

export const systemProblemSchema = z.object({
  id: z.enum(SYSTEM_PROBLEMS),
  is_serious: z.boolean().meta({ description: 'Whether people are affected now' }),
  count: z.number().optional().meta({ description: 'How many e-mails, documents, answers or organizations' }),
  total: z.number().optional().meta({ description: 'Out of how many' }),
  bytes: z.number().optional().meta({ description: 'Free disk space' }),
  at: z.number().optional().meta({ description: 'Time of the last backup; absent if there is none' }),
})
export type SystemProblem = z.infer<typeof systemProblemSchema>

/** The first steps of an installation and its current problems, for system admins. */
export const systemStatusSchema = z.object({
  steps: z.array(
    z.object({
      id: z.enum(SETUP_STEPS),
      done: z.boolean(),
      optional: z.boolean().meta({ description: 'Whether the step is optional for a small installation' }),
    }),
  ),
  problems: z.array(systemProblemSchema),
})
export type SystemStatus = z.infer<typeof systemStatusSchema>

export const testEmailSchema = z.object({ language: languageSchema })

export const testEmailResultSchema = z.object({
  sent: z.boolean().meta({ description: 'Whether the mail server accepted it' }),
  to: z.string(),
  error: z.enum(['unreachable', 'sign_in', 'sender', 'address', 'refused']).nullable(),
  status: z.number().nullable().meta({ description: 'SMTP status code of the reply, such as 535' }),
})
