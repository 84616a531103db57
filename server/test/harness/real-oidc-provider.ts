import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider from 'oidc-provider'

export interface OidcPerson {
  email?: string
  email_verified?: boolean
  name?: string
  groups?: string[]
}

export interface RealOidcOptions {
  clients: { id: string; secret: string; redirectUri: string; more?: Record<string, unknown> }[]
}

interface Grant {
  addOIDCScope(scope: string): void
  save(): Promise<string>
}

interface GrantContext {
  oidc: {
    client: { clientId: string }
    session: { accountId: string; grantIdFor(clientId: string): string | undefined }
    provider: {
      Grant: {
        new (of: { clientId: string; accountId: string }): Grant
        find(id: string): Promise<Grant | undefined>
      }
    }
  }
}

/** `oidc-provider` on loopback. Every browser is signed in as `op.person` immediately, without a page. */
export async function startRealOidc({ clients }: RealOidcOptions) {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const people = new Map<string, OidcPerson>()
  const op = { issuer, people, person: '', close, signLogoutToken }

  const provider = new Provider(issuer, {
    jwks: { keys: [key] },
    clients: clients.map(({ id, secret, redirectUri, more }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: [redirectUri],
      post_logout_redirect_uris: [`${new URL(redirectUri).origin}/sign-in`],
      ...more,
    })),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        // Signs out without a page that asks.
        logoutSource: (context: { body: string }, form: string) => {
          context.body = form.replace('</form>', '<input type="hidden" name="logout" value="yes"/></form>')
        },
      },
    },
    cookies: { keys: ['a key for tests only'] },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, ...people.get(id) }),
    }),
    async loadExistingGrant({ oidc }: GrantContext) {
      const grantId = oidc.session.grantIdFor(oidc.client.clientId)
      if (grantId) return oidc.provider.Grant.find(grantId)
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const callback = provider.callback()
  answer = (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void provider.interactionFinished(request, response, { login: { accountId: op.person } })
    else callback(request, response)
  }

  /** A logout token with the provider's own signature, and any claims. */
  function signLogoutToken(
    claims: Record<string, unknown>,
    header: Record<string, unknown> = {},
  ): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'logout+jwt', ...header })
      .sign(privateKey)
  }

  async function close(): Promise<void> {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return op
}

export type RealOidc = Awaited<ReturnType<typeof startRealOidc>>
