import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
export const V2 = 'http://purl.imsglobal.org/vocab/lis/v2'

export interface Person {
  sub: string
  roles: string[]
  name?: string
  email?: string
  link?: string
  more?: Record<string, unknown>
}

export interface ServiceCall {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}
export interface ServiceReply {
  status?: number
  headers?: Record<string, string>
  body?: unknown
}

/** A simulated LMS with its own keys, independent of the server's code. */
export async function startPlatform(kid = 'platform-key') {
  const keys = await newKeys(kid)
  let isDown = false
  const requests: ServiceCall[] = []
  const answers = new Map<string, (call: ServiceCall) => ServiceReply | Promise<ServiceReply>>()
  const server = createServer(async (request, response) => {
    if (isDown) return void response.writeHead(503).end()
    let body = ''
    for await (const part of request) body += String(part)
    const { method = '', url: path = '', headers } = request
    const call = { method, path, headers, body }
    if (path !== '/jwks') requests.push(call)
    const answer = answers.get(`${method} ${path}`) ?? answers.get(path.split('?')[0] ?? '')
    const reply = (await answer?.(call)) ?? { body: path === '/jwks' ? { keys: [keys.jwk] } : {} }
    response.writeHead(reply.status ?? 200, { 'content-type': 'application/json', ...reply.headers })
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const clientId = 'client-1'
  return {
    url,
    issuer: url,
    clientId,
    draft: (more: object = {}) => ({
      issuer: url,
      client_id: clientId,
      auth_login_url: `${url}/auth`,
      auth_token_url: `${url}/token`,
      jwks_url: `${url}/jwks`,
      deployment_ids: ['d1'],
      ...more,
    }),
    claims: (nonce: string, person: Person): JWTPayload => {
      const now = Math.floor(Date.now() / 1000)
      return {
        iss: url,
        aud: clientId,
        sub: person.sub,
        iat: now,
        exp: now + 300,
        nonce,
        ...(person.name ? { name: person.name } : {}),
        ...(person.email ? { email: person.email } : {}),
        [`${CLAIM}/message_type`]: 'LtiResourceLinkRequest',
        [`${CLAIM}/version`]: '1.3.0',
        [`${CLAIM}/deployment_id`]: 'd1',
        [`${CLAIM}/target_link_uri`]: 'https://bw.example.edu/lti/1.3/launch',
        [`${CLAIM}/resource_link`]: { id: person.link ?? 'link-1', title: 'Ask the tutor' },
        [`${CLAIM}/context`]: { id: 'course-1', title: 'Chemistry' },
        [`${CLAIM}/roles`]: person.roles,
        ...person.more,
      }
    },
    sign: (claims: JWTPayload, header: { alg?: string; kid?: string } = {}) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(keys.privateKey),
    /** What a service answers: a path, or a method and a path with its query. */
    answer(to: string, reply: (call: ServiceCall) => ServiceReply | Promise<ServiceReply>): void {
      answers.set(to, reply)
    },
    /** All requests except those for the keys. */
    requests,
    publicJwk: () => keys.jwk,
    setDown(down: boolean) {
      isDown = down
    },
    close: () => server.close(),
  }
}
export type TestPlatform = Awaited<ReturnType<typeof startPlatform>>

async function newKeys(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } }
}

/** The first step of a launch, as the browser sees it. */
export async function startLogin(
  app: { url: string },
  platform: TestPlatform,
  more: Record<string, string> = {},
  headers: Record<string, string> = {},
) {
  const query = new URLSearchParams({
    iss: platform.issuer,
    client_id: platform.clientId,
    login_hint: 'hint',
    lti_message_hint: 'message',
    target_link_uri: `${app.url}/lti/1.3/launch`,
    ...more,
  })
  const response = await fetch(`${app.url}/lti/1.3/login?${query}`, { redirect: 'manual', headers })
  const location = response.headers.get('location')
  const sent = location ? new URL(location).searchParams : new URLSearchParams()
  return {
    status: response.status,
    location,
    text: await response.text(),
    policy: response.headers.get('content-security-policy') ?? '',
    cookie: response.headers.getSetCookie()[0] ?? '',
    state: sent.get('state') ?? '',
    nonce: sent.get('nonce') ?? '',
    sent,
  }
}

/** The second step: the LMS lets the browser post its token. */
export async function postToken(
  app: { url: string },
  { token, state, cookie = '' }: { token: string; state: string; cookie?: string },
  headers: Record<string, string> = {},
) {
  const response = await fetch(`${app.url}/lti/1.3/launch`, {
    method: 'POST',
    body: new URLSearchParams({ id_token: token, state }),
    headers: { ...(cookie ? { cookie: cookie.split(';')[0] ?? '' } : {}), ...headers },
    redirect: 'manual',
  })
  return {
    status: response.status,
    location: response.headers.get('location') ?? '',
    policy: response.headers.get('content-security-policy') ?? '',
    text: await response.text(),
  }
}

/** A whole launch in one browser. */
export async function launchAs(app: { url: string }, platform: TestPlatform, person: Person) {
  const { state, nonce, cookie } = await startLogin(app, platform)
  const token = await platform.sign(platform.claims(nonce, person))
  return postToken(app, { token, state, cookie })
}
