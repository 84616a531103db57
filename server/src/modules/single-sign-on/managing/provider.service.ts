import { randomBytes } from 'node:crypto'
import {
  type NewSignInProvider,
  type SamlMetadata,
  type SamlMetadataRequest,
  SIGN_IN_LIMITS,
  type SignInPreview,
  type SignInPreviewRequest,
  type SignInProviderChange,
  type SignInProviderList,
  type SignInProviderRecord,
  type SignInProviderTest,
  type SignInRule,
  type SignInSettings,
  say,
  toMessageBody,
  toMessageFields,
} from '@bellwether/wire'
import { decodeJwt } from 'jose'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { badRequest, forbidden, isAppError, messageOf } from '../../../platform/errors.ts'
import type { Outbound } from '../../../platform/outbound/outbound.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import type { OrganizationService } from '../../organizations/index.ts'
import type { Failures } from '../failures/failures.ts'
import type { Oidc } from '../oidc/oidc.ts'
import { providerRepository } from '../providers/provider.repository.ts'
import {
  type ProviderRow,
  providerNotFound,
  type SamlProvider,
  toProvider,
  toRecord,
} from '../providers/provider.ts'
import type { ProviderLookup } from '../providers/provider-lookup.ts'
import { applyRules, type Claims, readEmail } from '../rules/apply-rules.ts'
import { areExpired } from '../saml/certificates.ts'
import { readIdpMetadata } from '../saml/idp-metadata.ts'
import { fetchMetadata } from '../saml/refresh-metadata.ts'
import { toClaims } from '../saml/saml.ts'
import { toChangedColumns, toColumns } from './provider-draft.ts'

export interface ProviderServiceDeps {
  db: Db
  box: SecretBox
  organizations: Pick<OrganizationService, 'getFor'>
  lookup: Pick<ProviderLookup, 'hasProvider'>
  oidc: Pick<Oidc, 'test'>
  outbound: Pick<Outbound, 'guarded'>
  failures: Pick<Failures, 'listOf'>
  publicUrl: string
}

/** The sign-in providers of an organization, for its admins. */
export function createProviderService(deps: ProviderServiceDeps) {
  return { ...readMethods(deps), ...changeMethods(deps) }
}

export type ProviderService = ReturnType<typeof createProviderService>

function createGet({ db, organizations }: ProviderServiceDeps) {
  return async (caller: UserCaller, slug: string | undefined, id: string): Promise<ProviderRow> => {
    const organization = await organizations.getFor(caller, 'edit', slug)
    const row = await providerRepository.find(db, organization.id, id)
    if (!row) throw providerNotFound()
    return row
  }
}

function readMethods(deps: ProviderServiceDeps) {
  const { db, box, organizations, oidc, outbound, failures, publicUrl } = deps
  const get = createGet(deps)

  return {
    async list(caller: UserCaller, slug: string | undefined): Promise<SignInProviderList> {
      const { id } = await organizations.getFor(caller, 'edit', slug)
      const rows = await providerRepository.listOf(db, id)
      return {
        providers: rows.map((row) => toRecord(row, publicUrl)),
        settings: { password_hidden: await providerRepository.isPasswordHidden(db, id) },
        failures: await failures.listOf(id),
      }
    },

    /** Reads the discovery document. */
    async test(caller: UserCaller, slug: string | undefined, id: string): Promise<SignInProviderTest> {
      const provider = toProvider(await get(caller, slug, id), box)
      if (provider.kind === 'saml') return testSaml(provider)
      try {
        const { supportsSignOut } = await oidc.test(provider)
        return { ok: true, ...toMessageBody(say('sign_in.test_ok')), supports_sign_out: supportsSignOut }
      } catch (error) {
        if (!isAppError(error)) throw error
        const message = toMessageBody(messageOf(error))
        return { ok: false, ...message, supports_sign_out: false }
      }
    },

    /** The settings of a SAML identity provider, from its metadata. Stores nothing. */
    async readMetadata(
      caller: UserCaller,
      slug: string | undefined,
      { xml, url, entity_id }: SamlMetadataRequest,
      signal: AbortSignal,
    ): Promise<SamlMetadata> {
      await organizations.getFor(caller, 'edit', slug)
      const text = xml ?? (await fetchMetadata(outbound.guarded.providers, url ?? '', signal))
      return readIdpMetadata(text, entity_id, new Date())
    },

    /** Stores nothing, and does not check who signed the token. */
    async preview(
      caller: UserCaller,
      slug: string | undefined,
      request: SignInPreviewRequest,
    ): Promise<SignInPreview> {
      await organizations.getFor(caller, 'edit', slug)
      requireOwnOrganization(request.rules)
      const given = request.claims ?? decode(request.token ?? '')
      const claims = request.kind === 'saml' ? toClaims(given) : given
      const { email, isEmailVerified } = readEmail(claims, request.email_trust)
      const { userType, role, rule, reason } = applyRules(request.rules, claims, request.email_trust)
      return {
        user_type: userType,
        role,
        rule,
        message: reason.text,
        ...toMessageFields(reason),
        email: email ?? null,
        email_verified: isEmailVerified,
      }
    },
  }
}

function changeMethods(deps: ProviderServiceDeps) {
  const { db, box, organizations, lookup, publicUrl } = deps
  const get = createGet(deps)

  return {
    async create(
      caller: UserCaller,
      slug: string | undefined,
      draft: NewSignInProvider,
    ): Promise<SignInProviderRecord> {
      requireSession(caller)
      const organization = await organizations.getFor(caller, 'edit', slug)
      requireOwnOrganization(draft.rules)
      const present = await providerRepository.listOf(db, organization.id)
      if (present.length >= SIGN_IN_LIMITS.providers)
        throw badRequest(say('sign_in.too_many_providers', { limit: SIGN_IN_LIMITS.providers }))
      const now = nowSeconds()
      const row = await providerRepository.insert(db, {
        id: randomBytes(8).toString('hex'),
        organization_id: organization.id,
        kind: draft.kind,
        name: draft.name,
        ...(await toColumns(draft, box)),
        rules: JSON.stringify(draft.rules),
        enabled: draft.enabled ? 1 : 0,
        created_by: caller.userId,
        created_at: now,
        updated_at: now,
      })
      return toRecord(row, publicUrl)
    },

    async update(
      caller: UserCaller,
      slug: string | undefined,
      id: string,
      change: SignInProviderChange,
    ): Promise<SignInProviderRecord> {
      requireSession(caller)
      const row = await get(caller, slug, id)
      requireOwnOrganization(change.rules ?? [])
      const changed: ProviderRow = {
        ...row,
        ...toChangedColumns(row, change, box),
        name: change.name ?? row.name,
        rules: change.rules === undefined ? row.rules : JSON.stringify(change.rules),
        enabled: (change.enabled ?? row.enabled === 1) ? 1 : 0,
        updated_at: nowSeconds(),
      }
      await providerRepository.update(db, id, changed)
      return toRecord(changed, publicUrl)
    },

    async remove(caller: UserCaller, slug: string | undefined, id: string): Promise<void> {
      requireSession(caller)
      await providerRepository.delete(db, (await get(caller, slug, id)).id)
    },

    async saveSettings(
      caller: UserCaller,
      slug: string | undefined,
      settings: SignInSettings,
    ): Promise<SignInSettings> {
      requireSession(caller)
      const organization = await organizations.getFor(caller, 'edit', slug)
      if (settings.password_hidden && !(await lookup.hasProvider(organization.slug)))
        throw badRequest(say('sign_in.password_needs_provider'))
      await providerRepository.setPasswordHidden(db, organization.id, settings.password_hidden)
      return settings
    },
  }
}

/** There is nothing to fetch: the identity provider is only reached through the person's browser. */
function testSaml({ saml }: SamlProvider): SignInProviderTest {
  const ok = !areExpired(saml.certificates, new Date())
  const message = say(ok ? 'sign_in.saml_ready' : 'sign_in.certificate_expired')
  return { ok, ...toMessageBody(message), supports_sign_out: saml.sloUrl !== undefined }
}

/** An organization's provider must not create accounts elsewhere. */
function requireOwnOrganization(rules: readonly SignInRule[]): void {
  if (rules.some(({ organization }) => organization !== undefined))
    throw badRequest(say('sign_in.rule_organization'))
}

/** A provider can sign in as any member, so a leaked API key must not be able to add one. */
function requireSession(caller: UserCaller): void {
  if (caller.credential !== 'session') throw forbidden(say('requests.session_required'))
}

function decode(token: string): Claims {
  try {
    return decodeJwt(token.trim())
  } catch {
    throw badRequest(say('sign_in.preview_token'))
  }
}
