import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

const CLAIM = 'https://purl.imsglobal.org/spec/lti/claim'
const DL = 'https://purl.imsglobal.org/spec/lti-dl/claim'
const ROLE = 'http://purl.imsglobal.org/vocab/lis/v2/membership'

const NRPS = 'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice'
const AGS = 'https://purl.imsglobal.org/spec/lti-ags'
const ACCESS = { access_token: 'for-bellwether', expires_in: 3600 }
const ROSTER = {
  members: [
    { user_id: 'Instructor', name: 'Tina Teacher', roles: [`${ROLE}#Instructor`] },
    { user_id: 'Learner', name: 'Sam Student', roles: ['Learner'] },
    { user_id: 'late', name: 'Lea Late', roles: ['Learner'] },
  ],
}

/** The services of the LMS: access tokens, roster and gradebook. Undefined for its pages. */
async function answerService(
  request: IncomingMessage,
  path: string,
  url: string,
  scores: { userId: string; scoreGiven: number; comment: string }[],
): Promise<object | undefined> {
  if (path === '/token') return ACCESS
  if (path === '/roster') return ROSTER
  if (!path.startsWith('/columns')) return undefined
  let body = ''
  for await (const part of request) body += String(part)
  if (path.endsWith('/scores')) scores.push(JSON.parse(body))
  return { id: `${url}/columns/test` }
}

/** An LMS with LTI 1.3 on another site, which stores data for tools as 1EdTech describes. */
export async function startLms() {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'lms', alg: 'RS256', use: 'sig' }
  let tool = ''
  const returned: JWTPayload[] = []
  const scores: { userId: string; scoreGiven: number; comment: string }[] = []
  /** A launch of an activity, or a request for content. */
  const message = (hint: URLSearchParams) =>
    hint.has('choose')
      ? {
          [`${CLAIM}/message_type`]: 'LtiDeepLinkingRequest',
          [`${DL}/deep_linking_settings`]: {
            deep_link_return_url: `${url}/return`,
            accept_types: ['ltiResourceLink'],
            accept_multiple: hint.get('choose') === 'several',
          },
        }
      : {
          [`${CLAIM}/message_type`]: 'LtiResourceLinkRequest',
          [`${CLAIM}/resource_link`]: {
            id: hint.get('id') ?? 'unit-5',
            title: hint.get('title') ?? 'Ask the tutor',
          },
          ...(hint.has('link') ? { [`${CLAIM}/custom`]: { bellwether_link: hint.get('link') } } : {}),
        }
  const token = (nonce: string, hint: URLSearchParams, role = hint.get('role') ?? '') =>
    new SignJWT({
      nonce,
      name: role === 'Instructor' ? 'Tina Teacher' : 'Sam Student',
      ...message(hint),
      [`${CLAIM}/version`]: '1.3.0',
      [`${CLAIM}/deployment_id`]: '1',
      [`${CLAIM}/context`]: { id: 'c1', title: 'Physics 101' },
      [NRPS]: { context_memberships_url: `${url}/roster` },
      [`${AGS}/claim/endpoint`]: {
        scope: [`${AGS}/scope/lineitem`, `${AGS}/scope/score`],
        lineitems: `${url}/columns`,
        lineitem: `${url}/columns/1`,
      },
      [`${CLAIM}/roles`]: [`${ROLE}#${role}`],
    })
      .setProtectedHeader({ alg: 'RS256', kid: 'lms' })
      .setIssuer(url)
      .setAudience('bellwether')
      .setSubject(role)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(privateKey)
  const formPage = (action: string, fields: Record<string, string>, target = '') =>
    `<form id="f" method="post" action="${action}" ${target}>${Object.entries(fields)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
      .join('')}</form><script>document.getElementById('f').submit()</script>`
  const course = (hint: URLSearchParams) => `<!doctype html><html lang="en"><title>Course</title>
<meta name="viewport" content="width=device-width"><body style="margin:0"><h1 style="font-size:1rem;margin:.5rem">Physics 101</h1>
<script>const kept = new Map()
addEventListener('message', ({ data, origin, source }) => {
  if (origin !== ${JSON.stringify(tool)} || !data.message_id) return
  if (data.subject === 'lti.put_data') kept.set(data.key, data.value)
  source.postMessage({ subject: data.subject + '.response', message_id: data.message_id, key: data.key, value: kept.get(data.key) }, origin)
})</script>
<iframe name="tool" title="Tool" style="width:100%;height:85vh;border:0"></iframe>${formPage(
    `${tool}/lti/1.3/login`,
    {
      iss: url,
      client_id: 'bellwether',
      login_hint: encodeURIComponent(hint.toString()),
      target_link_uri: `${tool}/lti/1.3/launch`,
      ...(hint.has('storage') ? { lti_storage_target: '_parent' } : {}),
    },
    'target="tool"',
  )}</body></html>`
  const server: Server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    if (pathname === '/jwks') {
      response.setHeader('content-type', 'application/json')
      return void response.end(JSON.stringify({ keys: [jwk] }))
    }
    const service = await answerService(request, pathname, url, scores)
    if (service !== undefined) {
      response.setHeader('content-type', 'application/json')
      return void response.end(JSON.stringify(service))
    }
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (pathname === '/auth') {
      const hint = new URLSearchParams(decodeURIComponent(searchParams.get('login_hint') ?? ''))
      const id_token = await token(searchParams.get('nonce') ?? '', hint)
      const fields = { id_token, state: searchParams.get('state') ?? '' }
      return void response.end(formPage(`${tool}/lti/1.3/launch`, fields))
    }
    if (pathname === '/return') {
      let form = ''
      for await (const part of request) form += String(part)
      returned.push(decodeJwt(new URLSearchParams(form).get('JWT') ?? ''))
      return void response.end('<!doctype html><title>Course</title><p>Content added</p>')
    }
    response.end(course(searchParams))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    url,
    scores,
    /** The links of the last answer to a request for content. */
    links: () =>
      (returned.at(-1)?.[`${DL}/content_items`] ?? []) as {
        title: string
        custom: { bellwether_link: string }
      }[],
    serve(toolUrl: string) {
      tool = toolUrl
    },
    close: () => server.close(),
  }
}
