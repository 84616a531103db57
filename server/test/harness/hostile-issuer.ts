import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

type Sign = (claims: JWTPayload) => Promise<string> | string

/** Deviations from what a good provider does. */
export interface Hostile {
  /** Added to the claims of the ID token; undefined removes one. */
  claims: Record<string, unknown>
  userInfo: Record<string, unknown>
  /** Added to the parameters of the callback. */
  callback: Record<string, string>
  sign: Sign | undefined
  /** Status of all responses; `hang` never answers. */
  status: number | 'hang'
  /** How the client secret must be sent; `none` refuses every one. Checked only if set. */
  secretBy: 'header' | 'body' | 'none' | undefined
  /** Added to the discovery document. */
  metadata: Record<string, unknown>
}

const GOOD: Hostile = {
  claims: {},
  userInfo: {},
  callback: {},
  sign: undefined,
  status: 200,
  secretBy: undefined,
  metadata: {},
}

/** An OpenID provider that misbehaves on demand. It issues codes immediately and does not check the client. */
export async function startHostileIssuer() {
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const issuer = `http://127.0.0.1:${port}`
  const keys = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const header = { alg: 'RS256', kid: 'k1' }
  /** The parameters of each authorization request, by code. */
  const authorizations = new Map<string, URLSearchParams>()
  const redeemed: string[] = []
  const seen: string[] = []
  const hostile: Hostile = { ...GOOD }

  const signers = {
    ours: ((claims) => new SignJWT(claims).setProtectedHeader(header).sign(keys.privateKey)) as Sign,
    stranger: ((claims) => new SignJWT(claims).setProtectedHeader(header).sign(other.privateKey)) as Sign,
    none: ((claims) => new UnsecuredJWT(claims).encode()) as Sign,
    /** With the public key as a shared secret. */
    confused: (async (claims) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
        .sign(new TextEncoder().encode(JSON.stringify(jwk)))) as Sign,
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer)
    seen.push(url.pathname)
    if (hostile.status === 'hang') return
    const send = (body: unknown, status = hostile.status) =>
      response.writeHead(Number(status), { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (hostile.status !== 200) return void send({})
    if (url.pathname === '/.well-known/openid-configuration') return void send(discovery())
    if (url.pathname === '/jwks') return void send({ keys: [jwk] })
    if (url.pathname === '/authorize') {
      const code = `code-${authorizations.size + 1}`
      authorizations.set(code, url.searchParams)
      const back = new URL(url.searchParams.get('redirect_uri') ?? '')
      for (const [name, value] of Object.entries({
        code,
        state: url.searchParams.get('state') ?? '',
        ...hostile.callback,
      }))
        back.searchParams.set(name, value)
      return void response.writeHead(302, { location: back.href }).end()
    }
    if (url.pathname === '/userinfo') return void send({ sub: 'mallory', ...hostile.userInfo })
    const form = new URLSearchParams(await read(request))
    const isRightClient = hostile.secretBy === (form.has('client_secret') ? 'body' : 'header')
    if (hostile.secretBy && !isRightClient) {
      // As the standard wants it, and as LemonLDAP::NG does.
      response.setHeader('www-authenticate', 'Basic')
      return void send({ error: 'invalid_client' }, 401)
    }
    const code = form.get('code') ?? ''
    redeemed.push(code)
    const now = Math.floor(Date.now() / 1000)
    const claims: JWTPayload = {
      iss: issuer,
      sub: 'mallory',
      aud: 'bellwether',
      iat: now,
      exp: now + 300,
      nonce: authorizations.get(code)?.get('nonce') ?? '',
      ...hostile.claims,
    }
    const id_token = await (hostile.sign ?? signers.ours)(claims)
    send({ access_token: 'at', token_type: 'Bearer', expires_in: 300, id_token })
  }

  const discovery = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    ...hostile.metadata,
  })

  return {
    issuer,
    place: `127.0.0.1:${port}`,
    hostile,
    signers,
    authorizations,
    redeemed,
    seen,
    reset: () => Object.assign(hostile, GOOD),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type HostileIssuer = Awaited<ReturnType<typeof startHostileIssuer>>

async function read(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}
