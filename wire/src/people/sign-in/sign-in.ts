import * as z from 'zod'
import { fieldText } from '../../messages/fields.ts'
import { messageFields } from '../../messages/message-fields.ts'
import { userTypeSchema } from '../users.ts'
import { signInFailureSchema } from './failures.ts'
import { samlChangeFields, samlFields, samlRecordFields } from './saml.ts'

export const SIGN_IN_LIMITS = {
  providers: 10,
  rules: 50,
  values: 100,
  text: 500,
  exampleBytes: 64 * 1024,
} as const

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** https, because the issuer's keys decide who signs in. http only for a provider on the same computer. Pure. */
export function isIssuerUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || url.username || url.password || url.hash || url.search) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))
}

const issuerSchema = z
  .string()
  .trim()
  .min(1, fieldText('fields.empty'))
  .max(2000)
  .meta({ description: 'OpenID Connect: the issuer’s URL. SAML: the entity ID of the identity provider.' })

const shortText = z.string().trim().min(1, fieldText('fields.empty')).max(SIGN_IN_LIMITS.text)

export const signInOperatorSchema = z.enum(['equals', 'contains', 'ends_with', 'any_of'])

/** Decides the account of a person at their first sign-in. */
export const signInRuleSchema = z
  .object({
    claim: shortText.meta({ description: 'Name of a claim; realm_access.roles for a nested one' }),
    operator: signInOperatorSchema,
    value: shortText.optional().meta({
      description: 'Compared without regard to case. A list claim matches if one of its entries does.',
    }),
    values: z
      .array(shortText)
      .min(1)
      .max(SIGN_IN_LIMITS.values)
      .optional()
      .meta({ description: 'Instead of value, for any_of' }),
    user_type: userTypeSchema.meta({ description: 'creator (educator) or end_user (student)' }),
    role: z.enum(['member', 'admin']).default('member').meta({ description: 'Role in the organization' }),
    organization: z
      .string()
      .max(100)
      .optional()
      .meta({ description: 'Slug of an organization. Only for the provider set in the environment.' }),
  })
  .refine(({ operator, value, values }) => (operator === 'any_of' ? values : value) !== undefined, {
    message: fieldText('fields.rule_value_required'),
    path: ['value'],
  })
  .refine(
    // “ends with uni.edu” would also match evil-uni.edu.
    ({ claim, operator, value }) =>
      claim !== 'email' || operator !== 'ends_with' || /^[@.]/.test(value ?? ''),
    { message: fieldText('fields.rule_email_domain'), path: ['value'] },
  )
  .refine(({ user_type, role }) => user_type === 'creator' || role === 'member', {
    message: fieldText('fields.rule_student_admin'),
    path: ['role'],
  })
export type SignInRule = z.output<typeof signInRuleSchema>

export const signInRulesSchema = z.array(signInRuleSchema).max(SIGN_IN_LIMITS.rules)

export const emailTrustSchema = z.enum(['claim', 'always']).meta({
  description: 'claim: trust email_verified. always: the provider verifies every address (Entra ID).',
})
export type EmailTrust = z.infer<typeof emailTrustSchema>

export const rulesApplySchema = z.enum(['first', 'every']).meta({
  description:
    'first: rules decide new accounts only. every: role and account type follow the rules at every sign-in.',
})
export type RulesApply = z.infer<typeof rulesApplySchema>

const courseClaimSchema = z
  .string()
  .trim()
  .max(SIGN_IN_LIMITS.text)
  .meta({ description: 'The claim with a person’s groups that are courses; empty for none' })
const coursePrefixSchema = z
  .string()
  .trim()
  .max(SIGN_IN_LIMITS.text)
  .meta({ description: 'Only groups that start with this are courses; it is left out of the title' })

const nameSchema = z.string().trim().min(1, fieldText('fields.name_required')).max(80)
const scopesSchema = z
  .string()
  .trim()
  .max(500)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+( [\x21\x23-\x5b\x5d-\x7e]+)*$/, fieldText('fields.scopes'))

const signInKindSchema = z.enum(['oidc', 'saml'])

/** `client_secret` is never shown again. */
export const newSignInProviderSchema = z
  .object({
    kind: signInKindSchema.default('oidc'),
    name: nameSchema.meta({ description: 'Shown on the button: “Continue with …”' }),
    issuer: issuerSchema,
    client_id: shortText.optional().meta({ description: 'OpenID Connect only; required there' }),
    client_secret: z.string().trim().max(4096).optional(),
    scopes: scopesSchema.default('openid email profile'),
    ...samlFields,
    email_trust: emailTrustSchema.default('claim'),
    course_claim: courseClaimSchema.default(''),
    course_prefix: coursePrefixSchema.default(''),
    rules: signInRulesSchema.default([]),
    rules_apply: rulesApplySchema.default('first'),
    enabled: z.boolean().default(true),
  })
  .refine(({ kind, issuer }) => kind === 'saml' || isIssuerUrl(issuer), {
    message: fieldText('fields.issuer'),
    path: ['issuer'],
  })
  .refine(({ kind, client_id }) => kind === 'saml' || client_id !== undefined, {
    message: fieldText('fields.empty'),
    path: ['client_id'],
  })
  .refine(({ kind, sso_url }) => kind === 'oidc' || sso_url !== undefined, {
    message: fieldText('fields.sso_url'),
    path: ['sso_url'],
  })
  .refine(({ kind, certificate }) => kind === 'oidc' || !!certificate, {
    message: fieldText('fields.empty'),
    path: ['certificate'],
  })
export type NewSignInProvider = z.output<typeof newSignInProviderSchema>

/** Fields that are left out stay. An empty `client_secret` removes it, and so does a new issuer. */
export const signInProviderChangeSchema = z.object({
  name: nameSchema.optional(),
  issuer: issuerSchema.optional(),
  client_id: shortText.optional(),
  client_secret: z.string().trim().max(4096).optional(),
  scopes: scopesSchema.optional(),
  ...samlChangeFields,
  email_trust: emailTrustSchema.optional(),
  course_claim: courseClaimSchema.optional(),
  course_prefix: coursePrefixSchema.optional(),
  rules: signInRulesSchema.optional(),
  rules_apply: rulesApplySchema.optional(),
  enabled: z.boolean().optional(),
})
export type SignInProviderChange = z.output<typeof signInProviderChangeSchema>

export const signInProviderSchema = z.object({
  id: z.string(),
  kind: signInKindSchema,
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  has_secret: z.boolean(),
  scopes: z.string(),
  ...samlRecordFields,
  email_trust: emailTrustSchema,
  course_claim: z.string(),
  course_prefix: z.string(),
  rules: z.array(signInRuleSchema),
  rules_apply: rulesApplySchema,
  enabled: z.boolean(),
  redirect_uri: z.string().meta({ description: 'To be registered with the provider; SAML: the ACS URL' }),
  metadata_url: z.string().nullable().meta({ description: 'SAML: our metadata, and our entity ID' }),
  single_logout_url: z.string().nullable().meta({ description: 'SAML: our single logout service' }),
  sign_out_redirect_uri: z.string().meta({ description: 'Post-logout redirect URI, to be registered too' }),
  backchannel_logout_uri: z.string(),
  frontchannel_logout_uri: z.string(),
  created_at: z.number(),
  updated_at: z.number(),
})
export type SignInProviderRecord = z.infer<typeof signInProviderSchema>

export const signInSettingsSchema = z.object({
  password_hidden: z.boolean().meta({
    description: 'Members must use a sign-in provider. System admins can always use their password.',
  }),
})
export type SignInSettings = z.infer<typeof signInSettingsSchema>

export const signInProviderListSchema = z.object({
  providers: z.array(signInProviderSchema),
  settings: signInSettingsSchema,
  failures: z.array(signInFailureSchema).meta({
    description: 'Failures of the last 30 days: the latest of each reason, without personal data',
  }),
})
export type SignInProviderList = z.infer<typeof signInProviderListSchema>

export const signInProviderTestSchema = z.object({
  ok: z.boolean(),
  message: z.string(),
  ...messageFields,
  supports_sign_out: z
    .boolean()
    .meta({ description: 'Whether signing out also ends the provider’s session' }),
})
export type SignInProviderTest = z.infer<typeof signInProviderTestSchema>

export const signInPreviewRequestSchema = z
  .object({
    kind: signInKindSchema
      .default('oidc')
      .meta({ description: 'saml: the claims are attributes, such as mail for the e-mail address' }),
    rules: signInRulesSchema,
    email_trust: emailTrustSchema.default('claim'),
    claims: z.record(z.string(), z.unknown()).optional(),
    token: z
      .string()
      .max(SIGN_IN_LIMITS.exampleBytes)
      .optional()
      .meta({ description: 'An ID token; not verified' }),
  })
  .refine(({ claims, token }) => (claims === undefined) !== (token === undefined), {
    message: fieldText('fields.claims_or_token'),
    path: ['claims'],
  })
export type SignInPreviewRequest = z.output<typeof signInPreviewRequestSchema>

export const signInPreviewSchema = z.object({
  user_type: userTypeSchema,
  role: z.enum(['member', 'admin']),
  rule: z
    .number()
    .nullable()
    .meta({ description: 'Number of the rule that matched, from 1; null for the default' }),
  message: z.string().meta({ description: 'Why' }),
  ...messageFields,
  email: z.string().nullable(),
  email_verified: z
    .boolean()
    .meta({ description: 'Whether an existing account would be linked by this address' }),
})
export type SignInPreview = z.infer<typeof signInPreviewSchema>

/** For the sign-in page. */
export const signInChoicesQuerySchema = z.object({ org: z.string().max(100).optional() })
export const signInChoicesSchema = z.object({
  providers: z.array(
    z.object({
      id: z.string(),
      kind: signInKindSchema,
      name: z.string(),
      organization: z.object({ slug: z.string(), name: z.string() }).nullable(),
      start_url: z.string(),
    }),
  ),
  password_sign_in: z.boolean().meta({ description: 'Whether the page offers e-mail and password' }),
})
export type SignInChoices = z.infer<typeof signInChoicesSchema>

export const signInStartQuerySchema = z.object({
  return_to: z
    .string()
    .max(2000)
    .optional()
    .meta({ description: 'Path of the page to open after signing in' }),
})

/** Sent by the provider. Unknown fields are ignored. */
export const signInCallbackQuerySchema = z.object({
  state: z.string().max(500).optional(),
  code: z.string().max(8000).optional(),
  iss: z.string().max(2000).optional(),
  error: z.string().max(500).optional(),
})
export const backchannelLogoutSchema = z.object({ logout_token: z.string().max(16_384) })
export const frontchannelLogoutQuerySchema = z.object({
  iss: z.string().max(2000).optional(),
  sid: z.string().max(500).optional(),
})

/** The response of a sign-out if the provider has a session of its own. */
export const signedOutSchema = z.object({
  provider_sign_out_url: z
    .string()
    .meta({ description: 'Open it to end the session at the sign-in provider' }),
})
