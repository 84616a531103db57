import * as z from 'zod'
import { fieldText } from '../messages/fields.ts'

/** Upper case, so that `{secret:BOOKS_KEY}` can't be mistaken for a tool's placeholder. */
export const toolSecretNameSchema = z
  .string()
  .regex(/^[A-Z][A-Z0-9_]{0,63}$/, fieldText('fields.secret_name'))

const NOT_A_HOST = fieldText('fields.host')

/** Normalized like `new URL` normalizes hosts, because they are compared. Without a port it means https. */
const hostSchema = z
  .string()
  .trim()
  .min(1, NOT_A_HOST)
  .max(300)
  .transform((host, context) => {
    const address = `https://${host}`
    const url = /[\s/?#@\\{}]/.test(host) || !URL.canParse(address) ? undefined : new URL(address)
    if (url?.hostname) return url.host
    context.addIssue({ code: 'custom', message: NOT_A_HOST })
    return z.NEVER
  })

export const setToolSecretSchema = z.object({
  value: z
    .string()
    .min(4, fieldText('fields.secret_too_short'))
    .max(4096)
    .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, fieldText('fields.secret_format'))
    .meta({ description: 'Never shown again' }),
  host: hostSchema.meta({ description: 'The only host that the secret is sent to' }),
})
export type ToolSecretDraft = z.output<typeof setToolSecretSchema>

/** Deliberately has no field for the value. */
export const toolSecretSchema = z.object({
  name: z.string(),
  host: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
})
export type ToolSecretRecord = z.infer<typeof toolSecretSchema>
export const toolSecretListSchema = z.object({ secrets: z.array(toolSecretSchema) })
