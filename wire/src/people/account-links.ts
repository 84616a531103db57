import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'
import { LANGUAGES } from './languages.ts'
import { emailSchema } from './users.ts'

export const languageSchema = z
  .enum(LANGUAGES)
  .optional()
  .meta({ description: 'The language of the e-mail; by default that of the browser (Accept-Language)' })

const newPassword = z.string().min(8, fieldText('fields.password_too_short')).max(200)
const linkToken = z.string().max(200).meta({ description: 'From the link' })

export const forgotPasswordSchema = z.object({ email: emailSchema, language: languageSchema })

/** The same for every address, so that it does not tell whether there is an account. */
export const forgotPasswordAnswerSchema = z.object({ message: z.string() })

export const resetPasswordSchema = z.object({
  token: linkToken,
  password: newPassword,
  revoke_api_keys: z
    .boolean()
    .default(false)
    .meta({ description: 'Also revoke all my API keys; otherwise they stay valid' }),
})
export const passwordResetDoneSchema = z.object({ email: z.string() })

export const newResetLinkSchema = z.object({
  send: z.boolean().optional().meta({
    description: 'Whether to e-mail the link to the member instead of returning it. Default: false',
  }),
  language: languageSchema,
})
export const resetLinkSchema = z.object({
  url: z.string().nullable().meta({ description: 'The link to share; null if it was e-mailed' }),
  expires_at: z.number(),
})

export const confirmEmailSchema = z.object({ token: linkToken })
export const emailConfirmedAnswerSchema = z.object({ email: z.string() })

export const emailChangeSchema = z.object({
  email: emailSchema,
  password: z.string().max(1000).meta({ description: 'Your current password' }),
  language: languageSchema,
})
export const confirmationRequestSchema = z.object({ language: languageSchema })

export const accountSchema = z.object({
  email: z.string(),
  email_confirmed: z.boolean(),
  mail_enabled: z.boolean().meta({ description: 'Whether the server can send e-mails' }),
})
export type Account = z.infer<typeof accountSchema>
