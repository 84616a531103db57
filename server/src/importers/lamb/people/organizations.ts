import { type OrganizationConfig, say, toNameLine } from '@bellwether/wire'
import {
  defaultSetup,
  type OrganizationRow,
  organizationRepository,
  parseConfig,
  requireFreeSignupKey,
  requireValidSignupKey,
  requireValidSlug,
} from '../../../modules/organizations/index.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import { type ImportRun, isImported, isUndecided, saveAll, skip } from '../import-run.ts'
import { isKeepable } from '../legacy-ids.ts'
import { readPrices } from '../money/prices.ts'
import type { Note } from '../report.ts'
import type { LegacyRow } from '../source/legacy-row.ts'
import { targetRepository } from '../target.repository.ts'
import { addressesIn, type ImportedConfig, readLegacyConfig, sealConfig } from './organization-config.ts'

const KIND = 'organization'
const PRICE = 'price'
/** Stands for LAMB's system organization if an old database has no organizations. */
export const SYSTEM = 'system'
const STATUSES = ['active', 'suspended', 'trial'] as const

export interface LegacyOrganization {
  id: number
  slug: string
  name: string
  isSystem: boolean
  row: LegacyRow
}

/** All organizations; the first one marked as system organization is it. */
export function listOrganizations(
  { lamb }: Pick<ImportRun, 'lamb'>,
  onFault?: (row: LegacyRow, reason: Note) => void,
): LegacyOrganization[] {
  const organizations: LegacyOrganization[] = []
  const seen = new Set<number>()
  for (const row of lamb.rows('organizations')) {
    const id = row.integer('id')
    if (id === undefined || seen.has(id)) {
      onFault?.(row, id === undefined ? say('imports.id_not_a_number') : say('imports.listed_twice'))
      continue
    }
    seen.add(id)
    const isSystem = row.flag('is_system', false) && !organizations.some((other) => other.isSystem)
    const slug = row.text('slug').trim()
    organizations.push({ id, slug, name: toNameLine(row.text('name')) || slug, isSystem, row })
  }
  return organizations
}

/** Its slug if it is valid, otherwise one from its id. */
export function slugOf({ slug, id }: Pick<LegacyOrganization, 'slug' | 'id'>): string {
  try {
    requireValidSlug(slug)
    return slug
  } catch {
    return `lamb-${Math.abs(id)}`
  }
}

export async function importOrganizations(run: ImportRun): Promise<void> {
  const organizations = listOrganizations(run, (row, reason) =>
    skip(run, KIND, row.text('id').slice(0, 40), row.text('name').trim(), reason),
  )
  const system = await organizationRepository.findSystem(run.db)
  if (!system) throw new Error('There is no system organization')
  run.ids.set(KIND, SYSTEM, system.id)
  const operatorAddresses = new Set(
    organizations
      .filter((organization) => organization.isSystem)
      .flatMap((one) => addressesIn(one.row.json('config'))),
  )
  const prices = readPrices(run, (name, reason) => skip(run, PRICE, name, name, reason))
  const keys = new Set<string>()
  const slugs = new Set<string>()
  for (const organization of organizations) {
    const slug = slugOf(organization)
    const isTwin = !organization.isSystem && slugs.has(slug)
    slugs.add(slug)
    if (isImported(run, KIND, String(organization.id), organization.name)) continue
    // Its people must not get into another organization of LAMB, not even with `--existing link`.
    if (isTwin) {
      skip(
        run,
        KIND,
        String(organization.id),
        organization.name,
        say('imports.organization_exists', { slug }),
      )
      continue
    }
    const imported = readLegacyConfig({
      text: organization.row.text('config'),
      operatorAddresses,
      trustsAll: run.options.trustAddresses,
      isSystem: organization.isSystem,
      prices,
    })
    await keepSignupKey(run, imported, keys, organization.isSystem ? system.id : undefined)
    if (organization.isSystem) await importSystem(run, organization, imported, system)
    else await importOrganization(run, organization, imported)
  }
  // They are part of the settings of each organization.
  const isNew = run.report.countOf(KIND, 'imported') + run.report.countOf(KIND, 'linked') > 0
  if (prices) run.report.count(PRICE, isNew ? 'imported' : 'unchanged', prices.prices.length)
}

/** There is one system organization, so LAMB's becomes ours. Settings that someone made here stay. */
async function importSystem(
  run: ImportRun,
  { id, name }: LegacyOrganization,
  { config, notes }: ImportedConfig,
  system: OrganizationRow,
): Promise<void> {
  const isUnset = Object.keys(defaultSetup(parseConfig(system.config)).providers ?? {}).length === 0
  if (isUnset) run.planned.organizations.set(system.id, { name: system.name, providers: providersIn(config) })
  await saveAll(run, [
    {
      kind: KIND,
      legacyId: String(id),
      name,
      linkTo: system.id,
      notes: isUnset ? notes : [say('imports.system_settings_kept')],
      async insert(tx) {
        if (!isUnset) return system.id
        await organizationRepository.update(tx, system.id, {
          name: name || system.name,
          config: sealConfig(config, run.box),
          updated_at: nowSeconds(),
        })
        await organizationRepository.renewAll(tx)
        return system.id
      },
    },
  ])
}

/** Those that are set up and not disabled. */
export const providersIn = (config: OrganizationConfig): ReadonlySet<string> =>
  new Set(
    Object.entries(defaultSetup(config).providers ?? {}).flatMap(([name, provider]) =>
      provider.enabled !== false && (provider.api_key || provider.base_url) ? [name] : [],
    ),
  )

async function importOrganization(
  run: ImportRun,
  organization: LegacyOrganization,
  { config, notes }: ImportedConfig,
): Promise<void> {
  const slug = slugOf(organization)
  const legacyId = String(organization.id)
  const existing = await organizationRepository.findBySlug(run.db, slug)
  if (existing) {
    if (isUndecided(run, run.options.existing)) return
    if (run.options.existing !== 'link')
      return skip(run, KIND, legacyId, organization.name, say('imports.organization_exists', { slug }))
    const isOurs = existing.is_system === 1
    if (isOurs)
      return skip(run, KIND, legacyId, organization.name, say('imports.organization_is_system', { slug }))
    return saveAll(run, [
      {
        kind: KIND,
        legacyId,
        name: organization.name,
        notes: [say('imports.organization_linked', { slug })],
        linkTo: existing.id,
        insert: async () => existing.id,
      },
    ])
  }
  if (slug !== organization.slug)
    notes.push(
      say('imports.organization_slug_changed', { slug: organization.slug.slice(0, 100), newSlug: slug }),
    )
  const status = STATUSES.find((candidate) => candidate === (organization.row.text('status') || 'active'))
  if (!status) notes.push(say('imports.organization_status_unknown'))
  const keepsId =
    isKeepable(organization.id) && (await targetRepository.isFree(run.db, 'organizations', organization.id))
  const now = nowSeconds()
  run.planned.organizations.set(-organization.id, { name: organization.name, providers: providersIn(config) })
  await saveAll(run, [
    {
      kind: KIND,
      legacyId,
      name: organization.name,
      notes,
      insert: async (tx) =>
        (
          await organizationRepository.insert(tx, {
            ...(keepsId ? { id: organization.id } : {}),
            slug,
            name: organization.name.slice(0, 200) || slug,
            is_system: 0,
            status: status ?? 'suspended',
            config: sealConfig(config, run.box),
            created_at: organization.row.time('created_at', now),
            updated_at: organization.row.time('updated_at', now),
          })
        ).id,
    },
  ])
}

/** Two organizations can't have the same key: people would join the wrong one. */
async function keepSignupKey(
  run: ImportRun,
  { config, notes }: ImportedConfig,
  usedKeys: Set<string>,
  ownId: number | undefined,
): Promise<void> {
  const { features } = config
  const key = features?.signup_key
  if (!features || !key) return
  const signup = { db: run.db, box: run.box, systemSignupKey: run.config.SIGNUP_SECRET_KEY }
  try {
    requireValidSignupKey(key)
    if (usedKeys.has(key)) throw new Error('taken')
    await requireFreeSignupKey(signup, key, ownId)
    usedKeys.add(key)
  } catch {
    delete features.signup_key
    delete features.signup_role
    features.signup_enabled = false
    notes.push(say('imports.sign_up_closed'))
  }
}
