import {
  type EmailTrust,
  emailTrustSchema,
  type RulesApply,
  rulesApplySchema,
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

interface CommonProvider {
  id: string
  name: string
  /** SAML: the entity id of the identity provider. */
  issuer: string
  emailTrust: EmailTrust
  rules: readonly SignInRule[]
  rulesApply: RulesApply
  /** The claim with groups that are courses. */
  courses?: { claim: string; prefix: string } | undefined
  /** The organization of new accounts. */
  organizationId: number
  /** Set up by the operator. */
  isTrusted: boolean
}

/** A provider with its secret: for the server's own use, never for a response. */
export interface OidcProvider extends CommonProvider {
  kind: 'oidc'
  clientId: string
  secret: string | undefined
  scopes: string
}

export interface SamlProvider extends CommonProvider {
  kind: 'saml'
  saml: {
    ssoUrl: string
    /** Where the identity provider's own session ends. */
    sloUrl: string | undefined
    /** Where it takes our answers to its own logout requests, if not there. */
    sloResponseUrl: string | undefined
    /** Whether sign-ins may start at the identity provider. */
    isIdpInitiated: boolean
    /** Of the identity provider, in PEM. */
    certificates: readonly string[]
    subjectAttribute: string | undefined
    /** Our own private key, for signing requests and decrypting assertions. */
    key: string
    ownCertificate: string
  }
}

export type SignInProvider = OidcProvider | SamlProvider

export const providerNotFound = () => new AppError('not_found', say('not_found.sign_in_provider'))

/** The provider's name in `external_identities`: subjects are unique per issuer only. */
export const keyOf = ({ id, issuer }: Pick<SignInProvider, 'id' | 'issuer'>): string => `${id} ${issuer}`

const settingsSchema = z.object({
  scopes: z.string().default('openid email profile'),
  email_trust: emailTrustSchema.default('claim'),
  sso_url: z.string().default(''),
  slo_url: z.string().default(''),
  slo_response_url: z.string().default(''),
  idp_metadata_url: z.string().default(''),
  idp_metadata_read_at: z.number().nullable().default(null),
  idp_metadata_failed: z.boolean().default(false),
  idp_initiated: z.boolean().default(false),
  certificates: z.array(z.string()).default([]),
  subject_attribute: z.string().default(''),
  own_certificate: z.string().default(''),
  course_claim: z.string().default(''),
  course_prefix: z.string().default(''),
  rules_apply: rulesApplySchema.default('first'),
})
export type ProviderSettings = z.output<typeof settingsSchema>

export const readSettings = (row: Pick<ProviderRow, 'settings'>): ProviderSettings =>
  settingsSchema.parse(JSON.parse(row.settings))
export const readRules = (row: Pick<ProviderRow, 'rules'>): SignInRule[] =>
  signInRulesSchema.parse(JSON.parse(row.rules))

export function toProvider(row: ProviderRow, box: SecretBox): SignInProvider {
  const settings = readSettings(row)
  const secret = row.sealed_secret === null ? undefined : box.open(row.sealed_secret)
  const common = {
    id: row.id,
    name: row.name,
    issuer: row.issuer,
    emailTrust: settings.email_trust,
    rules: readRules(row),
    rulesApply: settings.rules_apply,
    courses: settings.course_claim
      ? { claim: settings.course_claim, prefix: settings.course_prefix }
      : undefined,
    organizationId: row.organization_id,
    isTrusted: false,
  }
  if (row.kind === 'oidc')
    return { ...common, kind: 'oidc', clientId: row.client_id, secret, scopes: settings.scopes }
  return {
    ...common,
    kind: 'saml',
    saml: {
      ssoUrl: settings.sso_url,
      sloUrl: settings.slo_url || undefined,
      sloResponseUrl: settings.slo_response_url || undefined,
      isIdpInitiated: settings.idp_initiated,
      certificates: settings.certificates,
      subjectAttribute: settings.subject_attribute || undefined,
      key: secret ?? '',
      ownCertificate: settings.own_certificate,
    },
  }
}

/** The addresses that an admin registers with the provider. */
export const toAddresses = (publicUrl: string, { id, kind }: Pick<SignInProvider, 'id' | 'kind'>) => ({
  redirect_uri: `${publicUrl}/auth/${id}/${kind === 'saml' ? 'acs' : 'callback'}`,
  metadata_url: kind === 'saml' ? `${publicUrl}/auth/${id}/metadata` : null,
  single_logout_url: kind === 'saml' ? `${publicUrl}/auth/${id}/slo` : null,
  sign_out_redirect_uri: `${publicUrl}/sign-in`,
  backchannel_logout_uri: `${publicUrl}/auth/${id}/backchannel-logout`,
  frontchannel_logout_uri: `${publicUrl}/auth/${id}/frontchannel-logout`,
})

export function toRecord(row: ProviderRow, publicUrl: string): SignInProviderRecord {
  const { own_certificate: _own, certificates, ...settings } = readSettings(row)
  return {
    id: row.id,
    kind: row.kind,
    name: row.name,
    issuer: row.issuer,
    client_id: row.client_id,
    has_secret: row.sealed_secret !== null,
    ...settings,
    certificate: certificates.join(''),
    rules: readRules(row),
    enabled: row.enabled === 1,
    ...toAddresses(publicUrl, row),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }
}
