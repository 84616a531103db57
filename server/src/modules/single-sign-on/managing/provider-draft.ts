import { isIssuerUrl, type NewSignInProvider, type SignInProviderChange, say } from '@bellwether/wire'
import { badRequest, invalid } from '../../../platform/errors.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { type ProviderRow, type ProviderSettings, readSettings } from '../providers/provider.ts'
import { createKeyAndCertificate, readCertificates } from '../saml/certificates.ts'

type Columns = Pick<ProviderRow, 'issuer' | 'client_id' | 'sealed_secret' | 'settings'>

const NOT_READ = { idp_metadata_read_at: null, idp_metadata_failed: false }

/** The columns of a new provider that depend on its kind. */
export async function toColumns(draft: NewSignInProvider, box: SecretBox): Promise<Columns> {
  const settings: ProviderSettings = {
    scopes: draft.scopes,
    email_trust: draft.email_trust,
    sso_url: draft.sso_url ?? '',
    slo_url: draft.slo_url,
    slo_response_url: draft.slo_response_url,
    idp_metadata_url: draft.idp_metadata_url,
    ...NOT_READ,
    idp_initiated: draft.idp_initiated,
    rules_apply: draft.rules_apply,
    certificates: [],
    subject_attribute: draft.subject_attribute ?? '',
    own_certificate: '',
    course_claim: draft.course_claim,
    course_prefix: draft.course_prefix,
  }
  if (draft.kind === 'oidc')
    return {
      issuer: draft.issuer,
      client_id: draft.client_id ?? '',
      sealed_secret: draft.client_secret ? box.seal(draft.client_secret) : null,
      settings: JSON.stringify(settings),
    }
  const { key, certificate } = await createKeyAndCertificate('Bellwether')
  const certificates = readCertificates(draft.certificate ?? '')
  return {
    issuer: draft.issuer,
    client_id: '',
    sealed_secret: box.seal(key),
    settings: JSON.stringify({ ...settings, certificates, own_certificate: certificate }),
  }
}

/** The same for a changed one. */
export function toChangedColumns(row: ProviderRow, change: SignInProviderChange, box: SecretBox): Columns {
  const isOidc = row.kind === 'oidc'
  const issuer = change.issuer ?? row.issuer
  if (isOidc && !isIssuerUrl(issuer)) throw invalid(say('fields.issuer'))
  if (!isOidc && change.client_secret !== undefined) throw badRequest(say('sign_in.saml_no_secret'))
  const before = readSettings(row)
  const metadataUrl = change.idp_metadata_url ?? before.idp_metadata_url
  const settings: ProviderSettings = {
    ...before,
    scopes: change.scopes ?? before.scopes,
    email_trust: change.email_trust ?? before.email_trust,
    course_claim: change.course_claim ?? before.course_claim,
    course_prefix: change.course_prefix ?? before.course_prefix,
    sso_url: change.sso_url ?? before.sso_url,
    slo_url: change.slo_url ?? before.slo_url,
    slo_response_url: change.slo_response_url ?? before.slo_response_url,
    idp_metadata_url: metadataUrl,
    ...(issuer === row.issuer && metadataUrl === before.idp_metadata_url ? {} : NOT_READ),
    idp_initiated: change.idp_initiated ?? before.idp_initiated,
    rules_apply: change.rules_apply ?? before.rules_apply,
    subject_attribute: change.subject_attribute ?? before.subject_attribute,
    certificates:
      isOidc || change.certificate === undefined ? before.certificates : readCertificates(change.certificate),
  }
  // A client secret belongs to one provider: another one must not get it.
  const savedSecret = isOidc && issuer !== row.issuer ? null : row.sealed_secret
  const sealedSecret = change.client_secret ? box.seal(change.client_secret) : null
  return {
    issuer,
    client_id: change.client_id ?? row.client_id,
    sealed_secret: change.client_secret === undefined ? savedSecret : sealedSecret,
    settings: JSON.stringify(settings),
  }
}
