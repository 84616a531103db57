import * as z from 'zod'
import { messageFields } from '../messages/message-fields.ts'
import { pageSize } from '../paging.ts'
import { actingInSchema } from '../people/admin.ts'

/** One action of an admin, or one denied tool call. */
export const auditEntrySchema = z.object({
  id: z.number(),
  organization_id: z.number(),
  user_id: z.number().nullable(),
  user_email: z.string().nullable(),
  end_user: z.string().nullable().meta({ description: 'The person named by a trusted client' }),
  action: z.string().meta({ description: 'Such as `PUT /creator/admin/…`, or `tool.denied`' }),
  object: z.string().meta({ description: 'The object of the action: the ids in the URL, or the tool' }),
  object_code: messageFields.message_code.meta({ description: 'Code of `object`, for translation' }),
  object_params: messageFields.message_params.meta({ description: 'Values of the placeholders of `object`' }),
  detail: z.string(),
  ...messageFields,
  outcome: z.enum(['ok', 'denied']),
  created_at: z.number(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

export const auditQuerySchema = actingInSchema.extend({
  limit: pageSize(50, 200),
  before: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .meta({ description: 'The id of the last entry of the previous page' }),
  action: z.string().trim().max(100).optional().meta({ description: 'Entries whose action contains this' }),
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
    .meta({ description: 'Pass it as `before` to get the next page; null on the last page' }),
})
