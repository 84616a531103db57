// An OpenID provider for benchmarks. It issues a code for every request, without a sign-in page.
import { createServer } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

const keys = await generateKeyPair('RS256', { extractable: true })
const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'bench', alg: 'RS256', use: 'sig' }
const issuer = `http://127.0.0.1:${process.env.PORT}`
const askedBy = new Map()

const discovery = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
}

async function readBody(request) {
  const parts = []
  for await (const part of request) parts.push(part)
  return new URLSearchParams(Buffer.concat(parts).toString())
}

async function issueToken(request) {
  const code = (await readBody(request)).get('code')
  const parameters = askedBy.get(code)
  askedBy.delete(code)
  const claims = {
    nonce: parameters.get('nonce'),
    email: `${code}@students.example`,
    email_verified: true,
    name: code,
  }
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
    .setIssuer(issuer)
    .setAudience(parameters.get('client_id'))
    .setSubject(code)
    .setIssuedAt()
    .setExpirationTime('5m')
    .sign(keys.privateKey)
  return { access_token: code, token_type: 'Bearer', expires_in: 300, id_token: token }
}

createServer(async (request, response) => {
  const url = new URL(request.url, issuer)
  const send = (body) => response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  if (url.pathname === '/authorize') {
    const code = `student-${askedBy.size}-${Math.random().toString(36).slice(2)}`
    askedBy.set(code, url.searchParams)
    const back = new URLSearchParams({ code, state: url.searchParams.get('state'), iss: issuer })
    return response.writeHead(302, { location: `${url.searchParams.get('redirect_uri')}?${back}` }).end()
  }
  if (url.pathname === '/token') return send(await issueToken(request))
  send(url.pathname === '/jwks' ? { keys: [jwk] } : discovery)
}).listen(Number(process.env.PORT), '127.0.0.1')
