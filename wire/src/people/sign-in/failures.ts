import * as z from 'zod'

/** Why a sign-in or a sign-out with a provider was refused. docs/admins/single-sign-on.md explains each. */
export const signInReasonSchema = z.enum([
  'unreachable',
  'provider_refused',
  'client',
  'code',
  'user_info',
  'nonce',
  'key',
  'issuer',
  'audience',
  'recipient',
  'in_response_to',
  'expired',
  'not_yet_valid',
  'replayed',
  'unsigned',
  'signature',
  'algorithm',
  'decryption',
  'malformed',
  'name_id_transient',
  'subject_missing',
  'unsolicited',
  'flow_expired',
  'cancelled',
  'email_unverified',
  'email_elsewhere',
  'moved',
  'system_admin',
  'organization_missing',
  'account_disabled',
  'sign_in_suspended',
  'other',
])
export type SignInReason = z.infer<typeof signInReasonSchema>

export const signInFailureSchema = z.object({
  provider_id: z.string(),
  during: z.enum(['sign_in', 'sign_out']),
  reason: signInReasonSchema,
  seconds: z.number().nullable().meta({ description: 'How far a time is off: do the clocks differ?' }),
  reference: z.string().meta({ description: 'Request id, as on the sign-in page and in the log' }),
  failed_at: z.number(),
})
export type SignInFailure = z.infer<typeof signInFailureSchema>
