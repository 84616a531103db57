import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { messageFields } from '../messages/message-fields.ts'
import { languageSchema } from './account-links.ts'
import { emailSchema, personNameSchema } from './users.ts'

export const INVITATION_LIMITS = { emails: 500, domains: 20, uses: 10_000, days: 365 } as const

export const invitationRoleSchema = z.enum(['student', 'educator', 'admin'])
export type InvitationRole = z.infer<typeof invitationRoleSchema>

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?=.*\.)[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u, fieldText('fields.domain'))

export const newInvitationSchema = z.object({
  emails: z
    .array(emailSchema)
    .max(INVITATION_LIMITS.emails)
    .default([])
    .meta({ description: 'One invitation for each address. Empty: one link that several people can use' }),
  role: invitationRoleSchema.default('student'),
  valid_days: z.int().min(1).max(INVITATION_LIMITS.days).default(7),
  max_uses: z
    .int()
    .min(1)
    .max(INVITATION_LIMITS.uses)
    .nullable()
    .default(null)
    .meta({ description: 'For a link: how many people can use it. Null: any number' }),
  domains: z
    .array(domain)
    .max(INVITATION_LIMITS.domains)
    .default([])
    .meta({ description: 'For a link: people need an e-mail address at one of these domains' }),
  send: z
    .boolean()
    .optional()
    .meta({ description: 'Whether to e-mail the invitations. Default: if the server can send e-mails' }),
  language: languageSchema,
})
export type NewInvitation = z.output<typeof newInvitationSchema>

export const mailStateSchema = z.object({
  state: z.enum(['waiting', 'sent', 'failed']),
  error: z
    .enum(['unreachable', 'sign_in', 'sender', 'address', 'refused', 'unreadable'])
    .nullable()
    .meta({ description: 'Why it was not sent, or not yet' }),
  attempts: z.number(),
  next_at: z.number().nullable().meta({ description: 'Time of the next attempt' }),
})

export const invitationSchema = z.object({
  id: z.number(),
  email: z.string().nullable().meta({ description: 'Null for a link that several people can use' }),
  role: invitationRoleSchema,
  url: z.string(),
  domains: z.array(z.string()),
  max_uses: z.number().nullable(),
  uses: z.number(),
  invited_by: z.string().nullable(),
  created_at: z.number(),
  expires_at: z.number(),
  expired: z.boolean(),
  mail: mailStateSchema.nullable().meta({ description: 'Null if it was not e-mailed' }),
})
export type Invitation = z.infer<typeof invitationSchema>

export const invitationListSchema = z.object({
  mail_enabled: z.boolean().meta({ description: 'Whether the server can send e-mails' }),
  invitations: z.array(invitationSchema),
})
export type InvitationList = z.infer<typeof invitationListSchema>

export const invitationsMadeSchema = z.object({
  invitations: z.array(invitationSchema),
  skipped: z
    .array(z.object({ email: z.string(), message: z.string(), ...messageFields }))
    .meta({ description: 'Addresses that were not invited, and why' }),
})
export type InvitationsMade = z.infer<typeof invitationsMadeSchema>

const code = z.string().max(200).meta({ description: 'From the link' })
export const invitationLookupSchema = z.object({ code })
export const invitationFoundSchema = z.object({
  organization: z.string(),
  role: invitationRoleSchema,
  email: z.string().nullable(),
  domains: z.array(z.string()),
  expires_at: z.number(),
})
export type InvitationFound = z.infer<typeof invitationFoundSchema>

export const invitationAcceptSchema = z.object({
  code,
  name: personNameSchema,
  email: emailSchema
    .optional()
    .meta({ description: 'Required for a link; otherwise the invited address is used' }),
  password: z.string().min(8, fieldText('fields.password_too_short')).max(200),
  language: languageSchema,
})

export const mailKindSchema = z.enum([
  'invitation',
  'reset_password',
  'sign_in_help',
  'password_changed',
  'confirm_email',
  'change_email',
  'email_changed',
  'tests_fail',
])

export type MailKind = z.infer<typeof mailKindSchema>

export const mailRecordSchema = z.object({
  id: z.string(),
  kind: mailKindSchema,
  recipient: z.string(),
  created_at: z.number(),
  ended_at: z.number().nullable(),
  ...mailStateSchema.shape,
})
export const mailListSchema = z.object({ mail_enabled: z.boolean(), mails: z.array(mailRecordSchema) })
