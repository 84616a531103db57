import type { OrganizationConfig } from '@bellwether/wire'
import { say } from '@bellwether/wire'
import type { UserCaller } from '../../../platform/caller.ts'
import { nowSeconds } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { badRequest, forbidden, notFound } from '../../../platform/errors.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import { type OrganizationRow, organizationRepository } from '../organization.repository.ts'
import { requireFreeSignupKey, requireValidSignupKey } from '../signup.ts'
import { addressesIn, keepSecrets, sealGivenSecrets, sealSecrets, withoutSecrets } from './config-secrets.ts'
import { parseConfig } from './stored-config.ts'

export interface ConfigDeps {
  db: Db
  box: SecretBox
  systemSignupKey: string | undefined
}

export type ConfigOwner = Pick<OrganizationRow, 'id'>

/**
 * The only place that writes a configuration. It reads the stored one again under a lock, so that two admins can
 * change different settings at once, and never decrypts a stored secret, so that one that can't be decrypted any more
 * can still be replaced.
 */
export const writeConfig = (
  deps: ConfigDeps,
  caller: UserCaller,
  { id }: ConfigOwner,
  change: (config: OrganizationConfig) => OrganizationConfig,
): Promise<OrganizationRow> =>
  deps.db.transaction().execute(async (tx) => {
    const row = await organizationRepository.lock(tx, id)
    if (!row) throw notFound('Organization')
    const stored = sealSecrets(parseConfig(row.config), deps.box)
    const changed = withSystemProviders(caller, stored, change(withoutSecrets(stored)))
    const key = changed.features?.signup_key
    if (key) {
      requireValidSignupKey(key)
      await requireFreeSignupKey({ ...deps, db: tx }, key, id)
    }
    const next = keepSecrets(stored, sealGivenSecrets(changed, deps.box))
    const config = { ...next, trusted_addresses: trustedAddresses(caller, stored, next) }
    const text = JSON.stringify(config)
    const updated = await organizationRepository.update(tx, id, { config: text, updated_at: nowSeconds() })
    if (!updated) throw notFound('Organization')
    if (row.is_system === 1) await organizationRepository.renewAll(tx)
    return updated
  })

/**
 * Using the system's providers spends the operator's keys, so only a system admin can allow it. Unchanged when left
 * out.
 */
function withSystemProviders(
  { systemAdmin }: Pick<UserCaller, 'systemAdmin'>,
  stored: OrganizationConfig,
  config: OrganizationConfig,
): OrganizationConfig {
  const isAllowed = stored.use_system_providers === true
  const isRequested = config.use_system_providers ?? isAllowed
  if (isRequested && !isAllowed && !systemAdmin)
    throw forbidden(say('organizations.system_providers_forbidden'))
  return isRequested || config.use_system_providers !== undefined
    ? { ...config, use_system_providers: isRequested }
    : config
}

/**
 * Addresses entered by a system admin are trusted and may be private. An address that someone else entered earlier
 * does not become trusted because a system admin saves another setting beside it.
 */
export function trustedAddresses(
  caller: Pick<UserCaller, 'systemAdmin'>,
  stored: OrganizationConfig,
  next: OrganizationConfig,
): string[] {
  const addresses = addressesIn({ ...next, trusted_addresses: undefined })
  requireValidAddresses(addresses)
  const before = new Set(addressesIn({ ...stored, trusted_addresses: undefined }))
  const trusted = new Set(stored.trusted_addresses ?? [])
  const isTyped = (address: string) => caller.systemAdmin && !before.has(address)
  return [...new Set(addresses.filter((address) => trusted.has(address) || isTyped(address)))]
}

function requireValidAddresses(addresses: readonly string[]): void {
  for (const address of addresses) {
    const url = URL.canParse(address) ? new URL(address) : undefined
    // The message does not repeat the address, which may contain a password.
    if (!url || !/^https?:$/.test(url.protocol)) throw badRequest(say('organizations.url_scheme'))
    if (url.username || url.password) throw badRequest(say('organizations.url_has_credentials'))
  }
}
