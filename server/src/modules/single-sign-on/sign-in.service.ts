import { say } from '@bellwether/wire'
import type { Db } from '../../platform/db/db.ts'
import { badRequest } from '../../platform/errors.ts'
import type { Exchange } from '../../platform/http/exchange.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { organizationRepository } from '../organizations/index.ts'
import {
  type BrowserSessions,
  type ExternalIdentities,
  type StartSession,
  toNetwork,
  type UserWithStanding,
} from '../users/index.ts'
import type { Flows } from './flows/flows.ts'
import { toReturnPath } from './flows/return-to.ts'
import type { Connect } from './oidc/connect.ts'
import { verifyLogoutToken } from './oidc/logout-token.ts'
import type { Oidc, Verified } from './oidc/oidc.ts'
import { describeError, toSignInError } from './oidc/provider-errors.ts'
import {
  keyOf,
  type OidcProvider,
  providerNotFound,
  type SamlProvider,
  type SignInProvider,
  toAddresses,
} from './providers/provider.ts'
import type { ProviderLookup } from './providers/provider-lookup.ts'
import { applyRules, readEmail, readGroups } from './rules/apply-rules.ts'
import type { Saml } from './saml/saml.ts'

export interface SignInServiceDeps {
  db: Db
  box: SecretBox
  publicUrl: string
  lookup: ProviderLookup
  flows: Flows
  connect: Connect
  oidc: Oidc
  saml: Saml
  externalIdentities: Pick<ExternalIdentities, 'signIn'>
  /** Sign-ins that start from one address. */
  starts: Pick<RateLimit, 'take'>
  /** Called with the courses that the provider names. */
  noteCourses(member: {
    provider: { id: string; organizationId: number }
    subject: string
    user: UserWithStanding
    groups: readonly string[]
  }): Promise<void>
  startSession: StartSession
  browserSessions: Pick<BrowserSessions, 'endOfProvider'>
}

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
  const { lookup, flows, oidc, saml, publicUrl } = deps

  return {
    async start(exchange: Exchange, providerId: string, returnTo: string | undefined): Promise<Redirect> {
      // Each one is stored until it ends or expires.
      await deps.starts.take(toNetwork(exchange.clientIp))
      const provider = await lookup.find(providerId)
      const common = { issuer: provider.issuer, returnTo: toReturnPath(returnTo, publicUrl) }
      if (provider.kind === 'saml') {
        const requestId = saml.newRequestId()
        const { state, cookie } = await flows.begin(provider.id, { ...common, requestId })
        const to = await explain(exchange, provider, () =>
          saml.authorizationUrl(provider, { requestId, state }),
        )
        return { to, cookies: [cookie] }
      }
      const secrets = oidc.newSecrets()
      const { state, cookie } = await flows.begin(provider.id, { ...common, ...secrets })
      const redirectUri = toAddresses(publicUrl, provider).redirect_uri
      const to = await explain(exchange, provider, () =>
        oidc.authorizationUrl(provider, { ...secrets, state, redirectUri }),
      )
      return { to, cookies: [cookie] }
    },

    /** `parameters`: the query that the provider sent the browser back with. */
    async finish(exchange: Exchange, providerId: string, parameters: URLSearchParams): Promise<Redirect> {
      const provider = await findOidc(lookup, providerId)
      const state = parameters.get('state') ?? ''
      const flow = await flows.take(exchange, provider.id, state)
      const currentUrl = new URL(toAddresses(publicUrl, provider).redirect_uri)
      currentUrl.search = parameters.toString()
      const verified = await explain(exchange, provider, () =>
        oidc.verify(provider, currentUrl, state, flow.data),
      )
      return enter(deps, exchange, provider, flow, verified)
    },

    /** The identity provider's response by POST. */
    async finishSaml(
      exchange: Exchange,
      providerId: string,
      { SAMLResponse, RelayState }: { SAMLResponse: string; RelayState?: string | undefined },
    ): Promise<Redirect> {
      const provider = await findSaml(lookup, providerId)
      const flow = await flows.take(exchange, provider.id, RelayState)
      if (flow.data.issuer !== provider.issuer) throw badRequest(say('sign_in.flow_expired'))
      const verified = await explain(exchange, provider, () =>
        saml.verify(provider, flow.data.requestId, SAMLResponse),
      )
      const isNew = await flows.claimMessage(
        `${keyOf(provider)} assertion ${verified.id}`,
        verified.expiresAt,
      )
      if (!isNew) throw badRequest(say('sign_in.flow_expired'))
      return enter(deps, exchange, provider, flow, { ...verified, idToken: undefined })
    },

    samlMetadata: async (providerId: string): Promise<string> =>
      saml.metadata(await findSaml(lookup, providerId)),
  }
}

async function findOidc(lookup: ProviderLookup, id: string): Promise<OidcProvider> {
  const provider = await lookup.find(id)
  if (provider.kind !== 'oidc') throw providerNotFound()
  return provider
}

async function findSaml(lookup: ProviderLookup, id: string): Promise<SamlProvider> {
  const provider = await lookup.find(id)
  if (provider.kind !== 'saml') throw providerNotFound()
  return provider
}

/** Starts the browser session of a person whose identity is proven. */
async function enter(
  deps: SignInServiceDeps,
  exchange: Exchange,
  provider: SignInProvider,
  { data, clearCookie }: { data: { returnTo: string }; clearCookie: string },
  verified: Verified,
): Promise<Redirect> {
  const user = await findAccount(deps, provider, verified)
  if (provider.courses) {
    const groups = readGroups(verified.claims, provider.courses)
    await deps.noteCourses({ provider, subject: verified.subject, user, groups })
  }
  const session = await deps.startSession(exchange, user, {
    provider: keyOf(provider),
    session: verified.session,
    sealedIdToken: verified.idToken && deps.box.seal(verified.idToken),
  })
  return { to: toReturnPath(data.returnTo, deps.publicUrl), cookies: [clearCookie, session] }
}

async function findAccount(
  { db, externalIdentities }: SignInServiceDeps,
  provider: SignInProvider,
  { subject, claims }: Verified,
): Promise<UserWithStanding> {
  const { email, isEmailVerified } = readEmail(claims, provider.emailTrust)
  const { userType, role, organization } = applyRules(provider.rules, claims, isEmailVerified)
  const { name } = claims
  return externalIdentities.signIn({
    provider: keyOf(provider),
    subject,
    email,
    isEmailVerified,
    name: typeof name === 'string' ? name.replace(/\p{Cc}/gu, ' ').slice(0, 200) : undefined,
    organizationId: organization ? await findOrganization(db, organization) : provider.organizationId,
    userType,
    role,
    isTrusted: provider.isTrusted,
    whenEmailTaken: 'refuse',
  })
}

async function findOrganization(db: Db, slug: string): Promise<number> {
  const organization = await organizationRepository.findBySlug(db, slug)
  if (!organization) throw badRequest(say('sign_in.organization_missing'))
  return organization.id
}

function signOutMethods(deps: SignInServiceDeps) {
  const { lookup, flows, connect, oidc, browserSessions, publicUrl, box } = deps

  return {
    /** The provider tells us directly that a session has ended. */
    async backchannelLogout(exchange: Exchange, providerId: string, token: string): Promise<void> {
      const provider = await findOidc(lookup, providerId)
      const { id, subject, session, expiresAt } = await explain(exchange, provider, () =>
        verifyLogoutToken(connect, provider, token),
      )
      const key = keyOf(provider)
      if (!(await flows.claimMessage(`${key} logout ${id}`, expiresAt)))
        throw badRequest(say('sign_in.logout_token_invalid'))
      await browserSessions.endOfProvider({ provider: key, session, subject })
    },

    /** The provider's sign-out page loads this in a frame, without our cookies: the session is known by its id. */
    async frontchannelLogout(providerId: string, issuer: string | undefined, session: string | undefined) {
      const provider = await findOidc(lookup, providerId)
      if (!session || !isSameIssuer(issuer, provider.issuer))
        throw badRequest(say('sign_in.logout_token_invalid'))
      await browserSessions.endOfProvider({ provider: keyOf(provider), session, subject: undefined })
      return { frameAncestor: new URL(provider.issuer).origin }
    },

    /** Where a browser that has signed out here also signs out at its provider. */
    async signOutUrl(
      exchange: Exchange,
      ended: { provider: string; sealedIdToken: string | undefined },
    ): Promise<string | undefined> {
      const [providerId = ''] = ended.provider.split(' ')
      try {
        const provider = await lookup.find(providerId)
        if (keyOf(provider) !== ended.provider || provider.kind !== 'oidc') return undefined
        return await oidc.signOutUrl(provider, {
          idToken: ended.sealedIdToken && box.open(ended.sealedIdToken),
          returnTo: toAddresses(publicUrl, provider).sign_out_redirect_uri,
        })
      } catch (error) {
        // The person has signed out here; the provider is removed, or can't be reached now.
        exchange.log.warn(
          { provider: providerId, ...describeError(error) },
          'sign-out at the provider failed',
        )
        return undefined
      }
    },
  }
}

const isSameIssuer = (given: string | undefined, issuer: string): boolean =>
  given?.replace(/\/+$/, '') === issuer.replace(/\/+$/, '')

/** People get a clear message with the request id; the log gets the cause. */
async function explain<T>(exchange: Exchange, provider: SignInProvider, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    exchange.log.warn({ provider: provider.id, ...describeError(error) }, 'single sign-on failed')
    throw toSignInError(error)
  }
}
