import { beforeEach, expect, it } from 'vitest'
import type { UserCaller } from '../../../platform/caller.ts'
import { describeOnEachDatabase } from '../../../platform/db/testing.ts'
import { findProvider, organizationRepository } from '../../organizations/index.ts'
import { addAssistant, addUser, type Campus, createCampus, share } from '../testing.ts'
import { userRepository } from '../user.repository.ts'
import { createMembershipService } from './membership.service.ts'

describeOnEachDatabase('organization membership', (open) => {
  let campus: Campus
  beforeEach(async () => {
    campus = await createCampus((await open({ emptied: true })).db, {
      OPENAI_API_KEY: 'sk-of-the-operator',
      OLLAMA_BASE_URL: 'http://ollama.internal:11434',
      SIGNUP_SECRET_KEY: 'the-operators-signup-key',
    })
  })

  const draft = (fields: object = {}) => ({
    slug: 'physics',
    name: 'Physics',
    admin_user_id: undefined,
    signup_enabled: undefined,
    signup_key: undefined,
    use_system_baseline: undefined,
    use_system_providers: undefined,
    config: undefined,
    ...fields,
  })
  const refused = (work: Promise<unknown>, words: RegExp | string) =>
    expect(work).rejects.toMatchObject({ code: 'bad_request', message: expect.stringMatching(words) })
  const organizationOf = async (table: 'assistants' | 'prompt_templates' | 'files', owner: UserCaller) => {
    const rows = await campus.db
      .selectFrom(table)
      .select('organization_id')
      .where('owner_id', '=', owner.userId)
      .execute()
    return [...new Set(rows.map((row) => row.organization_id))]
  }
  const sharesOf = async (assistantId: number) => {
    const rows = await campus.db
      .selectFrom('assistant_shares')
      .select('user_id')
      .where('assistant_id', '=', assistantId)
      .orderBy('user_id')
      .execute()
    return rows.map((row) => row.user_id)
  }
  const give = async (owner: UserCaller) => {
    const owned = {
      organization_id: owner.organizationId,
      owner_id: owner.userId,
      name: 'mine',
      created_at: 1,
    }
    await campus.db
      .insertInto('prompt_templates')
      .values({ ...owned, updated_at: 1 })
      .execute()
    const file = {
      path: `${owner.userId}/a.md`,
      kind: 'upload',
      content_type: 'text/plain',
      size: 1,
    } as const
    await campus.db
      .insertInto('files')
      .values({ ...owned, ...file })
      .execute()
    return addAssistant(campus.db, owner, `${owner.name}'s`)
  }

  it('moves a user with everything they own, and removes shares across organizations in both directions', async () => {
    const { db, membership, ana, ben, nora, sven, eve, north, south } = campus
    const [anas, bens, svens] = [await give(ana), await give(ben), await give(sven)]
    await share(db, anas, ben)
    await share(db, bens, ana)
    await share(db, bens, nora)
    await share(db, svens, eve)
    await userRepository.setOrganizationRole(db, north, ana.userId, 'admin', 1)

    await membership.moveUser(ana.userId, south)
    expect(await userRepository.findById(db, ana.userId)).toMatchObject({
      organization_id: south,
      organization_role: null,
      session_version: 2,
    })
    for (const table of ['assistants', 'prompt_templates', 'files'] as const) {
      expect(await organizationOf(table, ana)).toEqual([south])
      expect(await organizationOf(table, ben)).toEqual([north])
    }
    expect(await sharesOf(anas)).toEqual([])
    expect(await sharesOf(bens)).toEqual([nora.userId])
    expect(await sharesOf(svens)).toEqual([eve.userId])
    expect(
      await db.selectFrom('organization_roles').selectAll().where('user_id', '=', ana.userId).execute(),
    ).toEqual([])
  })

  it('moves all or nothing', async () => {
    const { db, membership, ana, south, north } = campus
    const first = await addAssistant(db, ana, 'same')
    // An import may leave an assistant with the same name in the target organization.
    const second = await addAssistant(db, { ...ana, organizationId: south }, 'same')
    await expect(membership.moveUser(ana.userId, south)).rejects.toMatchObject({ code: 'conflict' })
    expect((await userRepository.findById(db, ana.userId))?.organization_id).toBe(north)
    const rows = await db.selectFrom('assistants').select(['id', 'organization_id']).orderBy('id').execute()
    expect(rows).toEqual([
      { id: first, organization_id: north },
      { id: second, organization_id: south },
    ])
  })

  it('refuses to move system admins, and unknown users or organizations', async () => {
    const { membership, root, ana, south } = campus
    await refused(membership.moveUser(root.userId, south), /System admins/)
    await expect(membership.moveUser(ana.userId, 999)).rejects.toMatchObject({ code: 'not_found' })
    await expect(membership.moveUser(999, south)).rejects.toMatchObject({ code: 'not_found' })
  })

  it('creates an organization with a user of the system organization as its admin', async () => {
    const { membership, sid, db } = campus
    const mine = await give(sid)
    const row = await membership.createOrganization(draft({ admin_user_id: sid.userId }))
    expect(row).toMatchObject({ slug: 'physics', name: 'Physics', is_system: 0, status: 'active' })
    expect(await userRepository.findById(db, sid.userId)).toMatchObject({
      organization_id: row.id,
      organization_role: 'admin',
      session_version: 2,
    })
    expect(await organizationOf('assistants', sid)).toEqual([row.id])
    expect(mine).toBeGreaterThan(0)
  })

  it('copies the system organization’s settings without keys and addresses, with sign-up disabled', async () => {
    const { membership, organizations, root, system, config } = campus
    await organizations.changeConfig(root, { id: system }, (shown) => ({
      ...shown,
      features: { signup_enabled: true, signup_key: 'system-org-key', sharing_enabled: false },
      kb_server: { url: 'http://10.0.0.6', api_key: 'kb-secret', embedding_model: 'bge' },
      moodle: { url: 'https://moodle.internal', token: 'moodle-secret' },
      setups: {
        default: {
          providers: {
            anthropic: { api_key: 'sk-ant', base_url: 'http://10.0.0.5/v1', models: ['claude'] },
          },
        },
      },
    }))
    const row = await membership.createOrganization(draft())
    const settings = await organizations.toSettings(row)
    const stored = JSON.stringify(settings.config)
    expect(stored).not.toMatch(/sk-|secret|10\.0\.0|internal/)
    expect(settings.system).toBeUndefined()
    expect(findProvider(settings, 'anthropic', config)).toEqual({ models: ['claude'], trusted: true })
    for (const name of ['openai', 'ollama'])
      expect(findProvider(settings, name, config) ?? {}).not.toHaveProperty('api_key')
    expect(findProvider(settings, 'ollama', config)?.base_url).toBeUndefined()
    expect(settings.config.kb_server).toEqual({ embedding_model: 'bge' })
    expect(settings.config.features).toEqual(
      expect.objectContaining({ signup_enabled: false, sharing_enabled: false }),
    )
    expect(settings.config.features?.signup_key).toBeUndefined()
  })

  it('uses the system’s providers by reference, so that a new key there takes effect immediately', async () => {
    const { membership, organizations, root, system, config } = campus
    const setKey = (api_key: string) =>
      organizations.changeConfig(root, { id: system }, (shown) => ({
        ...shown,
        setups: { default: { providers: { anthropic: { api_key, base_url: 'http://10.0.0.5/v1' } } } },
      }))
    await setKey('sk-old')
    const { id } = await membership.createOrganization(draft({ use_system_providers: true }))
    const keyNow = async () => findProvider(await organizations.settingsOf(id), 'anthropic', config)
    expect(await keyNow()).toMatchObject({ api_key: 'sk-old', trusted: true, fromSystem: true })
    await setKey('sk-new')
    expect(await keyNow()).toMatchObject({ api_key: 'sk-new', fromSystem: true })
    expect(findProvider(await organizations.settingsOf(id), 'openai', config)).toMatchObject({
      api_key: 'sk-of-the-operator',
      fromSystem: true,
    })
  })

  it('uses the system’s providers only if the request or the operator says so', async () => {
    const { membership, organizations, db, box, config } = campus
    const byDefault = createMembershipService({
      db,
      box,
      organizations,
      config: { ...config, SYSTEM_PROVIDERS_FOR_NEW_ORGANIZATIONS: true },
    })
    let number = 0
    const isOn = async (service: typeof membership, words: object) => {
      const row = await service.createOrganization(draft({ slug: `said-${++number}`, ...words }))
      const settings = await organizations.toSettings(row)
      expect(JSON.stringify(settings.config)).not.toContain('sk-of-the-operator')
      return settings.system !== undefined
    }
    expect(await isOn(membership, {})).toBe(false)
    expect(await isOn(membership, { use_system_baseline: true })).toBe(true)
    expect(await isOn(membership, { use_system_baseline: true, use_system_providers: false })).toBe(false)
    expect(await isOn(membership, { use_system_baseline: false })).toBe(false)
    expect(await isOn(byDefault, {})).toBe(true)
    expect(await isOn(byDefault, { use_system_baseline: false })).toBe(false)
    expect(await isOn(byDefault, { use_system_providers: false })).toBe(false)
  })

  it('lets only a system admin enable the reference, and an organization admin disable it', async () => {
    const { membership, organizations, root, db } = campus
    const row = await membership.createOrganization(draft())
    const helper = await addUser(db, row.id, 'helper', { organizationRole: 'admin' })
    const set = (caller: typeof root, use_system_providers: boolean | undefined) =>
      organizations.saveConfig(caller, row, { use_system_providers })
    const isOn = async () => (await organizations.settingsOf(row.id)).system !== undefined
    await expect(set(helper, true)).rejects.toMatchObject({ code: 'forbidden' })
    expect(await isOn()).toBe(false)
    await set(root, true)
    await set(helper, undefined)
    expect(await isOn()).toBe(true)
    await set(helper, false)
    expect(await isOn()).toBe(false)
  })

  it('never sends the system’s key to an address entered by the organization', async () => {
    const { membership, organizations, db, config } = campus
    const row = await membership.createOrganization(draft({ use_system_providers: true }))
    const helper = await addUser(db, row.id, 'helper', { organizationRole: 'admin' })
    await organizations.changeConfig(helper, row, (shown) => ({
      ...shown,
      setups: { default: { providers: { openai: { base_url: 'https://example.com/v1' } } } },
    }))
    const provider = findProvider(await organizations.settingsOf(row.id), 'openai', config)
    expect(provider).toEqual({ base_url: 'https://example.com/v1', models: [], trusted: false })
  })

  it('starts empty on request, with the given configuration', async () => {
    const { membership, organizations, config } = campus
    const configuration = {
      setups: { default: { providers: { openai: { api_key: 'sk-own', base_url: 'http://10.1.1.1/v1' } } } },
    }
    const row = await membership.createOrganization(
      draft({ use_system_baseline: false, config: configuration }),
    )
    const settings = await organizations.toSettings(row)
    expect(findProvider(settings, 'ollama', config)).toBeUndefined()
    expect(findProvider(settings, 'openai', config)).toMatchObject({ api_key: 'sk-own', trusted: true })
  })

  it('refuses invalid slugs and keys with a message', async () => {
    const { membership } = campus
    await membership.createOrganization(draft({ signup_enabled: true, signup_key: 'physics-2026' }))
    await refused(membership.createOrganization(draft()), /slug 'physics' already exists/)
    for (const slug of [
      '',
      'a',
      'Upper',
      'with space',
      '-x',
      'x-',
      'a/b',
      'é',
      'list',
      'system',
      'enhanced',
      'x'.repeat(65),
    ]) {
      await refused(membership.createOrganization(draft({ slug })), /slug/)
    }
    const other = { slug: 'other', signup_enabled: true }
    for (const signup_key of [
      'short',
      '-starts',
      'ends-with-',
      '_starts_',
      'has space',
      'x'.repeat(65),
      'ümlaut-key',
    ]) {
      await refused(membership.createOrganization(draft({ ...other, signup_key })), /sign-up key/)
    }
    await refused(membership.createOrganization(draft(other)), /Enter a sign-up key/)
    await refused(membership.createOrganization(draft({ ...other, signup_key: 'physics-2026' })), /in use/)
    await refused(
      membership.createOrganization(draft({ ...other, signup_key: 'the-operators-signup-key' })),
      /in use/,
    )
  })

  it('refuses a system admin, a foreign user or no user as its admin, and leaves nothing behind', async () => {
    const { membership, root, ana, db } = campus
    await refused(membership.createOrganization(draft({ admin_user_id: root.userId })), /system admin/)
    await refused(membership.createOrganization(draft({ admin_user_id: ana.userId })), /system organization/)
    await refused(membership.createOrganization(draft({ admin_user_id: 999 })), /User 999 not found/)
    expect(await organizationRepository.findBySlug(db, 'physics')).toBeUndefined()
  })

  it('deletes an organization: members and objects move to the system organization, roles and crossing shares are removed', async () => {
    const { db, membership, nora, ana, ben, sven, system, north, south } = campus
    const [anas, svens] = [await give(ana), await give(sven)]
    await share(db, anas, ben)
    await share(db, svens, ana)
    await userRepository.update(db, ben.userId, { lti_user_id: 'lms-7' })
    await userRepository.update(db, campus.sid.userId, { lti_user_id: 'lms-7' })
    await expect(membership.deleteOrganization('north', { moveUsers: false })).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('still has users (3)'),
    })
    expect(await membership.deleteOrganization('north', { moveUsers: true })).toMatchObject({ movedUsers: 3 })
    expect(await organizationRepository.findById(db, north)).toBeUndefined()
    for (const user of [nora, ana, ben]) {
      expect(await userRepository.findById(db, user.userId)).toMatchObject({
        organization_id: system,
        organization_role: null,
        session_version: 2,
        email_confirmed_at: null,
      })
    }
    expect((await userRepository.findById(db, sven.userId))?.organization_id).toBe(south)
    expect(await organizationOf('assistants', ana)).toEqual([system])
    expect(await sharesOf(anas)).toEqual([ben.userId])
    expect(await sharesOf(svens)).toEqual([])
  })

  it('refuses to delete the system organization or an unknown one', async () => {
    await refused(campus.membership.deleteOrganization('lamb', { moveUsers: true }), /system organization/)
    await expect(campus.membership.deleteOrganization('nowhere', { moveUsers: true })).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  it('gives roles to members only, and none in the system organization', async () => {
    const { membership, eve, sid, ana, db } = campus
    await refused(membership.setRole('north', eve.userId, 'admin'), /not a member/)
    await refused(membership.setRole('lamb', sid.userId, 'admin'), /system organization/)
    await expect(membership.setRole('nowhere', sid.userId, 'admin')).rejects.toMatchObject({
      code: 'not_found',
    })
    await membership.setRole('north', ana.userId, 'admin')
    expect((await userRepository.findById(db, ana.userId))?.organization_role).toBe('admin')
    expect((await userRepository.findById(db, eve.userId))?.organization_role).toBeNull()
  })
})
