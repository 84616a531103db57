import { say, toNameLine } from '@bellwether/wire'
import type { Db } from '../../platform/db/db.ts'
import { AppError, badRequest } from '../../platform/errors.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import { organizationRepository } from '../organizations/index.ts'
import { toNetwork, type UserAccount } from '../users/index.ts'
import type { Verified } from './oidc/oidc.ts'
import { keyOf, type SignInProvider, toAddresses } from './providers/provider.ts'
import { Refusal } from './providers/refusal.ts'
import { applyRules, readEmail, readGroups } from './rules/apply-rules.ts'
import type { NameId } from './saml/logout.ts'
import { findOidc, findSaml, type SignInServiceDeps } from './sign-in-deps.ts'
import { signOutMethods } from './sign-out.ts'

/** Where the browser goes next, and the cookies it gets. */
export interface Redirect {
  to: string
  cookies: string[]
}

/** Signing in and out with a provider. */
export function createSignInService(deps: SignInServiceDeps) {
  return { ...signInMethods(deps), ...signOutMethods(deps) }
}

export type SignInService = ReturnType<typeof createSignInService>

function signInMethods(deps: SignInServiceDeps) {
  const { lookup, flows, failures, oidc, saml, publicUrl } = deps

  return {
    async start(exchange: Exchange, providerId: string, returnTo: string | undefined): Promise<Redirect> {
      // Each one is stored until it ends or expires.
      await deps.starts.take(toNetwork(exchange.clientIp))
      const provider = await lookup.find(providerId)
      const common = { issuer: provider.issuer, returnTo: toReturnPath(returnTo, publicUrl) }
      if (provider.kind === 'saml') {
        const requestId = saml.newRequestId()
        const { state, cookie } = await flows.begin(provider.id, { ...common, requestId })
        const to = await failures.explain({ exchange, provider }, () =>
          saml.authorizationUrl(provider, { requestId, state }),
        )
        return { to, cookies: [cookie] }
      }
      const secrets = oidc.newSecrets()
      const { state, cookie } = await flows.begin(provider.id, { ...common, ...secrets })
      const redirectUri = toAddresses(publicUrl, provider).redirect_uri
      const to = await failures.explain({ exchange, provider }, () =>
        oidc.authorizationUrl(provider, { ...secrets, state, redirectUri }),
      )
      return { to, cookies: [cookie] }
    },

    /** `parameters`: the query that the provider sent the browser back with. */
    async finish(exchange: Exchange, providerId: string, parameters: URLSearchParams): Promise<Redirect> {
      const provider = await findOidc(lookup, providerId)
      return failures.explain({ exchange, provider }, async () => {
        const state = parameters.get('state') ?? ''
        const flow = await flows.take(exchange, provider, state)
        const currentUrl = new URL(toAddresses(publicUrl, provider).redirect_uri)
        currentUrl.search = parameters.toString()
        return enter(
          deps,
          exchange,
          provider,
          flow,
          await oidc.verify(provider, currentUrl, state, flow.data),
        )
      })
    },

    /** The identity provider's response by POST. */
    async finishSaml(
      exchange: Exchange,
      providerId: string,
      { SAMLResponse, RelayState }: { SAMLResponse: string; RelayState?: string | undefined },
    ): Promise<Redirect> {
      const provider = await findSaml(lookup, providerId)
      return failures.explain({ exchange, provider }, async () => {
        const isUnasked = await saml.isUnasked(SAMLResponse)
        if (isUnasked && !provider.saml.isIdpInitiated) throw badRequest(say('sign_in.unsolicited'))
        const flow = isUnasked
          ? { data: { returnTo: RelayState ?? '/', requestId: undefined }, clearCookie: undefined }
          : await flows.take(exchange, provider, RelayState)
        const verified = await saml.verify(provider, flow.data.requestId, SAMLResponse)
        const key = `${keyOf(provider)} assertion ${verified.id}`
        if (!(await flows.claimMessage(key, verified.expiresAt)))
          throw new AppError('bad_request', say('sign_in.flow_expired'), { cause: new Refusal('replayed') })
        return enter(deps, exchange, provider, flow, { ...verified, idToken: undefined })
      })
    },

    samlMetadata: async (providerId: string): Promise<string> =>
      saml.metadata(await findSaml(lookup, providerId)),
  }
}

/** Starts the browser session of a person whose identity is proven. */
async function enter(
  deps: SignInServiceDeps,
  exchange: Exchange,
  provider: SignInProvider,
  { data, clearCookie }: { data: { returnTo: string }; clearCookie: string | undefined },
  verified: Verified & { nameId?: NameId | undefined; sessionEndsAt?: number | undefined },
): Promise<Redirect> {
  const user = await findAccount(deps, provider, verified)
  if (provider.courses) {
    const groups = readGroups(verified.claims, provider.courses)
    await deps.noteCourses({ provider, subject: verified.subject, user, groups })
  }
  const hint = verified.nameId ? JSON.stringify(verified.nameId) : verified.idToken
  const session = await deps.startSession(exchange, user, {
    provider: keyOf(provider),
    session: verified.session,
    sealedIdToken: hint && deps.box.seal(hint),
    nameId: verified.nameId?.nameID.trim(),
    endsAt: verified.sessionEndsAt,
  })
  const cookies = clearCookie === undefined ? [session] : [clearCookie, session]
  return { to: toReturnPath(data.returnTo, deps.publicUrl), cookies }
}

async function findAccount(
  { db, externalIdentities }: SignInServiceDeps,
  provider: SignInProvider,
  { subject, claims }: Verified,
): Promise<UserAccount> {
  const { email, isEmailVerified } = readEmail(claims, provider.emailTrust)
  const { userType, role, organization } = applyRules(provider.rules, claims, provider.emailTrust)
  const { name } = claims
  return externalIdentities.signIn({
    provider: keyOf(provider),
    subject,
    email,
    isEmailVerified,
    name: typeof name === 'string' ? toNameLine(name).slice(0, 200) : undefined,
    organizationId: organization ? await findOrganization(db, organization) : provider.organizationId,
    userType,
    role,
    followsRules: provider.rulesApply === 'every',
    followsPerson: true,
    isTrusted: provider.isTrusted,
    whenEmailTaken: 'refuse',
  })
}

async function findOrganization(db: Db, slug: string): Promise<number> {
  const organization = await organizationRepository.findBySlug(db, slug)
  if (!organization) throw badRequest(say('sign_in.organization_missing'))
  return organization.id
}

const HOME = '/'

/** Only a path of ours: an open redirect would lend our address to phishing. Pure. */
export function toReturnPath(path: string | undefined, publicUrl: string): string {
  if (path === undefined || !path.startsWith('/') || path.length > 2000) return HOME
  // Browsers read a backslash as a slash and drop tabs and line breaks, so “/\evil.example” would leave this server.
  if (/[\\\p{Cc}]/u.test(path) || !URL.canParse(path, publicUrl)) return HOME
  const { origin, pathname, search, hash } = new URL(path, publicUrl)
  if (origin !== new URL(publicUrl).origin || pathname.startsWith('//')) return HOME
  // Signing in must not end in another sign-in.
  return /^\/(auth|sign-in)(\/|$)/.test(pathname) ? HOME : pathname + search + hash
}
