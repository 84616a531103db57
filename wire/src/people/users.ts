import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { nameSchema } from '../names.ts'
import { LANGUAGES } from './languages.ts'

export const emailSchema = z.string().trim().toLowerCase().max(254).pipe(z.email())

export const personNameSchema = nameSchema.min(1, fieldText('fields.name_required')).max(200)

export const loginSchema = z.object({ email: z.string().max(254), password: z.string().max(1000) })

export const signupSchema = z.object({
  name: personNameSchema,
  email: emailSchema,
  password: z.string().min(8, fieldText('fields.password_too_short')).max(200),
  secret_key: z.string().max(200),
})

/** A new account; `organization` is a name. */
export const accountMadeSchema = z.object({ email: z.string(), organization: z.string() })

export const passwordChangeSchema = z.object({
  current_password: z.string().max(1000),
  new_password: z.string().min(8, fieldText('fields.password_too_short')).max(200),
  revoke_api_keys: z
    .boolean()
    .default(false)
    .meta({ description: 'Also revoke all my API keys; otherwise they stay valid' }),
})

/** The e-mail address confirms that the person means it. */
export const accountDeletionSchema = z.object({ email: z.string().max(254) })

export const userTypeSchema = z.enum(['creator', 'end_user'])

/** The signed-in user for clients, with LAMB's field names. */
export const identitySchema = z.object({
  name: z.string(),
  email: z.string(),
  user_id: z.number(),
  role: z.enum(['admin', 'user']),
  user_type: userTypeSchema,
  organization_role: z.enum(['owner', 'admin', 'member']),
  launch_url: z.string(),
  language: z.enum(LANGUAGES).nullable().meta({ description: 'Null if none was chosen' }),
})

export const chosenLanguageSchema = z.object({ language: z.enum(LANGUAGES).nullable() })

export const openSessionSchema = z.object({
  access_token: z.string(),
  expires_in: z.number().meta({ description: 'In seconds' }),
  user: identitySchema,
})
export type OpenSession = z.infer<typeof openSessionSchema>
export type Identity = z.infer<typeof identitySchema>

export const newApiKeySchema = z.object({
  name: z.string().trim().min(1, fieldText('fields.key_name_required')).max(100),
  expires_at: z.number().int().positive().nullish(),
  assistant_ids: z.array(z.number().int().positive()).min(1).max(500).nullish(),
  trusted_forwarder: z.boolean().optional(),
})

export const apiKeySchema = z.object({
  id: z.number(),
  name: z.string(),
  key_start: z.string(),
  assistant_ids: z.array(z.number()).nullable(),
  trusted_forwarder: z.boolean(),
  expires_at: z.number().nullable(),
  last_used_at: z.number().nullable(),
  created_at: z.number(),
})
export type ApiKey = z.infer<typeof apiKeySchema>
