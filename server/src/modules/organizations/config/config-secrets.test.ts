import type { OrganizationConfig, ProviderConfig } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { createSecretBox } from '../../../platform/secrets/secret-box.ts'
import {
  addressesIn,
  keepSecrets,
  openSecrets,
  sealGivenSecrets,
  sealSecrets,
  withoutSecrets,
} from './config-secrets.ts'

const box = createSecretBox(Buffer.alloc(32, 1), Buffer.alloc(32, 2))
const otherBox = createSecretBox(Buffer.alloc(32, 3), Buffer.alloc(32, 2))

const config: OrganizationConfig = {
  setups: { default: { providers: { openai: { api_key: 'sk-1', models: ['m'] }, empty: { api_key: '' } } } },
  kb_server: { url: 'https://kb', api_token: 'kb-1' },
  features: { signup_enabled: true, signup_key: 'join-us-now' },
  embeddings_config: { api_endpoint: 'https://e', apikey: 'emb-1' },
  library: { server_url: 'https://lib', external_service_keys: { crawl: 'crawl-1' } },
  limits: { usage: { tokens_per_month: 5 } },
  list: [{ client_secret: 'cs-1' }],
}
const SECRETS = ['sk-1', 'kb-1', 'join-us-now', 'emb-1', 'crawl-1', 'cs-1']

describe('secrets in a configuration', () => {
  it('encrypts every secret at any depth and decrypts it again', () => {
    const sealed = sealSecrets(config, box)
    for (const secret of SECRETS) expect(JSON.stringify(sealed)).not.toContain(secret)
    expect(openSecrets(sealed, box)).toEqual(config)
    expect(sealSecrets(sealed, box)).toEqual(sealed)
  })

  it('shows no secret, only whether it is set', () => {
    const shown = withoutSecrets({ ...config, trusted_addresses: ['https://kb'] })
    for (const secret of SECRETS) expect(JSON.stringify(shown)).not.toContain(secret)
    expect(shown).toMatchObject({
      setups: {
        default: {
          providers: {
            openai: { api_key_configured: true, models: ['m'] },
            empty: { api_key_configured: false },
          },
        },
      },
      kb_server: { url: 'https://kb', api_token_configured: true },
      features: { signup_key_configured: true },
      limits: { usage: { tokens_per_month: 5 } },
    })
    expect(shown).not.toHaveProperty('trusted_addresses')
  })

  it('encrypts input that only looks encrypted', () => {
    const fake = { setups: { default: { providers: { openai: { api_key: 'enc:v1:AAAA' } } } } }
    const sealed = sealGivenSecrets(fake, box)
    expect(openSecrets(sealed, box)).toEqual(fake)
  })

  it('drops secrets that can’t be decrypted and keeps the rest', () => {
    const lost: number[] = []
    const mixed = {
      ...sealSecrets(config, box),
      features: sealSecrets(config, otherBox).features,
    } as OrganizationConfig
    const opened = openSecrets(mixed, box, () => lost.push(1))
    expect(opened.features).toEqual({ signup_enabled: true })
    expect(opened.kb_server).toEqual(config.kb_server)
    expect(lost).toHaveLength(1)
  })
})

describe('keeping secrets', () => {
  const provider = (fields: ProviderConfig): OrganizationConfig => ({
    setups: { default: { providers: { openai: fields } } },
  })
  const keyAfter = (stored: ProviderConfig, given: ProviderConfig) =>
    keepSecrets(provider(stored), provider(given)).setups?.default?.providers?.openai?.api_key

  it('keeps a secret that is left out, replaces one that is given, removes an empty one', () => {
    expect(keyAfter({ api_key: 'k' }, { models: ['m'] })).toBe('k')
    expect(keyAfter({ api_key: 'k' }, { api_key: 'new' })).toBe('new')
    expect(keyAfter({ api_key: 'k' }, { api_key: '' })).toBe('')
  })

  it('accepts its own output without changes', () => {
    expect(keepSecrets(config, withoutSecrets(config))).toEqual({
      ...config,
      list: [{ client_secret_configured: true }], // items of a list can't be matched by name
    })
  })

  it('drops a key whose address is changed, added or removed', () => {
    const a = 'https://a.example/v1'
    expect(keyAfter({ api_key: 'k', base_url: a }, { base_url: 'https://evil.example' })).toBeUndefined()
    expect(keyAfter({ api_key: 'k', base_url: a }, {})).toBeUndefined()
    // No address means the provider's default, so a first address is a change too.
    expect(keyAfter({ api_key: 'k' }, { base_url: 'https://evil.example' })).toBeUndefined()
    expect(keyAfter({ api_key: 'k' }, { url: 'https://evil.example' })).toBeUndefined()
    expect(keyAfter({ api_key: 'k', base_url: a }, { base_url: `${a}/` })).toBe('k')
    expect(keyAfter({ api_key: 'k' }, { base_url: '' })).toBe('k')
    expect(keyAfter({ api_key: 'k', base_url: a }, { base_url: 'https://b.example', api_key: 'given' })).toBe(
      'given',
    )
  })

  it('drops the keys below a changed address', () => {
    const stored = { library: { server_url: 'https://lib', external_service_keys: { crawl: 'c' } } }
    const same = keepSecrets(stored, { library: { server_url: 'https://lib', external_service_keys: {} } })
    expect(same).toEqual(stored)
    const moved = keepSecrets(stored, { library: { server_url: 'https://evil', external_service_keys: {} } })
    expect(JSON.stringify(moved)).not.toContain('"c"')
  })

  it('accepts field names that exist on Object.prototype', () => {
    const hostile = JSON.parse(
      '{"__proto__": {"api_key": "x"}, "constructor": {"token": "t"}}',
    ) as OrganizationConfig
    const config = keepSecrets({}, hostile)
    expect(Object.getPrototypeOf(config)).toBe(Object.prototype)
    expect(withoutSecrets(hostile)).not.toHaveProperty('api_key')
    expect(JSON.stringify(withoutSecrets(hostile))).not.toContain('"x"')
  })

  it('finds every address', () => {
    expect(addressesIn(config).sort()).toEqual(['https://e', 'https://kb', 'https://lib'])
  })
})
