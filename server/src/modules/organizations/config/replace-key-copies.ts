import type { OrganizationConfig, ProviderConfig } from '@bellwether/wire'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/db.ts'
import { installationRepository } from '../../../platform/secrets/installation.repository.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { type OrganizationRow, organizationRepository } from '../organization.repository.ts'
import { openSecrets } from './config-secrets.ts'
import { defaultSetup, findProvider, type OrganizationSettings } from './provider-settings.ts'
import { parseConfig } from './stored-config.ts'

/**
 * Earlier versions copied the system organization's provider keys into new organizations. Runs once per installation,
 * at startup: removes copies of the system's key and makes the organization use the system's providers instead; other
 * keys stay. Returns the slugs of the changed organizations.
 */
export const replaceKeyCopies = (db: Db, box: SecretBox, env: Config): Promise<string[]> =>
  db.transaction().execute(async (tx) => {
    if (!(await installationRepository.claimKeyCopies(tx, nowSeconds()))) return []
    const system = await organizationRepository.findSystem(tx)
    if (!system) return []
    const changed: string[] = []
    for (const row of await organizationRepository.list(tx)) {
      const config = row.is_system === 1 ? undefined : withoutCopies(row, toSettings(system, box), box, env)
      if (!config) continue
      await organizationRepository.update(tx, row.id, {
        config: JSON.stringify(config),
        updated_at: nowSeconds(),
      })
      changed.push(row.slug)
    }
    return changed
  })

const toSettings = (row: OrganizationRow, box: SecretBox): OrganizationSettings => ({
  id: row.id,
  slug: row.slug,
  name: row.name,
  isSystem: row.is_system === 1,
  status: row.status,
  config: openSecrets(parseConfig(row.config), box),
})

/** Undefined when there is no copy. Other secrets stay encrypted. */
function withoutCopies(
  row: OrganizationRow,
  system: OrganizationSettings,
  box: SecretBox,
  env: Config,
): OrganizationConfig | undefined {
  const stored = parseConfig(row.config)
  const opened = defaultSetup(openSecrets(stored, box)).providers ?? {}
  const setup = defaultSetup(stored)
  let isChanged = false
  const providers = Object.entries(setup.providers ?? {}).map(
    ([name, provider]): [string, ProviderConfig] => {
      const key = opened[name]?.api_key
      const systems = findProvider(system, name, env)
      const isCopy = key && key === systems?.api_key && isSame(provider.base_url, systems.base_url)
      if (!isCopy) return [name, provider]
      isChanged = true
      const { api_key: _copied, base_url: _address, ...rest } = provider
      return [name, rest]
    },
  )
  if (!isChanged) return undefined
  return {
    ...stored,
    use_system_providers: true,
    setups: { ...stored.setups, default: { ...setup, providers: Object.fromEntries(providers) } },
  }
}

const isSame = (first: string | undefined, second: string | undefined): boolean =>
  (first ?? '').replace(/\/+$/, '') === (second ?? '').replace(/\/+$/, '')
