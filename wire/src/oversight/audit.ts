import * as z from 'zod'
import { actingInSchema } from '../people/admin.ts'

/** One action of an admin, or one denied tool call. */
export const auditEntrySchema = z.object({
  id: z.number(),
  organization_id: z.number(),
  user_id: z.number().nullable(),
  user_email: z.string().nullable(),
  end_user: z.string().nullable().meta({ description: 'The person whom a trusted client named' }),
  action: z.string().meta({ description: 'Such as `PUT /creator/admin/…`, or `tool.denied`' }),
  object: z.string().meta({ description: 'What it was done to: the ids of the address, or the tool' }),
  detail: z.string(),
  outcome: z.enum(['ok', 'denied']),
  created_at: z.number(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const auditQuerySchema = actingInSchema.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'The id of the last line of the page before' }),
  action: z.string().trim().max(100).optional().meta({ description: 'Lines whose action contains this' }),
  scope: z.enum(['organization', 'system']).default('organization').meta({
    description: '`system`: of all organizations, or of the one that `org` names; for system admins',
  }),
})
export type AuditQuery = z.infer<typeof auditQuerySchema>

export const auditListSchema = z.object({
  entries: z.array(auditEntrySchema),
  next: z
    .number()
    .nullable()
    .meta({ description: 'Give it as `before` for the next page; null = that was all' }),
})
