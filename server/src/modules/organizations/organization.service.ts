import {
  type OrganizationChange,
  type OrganizationConfig,
  type OrganizationRecord,
  say,
} from '@bellwether/wire'
import { LRUCache } from 'lru-cache'
import type { UserCaller } from '../../platform/caller.ts'
import { nowSeconds } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import { badRequest, notFound } from '../../platform/errors.ts'
import type { Log } from '../../platform/log.ts'
import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { requireMay } from '../access/index.ts'
import { openSecrets, withoutSecrets } from './config/config-secrets.ts'
import { type ConfigDeps, type ConfigOwner, writeConfig } from './config/config-writer.ts'
import type { OrganizationSettings } from './config/provider-settings.ts'
import { parseConfig } from './config/stored-config.ts'
import { type OrganizationRow, organizationRepository } from './organization.repository.ts'
import { findBySignupKey } from './signup.ts'

export const SYSTEM_SLUG = 'lamb'

export interface OrganizationDeps {
  db: Db
  box: SecretBox
  /** The operator's own sign-up key, which no organization may use. */
  systemSignupKey?: string | undefined
  log?: Pick<Log, 'warn'>
  /** Called after an organization was suspended: its members' answers end. */
  tellOfChange?(id: number): Promise<void>
}

export function createOrganizationService(deps: OrganizationDeps) {
  const { db, box } = deps
  const settings = createSettings(deps)
  const lookup = createLookup(deps)
  const { opened, toSettings } = settings
  const { getRow } = lookup

  const config: ConfigDeps = { db, box, systemSignupKey: deps.systemSignupKey }

  /** For completions, which have read the version with the assistant: no query when it is cached. */
  async function settingsAt(id: number, version: number): Promise<OrganizationSettings> {
    return opened.get(`${id}:${version}`) ?? toSettings(await getRow(id))
  }

  /** Changes part of the configuration. `change` gets it without secrets; secrets that it leaves out stay. */
  const changeConfig = (
    caller: UserCaller,
    row: ConfigOwner,
    change: (visibleConfig: OrganizationConfig) => OrganizationConfig,
  ): Promise<OrganizationRow> => writeConfig(config, caller, row, change)

  /** Replaces the whole configuration; everything it leaves out is removed, except secrets. */
  const saveConfig = (caller: UserCaller, row: ConfigOwner, given: OrganizationConfig) =>
    changeConfig(caller, row, () => given)

  async function update(
    caller: UserCaller,
    row: OrganizationRow,
    { name, status, config: given }: OrganizationChange,
  ): Promise<OrganizationRow> {
    if (row.is_system === 1 && status !== undefined && status !== 'active') {
      throw badRequest(say('organizations.system_not_suspendable'))
    }
    if (given) await saveConfig(caller, row, given)
    const updated = await organizationRepository.update(db, row.id, {
      ...(name === undefined ? {} : { name }),
      ...(status === undefined ? {} : { status }),
      updated_at: nowSeconds(),
    })
    if (!updated) throw notFound('Organization')
    if (status === 'suspended') await deps.tellOfChange?.(row.id)
    return updated
  }
  return {
    toSettings: settings.toSettings,
    settingsAt,
    ...lookup,
    changeConfig,
    update,
    saveConfig,
    settingsOf: async (id: number): Promise<OrganizationSettings> => toSettings(await getRow(id)),
    list: (status?: OrganizationRow['status']): Promise<OrganizationRow[]> =>
      organizationRepository.list(db, status),
    findBySignupKey: (key: string): Promise<OrganizationRow | undefined> => findBySignupKey(config, key),
    toRecord: (row: OrganizationRow): OrganizationRecord => ({
      id: row.id,
      slug: row.slug,
      name: row.name,
      is_system: row.is_system === 1,
      status: row.status,
      config: withoutSecrets(parseConfig(row.config)),
      created_at: row.created_at,
      updated_at: row.updated_at,
    }),
  }
}

function createSettings(deps: OrganizationDeps) {
  const { db, box } = deps

  const opened = new LRUCache<string, OrganizationSettings>({ max: 500 })

  const open = (row: OrganizationRow): OrganizationSettings => ({
    id: row.id,
    slug: row.slug,
    name: row.name,
    isSystem: row.is_system === 1,
    status: row.status,
    config: openSecrets(parseConfig(row.config), box, () =>
      deps.log?.warn({ organization: row.id }, 'a stored secret can’t be decrypted with this encryption key'),
    ),
  })

  /**
   * The organization with decrypted secrets: for the server's own use, never for a response. Includes the system
   * organization if its providers are used. That row is read after this one: when it changes, the versions of all
   * organizations change.
   */
  async function toSettings(row: OrganizationRow): Promise<OrganizationSettings> {
    const key = `${row.id}:${row.version}`
    const cached = opened.get(key)
    if (cached) return cached
    const settings = open(row)
    const system =
      settings.isSystem || settings.config.use_system_providers !== true
        ? undefined
        : await organizationRepository.findSystem(db)
    const withSystem = system ? { ...settings, system: await toSettings(system) } : settings
    opened.set(key, withSystem)
    return withSystem
  }

  return { opened, toSettings }
}

function createLookup({ db }: OrganizationDeps) {
  async function getRow(id: number): Promise<OrganizationRow> {
    const row = await organizationRepository.findById(db, id)
    if (!row) throw notFound('Organization')
    return row
  }

  /** By slug, if the caller may `see` or `edit` it. Without a slug, a system admin gets the system organization. */
  async function getFor(caller: UserCaller, verb: 'see' | 'edit', slug?: string): Promise<OrganizationRow> {
    const row = slug
      ? await organizationRepository.findBySlug(db, slug)
      : caller.systemAdmin
        ? await organizationRepository.findSystem(db)
        : await organizationRepository.findById(db, caller.organizationId)
    if (!row) throw notFound('Organization')
    requireMay(caller, verb, { kind: 'organization', organizationId: row.id }, 'Organization')
    return row
  }

  return {
    getRow,
    getFor,
  }
}

export type OrganizationService = ReturnType<typeof createOrganizationService>
