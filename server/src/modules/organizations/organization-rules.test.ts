import type { ProviderConfig } from '@bellwether/wire'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { findKnowledgeServer } from './config/knowledge-server.ts'
import { findProvider, type OrganizationSettings } from './config/provider-settings.ts'
import { parseConfig } from './config/stored-config.ts'
import { requireValidSignupKey } from './signup.ts'
import { requireValidSlug } from './slug.ts'

const organization = (config: OrganizationSettings['config'], isSystem = false): OrganizationSettings => ({
  id: 1,
  slug: 'x',
  name: 'X',
  isSystem,
  status: 'active',
  config,
})
const withProvider = (openai: ProviderConfig, isSystem = false, trusted: string[] = []) =>
  organization({ setups: { default: { providers: { openai } } }, trusted_addresses: trusted }, isSystem)
const env = readConfig({
  OPENAI_API_KEY: 'sk-env',
  OPENAI_BASE_URL: 'http://models.internal/v1',
  LAMB_KB_SERVER: 'http://kb.internal:9090',
  LAMB_KB_SERVER_TOKEN: 'kb-env',
})

describe('rules for slugs and sign-up keys', () => {
  it('accepts valid ones', () => {
    for (const slug of ['ab', 'physics-2', '1a', 'x'.repeat(64)])
      expect(() => requireValidSlug(slug)).not.toThrow()
    for (const key of ['abcdefgh', 'A_b-c_d-9', 'x'.repeat(64)])
      expect(() => requireValidSignupKey(key)).not.toThrow()
  })
  it('refuses others', () => {
    for (const key of ['', 'short12', 'x'.repeat(65), '-abcdefgh', 'abcdefgh_', 'abc defgh', 'abcdefgh\n']) {
      expect(() => requireValidSignupKey(key), key).toThrow()
    }
    expect(() => requireValidSlug('ab\n')).toThrow()
  })
})

describe('a stored configuration', () => {
  it('loses an invalid field and nothing else', () => {
    const stored = {
      setups: {
        default: { providers: { openai: { api_key: 'k', enabled: 'yes', models: ['a', 7] }, odd: 5 } },
      },
      features: { signup_enabled: 'true', signup_key: 'join-us-now' },
      version: 2,
    }
    expect(parseConfig(JSON.stringify(stored))).toEqual({
      setups: { default: { providers: { openai: { api_key: 'k' } } } },
      features: { signup_key: 'join-us-now' },
    })
  })
  it('is empty when it is invalid', () => {
    for (const text of ['', 'nonsense', '[]', '5', 'null']) expect(parseConfig(text)).toEqual({})
  })
})

describe('a provider of an organization', () => {
  it('uses the operator’s key only in the system organization and only at the operator’s address', () => {
    expect(findProvider(organization({}, true), 'openai', env)).toMatchObject({
      api_key: 'sk-env',
      trusted: true,
    })
    expect(findProvider(organization({}), 'openai', env)).toBeUndefined()
    const elsewhere = findProvider(withProvider({ base_url: 'https://evil.example' }, true), 'openai', env)
    expect(elsewhere).toMatchObject({ base_url: 'https://evil.example', trusted: false })
    expect(elsewhere).not.toHaveProperty('api_key')
  })
  it('trusts an address of the operator or a system admin, and the default address, but no other', () => {
    const trusted = (base_url: string | undefined, isSystem: boolean, list: string[] = []) =>
      findProvider(
        withProvider({ api_key: 'k', ...(base_url ? { base_url } : {}) }, isSystem, list),
        'openai',
        env,
      )?.trusted
    expect(trusted(undefined, false)).toBe(true)
    expect(trusted('http://models.internal/v1', true)).toBe(true)
    expect(trusted('http://models.internal/v1', false)).toBe(false)
    expect(trusted('http://10.0.0.1', false, ['http://10.0.0.1'])).toBe(true)
    expect(trusted('http://10.0.0.1/x', false, ['http://10.0.0.1'])).toBe(false)
  })
})

describe('the knowledge base server of an organization', () => {
  it('takes address and key from the same place', () => {
    const config = {
      setups: { default: { knowledge_base: { server_url: 'https://kb.example', api_token: 'secret' } } },
      kb_server: { url: 'https://evil.example' },
    }
    expect(findKnowledgeServer(organization(config), env)).toEqual({
      url: 'https://evil.example',
      trusted: false,
    })
    const { kb_server: _other, ...own } = config
    expect(findKnowledgeServer(organization(own), env)).toMatchObject({
      url: 'https://kb.example',
      api_key: 'secret',
    })
  })
  it('falls back to the operator’s in the system organization only', () => {
    expect(findKnowledgeServer(organization({}, true), env)).toEqual({
      url: 'http://kb.internal:9090',
      api_key: 'kb-env',
      trusted: true,
    })
    expect(findKnowledgeServer(organization({}), env)).toBeUndefined()
  })
})
