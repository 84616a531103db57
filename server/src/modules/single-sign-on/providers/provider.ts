import {
  type EmailTrust,
  emailTrustSchema,
  type SignInProviderRecord,
  type SignInRule,
  say,
  signInRulesSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { Row } from '../../../platform/db/schema.ts'
import { AppError } from '../../../platform/errors.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'

export type ProviderRow = Row<'sign_in_providers'>

/** The id of the provider that is set in the environment. */
export const ENVIRONMENT_ID = 'oidc'

/** A provider with its secret: for the server's own use, never for a response. */
export interface SignInProvider {
  id: string
  name: string
  issuer: string
  clientId: string
  secret: string | undefined
  scopes: string
  emailTrust: EmailTrust
  rules: readonly SignInRule[]
  /** The organization of new accounts. */
  organizationId: number
  /** Set up by the operator. */
  isTrusted: boolean
}

export const providerNotFound = () => new AppError('not_found', say('not_found.sign_in_provider'))

/** The provider's name in `external_identities`: subjects are unique per issuer only. */
export const keyOf = ({ id, issuer }: Pick<SignInProvider, 'id' | 'issuer'>): string => `${id} ${issuer}`

const settingsSchema = z.object({
  scopes: z.string().default('openid email profile'),
  email_trust: emailTrustSchema.default('claim'),
})
export type ProviderSettings = z.output<typeof settingsSchema>

export const readSettings = (row: Pick<ProviderRow, 'settings'>): ProviderSettings =>
  settingsSchema.parse(JSON.parse(row.settings))
export const readRules = (row: Pick<ProviderRow, 'rules'>): SignInRule[] =>
  signInRulesSchema.parse(JSON.parse(row.rules))

export function toProvider(row: ProviderRow, box: SecretBox): SignInProvider {
  const { scopes, email_trust } = readSettings(row)
  return {
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    clientId: row.client_id,
    secret: row.sealed_secret === null ? undefined : box.open(row.sealed_secret),
    scopes,
    emailTrust: email_trust,
    rules: readRules(row),
    organizationId: row.organization_id,
    isTrusted: false,
  }
}

/** The addresses that an admin registers with the provider. */
export const toAddresses = (publicUrl: string, id: string) => ({
  redirect_uri: `${publicUrl}/auth/${id}/callback`,
  sign_out_redirect_uri: `${publicUrl}/sign-in`,
  backchannel_logout_uri: `${publicUrl}/auth/${id}/backchannel-logout`,
  frontchannel_logout_uri: `${publicUrl}/auth/${id}/frontchannel-logout`,
})

export const toRecord = (row: ProviderRow, publicUrl: string): SignInProviderRecord => ({
  id: row.id,
  kind: 'oidc',
  name: row.name,
  issuer: row.issuer,
  client_id: row.client_id,
  has_secret: row.sealed_secret !== null,
  ...readSettings(row),
  rules: readRules(row),
  enabled: row.enabled === 1,
  ...toAddresses(publicUrl, row.id),
  created_at: row.created_at,
  updated_at: row.updated_at,
})
