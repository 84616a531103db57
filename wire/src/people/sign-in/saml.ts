import * as z from 'zod'
import { fieldText } from '../../messages/fields.ts'

export const SAML_LIMITS = {
  /** Characters of metadata that an admin pastes. */
  pastedMetadata: 2_000_000,
  /** Entities of a federation that are listed. */
  entities: 100,
  text: 500,
} as const

const httpsUrl = (error: ReturnType<typeof fieldText>) => z.url({ protocol: /^https$/, error }).max(2000)

const ssoUrlSchema = httpsUrl(fieldText('fields.sso_url')).meta({
  description: 'SAML: the identity provider’s single sign-on service (HTTP-Redirect binding)',
})
const sloUrlSchema = z.union([z.literal(''), httpsUrl(fieldText('fields.slo_url'))]).meta({
  description: 'SAML: the identity provider’s single logout service (HTTP-Redirect binding); empty for none',
})
const sloResponseUrlSchema = z.union([z.literal(''), httpsUrl(fieldText('fields.slo_url'))]).meta({
  description: 'SAML: the URL for logout responses, if it differs from `slo_url`',
})
const idpMetadataUrlSchema = z.union([z.literal(''), httpsUrl(fieldText('fields.metadata_url'))]).meta({
  description:
    'SAML: the URL of the identity provider’s metadata. URLs and certificates are updated from it every day; empty for never',
})
const certificateSchema = z
  .string()
  .trim()
  .max(32_768)
  .meta({ description: 'SAML: the identity provider’s signing certificates, as PEM or base64' })
const idpInitiatedSchema = z.boolean().meta({
  description: 'SAML: accept sign-ins that start at the identity provider (IdP-initiated)',
})

const subjectAttributeSchema = z
  .string()
  .trim()
  .max(SAML_LIMITS.text)
  .meta({ description: 'SAML: the attribute that identifies a person, instead of the name ID' })

/** Of a new sign-in provider. */
export const samlFields = {
  sso_url: ssoUrlSchema.optional(),
  slo_url: sloUrlSchema.default(''),
  slo_response_url: sloResponseUrlSchema.default(''),
  idp_metadata_url: idpMetadataUrlSchema.default(''),
  idp_initiated: idpInitiatedSchema.default(false),
  certificate: certificateSchema.optional(),
  subject_attribute: subjectAttributeSchema.optional(),
}

/** Of one that is changed. */
export const samlChangeFields = {
  sso_url: ssoUrlSchema.optional(),
  slo_url: sloUrlSchema.optional(),
  slo_response_url: sloResponseUrlSchema.optional(),
  idp_metadata_url: idpMetadataUrlSchema.optional(),
  idp_initiated: idpInitiatedSchema.optional(),
  certificate: certificateSchema.optional(),
  subject_attribute: subjectAttributeSchema.optional(),
}

/** Of one that is shown. */
export const samlRecordFields = {
  sso_url: z.string(),
  slo_url: z.string(),
  slo_response_url: z.string(),
  idp_metadata_url: z.string(),
  idp_metadata_read_at: z
    .number()
    .nullable()
    .meta({ description: 'When the identity provider’s metadata was last read; null: not yet' }),
  idp_metadata_failed: z.boolean().meta({ description: 'Whether the last attempt to read it failed' }),
  idp_initiated: z.boolean(),
  certificate: z.string(),
  subject_attribute: z.string(),
}

export const samlMetadataRequestSchema = z
  .object({
    xml: z.string().min(1).max(SAML_LIMITS.pastedMetadata).optional(),
    url: httpsUrl(fieldText('fields.metadata_url')).optional(),
    entity_id: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .optional()
      .meta({ description: 'Which identity provider, if the metadata has several' }),
  })
  .refine(({ xml, url }) => (xml === undefined) !== (url === undefined), {
    message: fieldText('fields.xml_or_url'),
    path: ['url'],
  })
export type SamlMetadataRequest = z.output<typeof samlMetadataRequestSchema>

const entitySchema = z.object({ entity_id: z.string(), name: z.string().nullable() })

/** What can be saved as a provider. Nothing is stored yet. */
export const samlMetadataSchema = z.object({
  provider: entitySchema
    .extend({
      sso_url: z.string(),
      slo_url: z.string().meta({ description: 'Empty if the identity provider has none' }),
      slo_response_url: z.string().meta({ description: 'Empty if it is the same' }),
      certificate: z.string().meta({ description: 'All signing certificates, as PEM' }),
      certificates: z.number().meta({ description: 'How many' }),
      valid_until: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'null if the metadata has several: send entity_id' }),
  entities: z.array(entitySchema).meta({ description: 'Identity providers to choose from' }),
  total: z.number().meta({ description: 'All of them; the list is limited' }),
})
export type SamlMetadata = z.infer<typeof samlMetadataSchema>

export const samlResponseSchema = z.object({
  SAMLResponse: z.string().max(512 * 1024),
  RelayState: z.string().max(2000).optional(),
})

/** Sent by the identity provider: a request to sign out, or the response to ours. */
export const samlLogoutSchema = z.object({
  SAMLRequest: z
    .string()
    .max(64 * 1024)
    .optional(),
  SAMLResponse: z
    .string()
    .max(64 * 1024)
    .optional(),
  RelayState: z.string().max(2000).optional(),
  SigAlg: z.string().max(200).optional(),
  Signature: z.string().max(4096).optional(),
})
export type SamlLogout = z.output<typeof samlLogoutSchema>
