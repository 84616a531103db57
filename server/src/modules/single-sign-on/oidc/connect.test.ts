import { describe, expect, it } from 'vitest'
import type { OutboundClient } from '../../../platform/outbound/outbound.ts'
import type { OidcProvider } from '../providers/provider.ts'
import { createConnect } from './connect.ts'

const issuer = 'https://login.example.edu'
const document = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/keys`,
}
const provider: OidcProvider = {
  kind: 'oidc',
  id: 'p1',
  name: 'Login',
  issuer,
  clientId: 'bellwether',
  secret: 'a secret',
  scopes: 'openid',
  emailTrust: 'claim',
  rules: [],
  rulesApply: 'first',
  organizationId: 1,
  isTrusted: false,
}

function connectTo(metadata: object) {
  const client: OutboundClient = {
    start(_request, handler) {
      queueMicrotask(() => {
        handler.onHead({ status: 200, headers: { 'content-type': 'application/json' } })
        handler.onData(Buffer.from(JSON.stringify(metadata)))
        handler.onEnd()
      })
      return { abort: () => undefined, resume: () => undefined }
    },
    fetchWhole: () => Promise.reject(new Error('not used')),
  }
  const guarded = { providers: client, tools: client, documents: client, mcp: client }
  return createConnect({ outbound: { trusted: client, guarded } })(provider)
}

describe('the discovery document of an https issuer', () => {
  it('is accepted with https addresses', async () => {
    expect((await connectTo(document)).metadata.token_endpoint).toBe(`${issuer}/token`)
  })

  it.each(['authorization_endpoint', 'token_endpoint', 'jwks_uri', 'userinfo_endpoint'])(
    'is refused with an http address as %s',
    async (field) => {
      const changed = { ...document, [field]: 'http://login.example.edu/x' }
      await expect(connectTo(changed)).rejects.toThrow(`without https: ${field}`)
    },
  )
})
