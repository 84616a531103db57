import type { OrganizationConfig, ProviderConfig } from '@bellwether/wire'
import { beforeEach, expect, it } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { describeOnEachDatabase } from '../../platform/db/testing.ts'
import { createSecretBox } from '../../platform/secrets/secret-box.ts'
import { type Campus, createCampus } from '../users/testing.ts'
import { findProvider } from './config/provider-settings.ts'
import { createOrganizationService } from './organization.service.ts'

const env = readConfig({})
const provider = (openai: ProviderConfig): OrganizationConfig => ({
  setups: { default: { providers: { openai } } },
})

describeOnEachDatabase('the configuration of an organization', (open) => {
  let campus: Campus
  beforeEach(async () => {
    campus = await createCampus((await open({ emptied: true })).db, {
      SIGNUP_SECRET_KEY: 'the-operators-signup-key',
    })
  })

  const north = () => ({ id: campus.north })
  const openai = async () => findProvider(await campus.organizations.settingsOf(campus.north), 'openai', env)
  const stored = async () => (await campus.organizations.getRow(campus.north)).config

  it('keeps keys encrypted in the database and out of responses', async () => {
    const { organizations, nora } = campus
    const row = await organizations.saveConfig(nora, north(), provider({ api_key: 'sk-secret' }))
    expect(await stored()).not.toContain('sk-secret')
    expect(JSON.stringify(organizations.toRecord(row))).not.toContain('sk-secret')
    expect(JSON.stringify(organizations.toRecord(row))).not.toContain('enc:')
    expect((await openai())?.api_key).toBe('sk-secret')
  })

  it('hides secrets from the functions that change it', async () => {
    const { organizations, nora } = campus
    await organizations.saveConfig(nora, north(), provider({ api_key: 'sk-secret' }))
    await organizations.changeConfig(nora, north(), (shown) => {
      expect(JSON.stringify(shown)).not.toMatch(/sk-secret|enc:/)
      return { ...shown, assistant_defaults: { llm: 'x' } }
    })
    expect((await openai())?.api_key).toBe('sk-secret')
  })

  it('does not let a key follow its provider to another address, in any number of steps', async () => {
    const { organizations, root, nora } = campus
    const evil = 'https://evil.example/v1'
    await organizations.saveConfig(
      root,
      north(),
      provider({ api_key: 'sk-1', base_url: 'https://good.example' }),
    )
    await organizations.saveConfig(nora, north(), provider({}))
    await organizations.saveConfig(nora, north(), provider({ base_url: evil }))
    expect((await openai())?.api_key).toBeUndefined()
    await organizations.saveConfig(root, north(), provider({ api_key: 'sk-2' }))
    await organizations.saveConfig(nora, north(), provider({ base_url: evil }))
    expect((await openai())?.api_key).toBeUndefined()
  })

  it('trusts addresses entered by a system admin, not those of others', async () => {
    const { organizations, root, nora } = campus
    await organizations.saveConfig(nora, north(), provider({ base_url: 'http://169.254.169.254' }))
    expect((await openai())?.trusted).toBe(false)
    // A system admin changes another setting.
    await organizations.changeConfig(root, north(), (shown) => ({
      ...shown,
      features: { rag_enabled: false },
    }))
    expect((await openai())?.trusted).toBe(false)
    await organizations.saveConfig(root, north(), provider({ base_url: 'http://10.0.0.7' }))
    expect((await openai())?.trusted).toBe(true)
    await organizations.changeConfig(nora, north(), (shown) => ({
      ...shown,
      features: { rag_enabled: true },
    }))
    expect((await openai())?.trusted).toBe(true)
    // Removed and entered again by someone else, the address is no longer trusted.
    await organizations.saveConfig(nora, north(), provider({}))
    await organizations.saveConfig(nora, north(), provider({ base_url: 'http://10.0.0.7' }))
    expect((await openai())?.trusted).toBe(false)
  })

  it('accepts no list of trusted addresses from a client', async () => {
    const { organizations, nora } = campus
    const changes = { ...provider({ base_url: 'http://10.0.0.7' }), trusted_addresses: ['http://10.0.0.7'] }
    await organizations.saveConfig(nora, north(), changes)
    expect((await openai())?.trusted).toBe(false)
  })

  it('refuses invalid addresses and addresses with a password, without repeating them', async () => {
    const { organizations, root } = campus
    for (const base_url of ['ftp://x', 'nonsense', 'https://user:hunter2@x', 'javascript:alert(1)']) {
      const refusal = organizations.saveConfig(root, north(), provider({ base_url }))
      await expect(refusal).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.not.stringContaining('hunter2'),
      })
    }
  })

  it('loses no change when two are made concurrently', async () => {
    const { organizations, nora } = campus
    const set = (name: string) => () =>
      organizations.changeConfig(nora, north(), (shown) => ({
        ...shown,
        features: { ...shown.features, [name]: true },
      }))
    const names = Array.from({ length: 8 }, (_, i) => `f${i}`)
    await Promise.all(names.map((name) => set(name)()))
    const { config } = await organizations.settingsOf(campus.north)
    expect(Object.keys(config.features ?? {}).sort()).toEqual(names)
  })

  it('can replace a secret after the encryption key was lost', async () => {
    const { db, organizations, nora } = campus
    await organizations.saveConfig(nora, north(), provider({ api_key: 'sk-old' }))
    const warnings: unknown[] = []
    const after = createOrganizationService({
      db,
      box: createSecretBox(Buffer.alloc(32, 9), Buffer.alloc(32, 2)),
      log: { warn: (...words: unknown[]) => void warnings.push(words) },
    })
    const lost = findProvider(await after.settingsOf(campus.north), 'openai', env)
    expect(lost?.api_key).toBeUndefined()
    expect(warnings).toHaveLength(1)
    await after.saveConfig(nora, north(), provider({ api_key: 'sk-new' }))
    expect(findProvider(await after.settingsOf(campus.north), 'openai', env)?.api_key).toBe('sk-new')
  })

  it('encrypts plain-text keys of an imported configuration on the next save', async () => {
    const { db, organizations, nora } = campus
    const config = JSON.stringify(provider({ api_key: 'sk-imported' }))
    await db.updateTable('organizations').set({ config }).where('id', '=', campus.north).execute()
    await organizations.changeConfig(nora, north(), (shown) => shown)
    expect(await stored()).not.toContain('sk-imported')
    expect((await openai())?.api_key).toBe('sk-imported')
  })

  it('refuses an invalid sign-up key and that of another organization, also in a whole configuration', async () => {
    const { organizations, nora, sven, south } = campus
    const key = (signup_key: string) => ({ features: { signup_enabled: true, signup_key } })
    await organizations.saveConfig(nora, north(), key('north-signup-key'))
    await organizations.saveConfig(nora, north(), key('north-signup-key'))
    for (const taken of ['north-signup-key', 'the-operators-signup-key', 'short', '-bad-key-']) {
      await expect(organizations.saveConfig(sven, { id: south }, key(taken))).rejects.toMatchObject({
        code: 'bad_request',
      })
    }
    expect((await organizations.findBySignupKey('north-signup-key'))?.slug).toBe('north')
    expect(await organizations.findBySignupKey('')).toBeUndefined()
  })

  it('shows an organization to its members only, and lets only its admins edit it', async () => {
    const { organizations, nora, ana, eve, sven, root } = campus
    const codes = async (slug: string | undefined, verb: 'see' | 'edit') =>
      Promise.all(
        [root, nora, ana, sven, eve].map((user) =>
          organizations.getFor(user, verb, slug).then(
            (row) => row.slug,
            (error: { code: string }) => error.code,
          ),
        ),
      )
    expect(await codes('north', 'see')).toEqual(['north', 'north', 'north', 'not_found', 'not_found'])
    expect(await codes('north', 'edit')).toEqual(['north', 'north', 'forbidden', 'not_found', 'not_found'])
    expect(await codes(undefined, 'edit')).toEqual(['lamb', 'north', 'forbidden', 'south', 'forbidden'])
    expect(await codes('nowhere', 'see')).toEqual(Array(5).fill('not_found'))
  })

  it('refuses to suspend the system organization', async () => {
    const { organizations, system } = campus
    const row = await organizations.getRow(system)
    await expect(organizations.update(campus.root, row, { status: 'suspended' })).rejects.toMatchObject({
      code: 'bad_request',
    })
  })
})
