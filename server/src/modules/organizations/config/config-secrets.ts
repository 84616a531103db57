import type { OrganizationConfig } from '@bellwether/wire'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'

/** Field names of secrets, at any depth of an organization's configuration. */
const SECRET_NAME =
  /(^|_)(api_?key|api_?token|token|secret|password|authorization|(secret|private|access|signup)_key)$/i
const SECRET_GROUP = 'external_service_keys'
/** Field names of addresses. A secret belongs to the address in the same object. */
const ADDRESS_NAME = /^(base_url|server_url|url|api_url|api_base|api_endpoint|endpoint)$/i

type Json = unknown
type JsonObject = Record<string, Json>
const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isSecret = (name: string, value: Json, inGroup: boolean): value is string =>
  typeof value === 'string' && (inGroup || SECRET_NAME.test(name))

/** `…_configured` is part of our responses and is ignored when a client sends it back. */
const isMark = (name: string, value: Json, inGroup: boolean): boolean =>
  name.endsWith('_configured') &&
  typeof value === 'boolean' &&
  (inGroup || SECRET_NAME.test(name.slice(0, -'_configured'.length)))

/** Copies a value, replacing each secret field with the fields that `change` returns. */
function mapSecrets(
  value: Json,
  change: (secret: string, name: string) => JsonObject,
  inGroup = false,
): Json {
  if (Array.isArray(value)) return value.map((item) => mapSecrets(item, change, inGroup))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      isSecret(name, item, inGroup)
        ? Object.entries(change(item, name))
        : [[name, mapSecrets(item, change, inGroup || name === SECRET_GROUP)]],
    ),
  )
}

const replaceSecrets = (
  config: OrganizationConfig,
  change: (secret: string) => string | undefined,
): OrganizationConfig =>
  mapSecrets(config, (secret, name) => {
    const changed = secret && change(secret)
    return changed === undefined ? {} : { [name]: changed }
  }) as OrganizationConfig

/** For stored configurations: imported ones may contain unencrypted secrets. */
export const sealSecrets = (config: OrganizationConfig, box: SecretBox): OrganizationConfig =>
  replaceSecrets(config, (secret) => (box.isSealed(secret) ? secret : box.seal(secret)))

/** For input: a text that only looks encrypted is encrypted like any other, otherwise it could never be decrypted. */
export const sealGivenSecrets = (config: OrganizationConfig, box: SecretBox): OrganizationConfig =>
  replaceSecrets(config, (secret) => box.seal(secret))

/**
 * A secret that can't be decrypted (because the encryption key was lost) counts as not set, and the rest of the
 * organization keeps working; `onLost` informs the operator.
 */
export const openSecrets = (
  config: OrganizationConfig,
  box: SecretBox,
  onLost?: () => void,
): OrganizationConfig => replaceSecrets(config, (secret) => openSecret(secret, box, onLost))

export function openSecret(secret: string, box: SecretBox, onLost?: () => void): string | undefined {
  if (!box.isSealed(secret)) return secret
  try {
    return box.open(secret)
  } catch {
    onLost?.()
    return undefined
  }
}

/** The part that one organization may copy from another: no secrets and no addresses that they belong to. */
export function withoutAccess(config: OrganizationConfig): OrganizationConfig {
  const { trusted_addresses: _own, ...shared } = config
  const drop = (value: Json, inGroup: boolean): Json => {
    if (Array.isArray(value)) return value.map((item) => drop(item, inGroup))
    if (!isObject(value)) return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, item]) => !isSecret(name, item, inGroup) && !ADDRESS_NAME.test(name))
        .map(([name, item]) => [name, drop(item, inGroup || name === SECRET_GROUP)]),
    )
  }
  return drop(shared, false) as OrganizationConfig
}

/** For responses: no secrets, but `<name>_configured` says whether one is set. */
export function withoutSecrets(config: OrganizationConfig): OrganizationConfig {
  const { trusted_addresses: _kept, ...rest } = config
  return mapSecrets(rest, (secret, name) => ({
    [`${name}_configured`]: secret !== '',
  })) as OrganizationConfig
}

/**
 * Merges a configuration from a client into the stored one: a secret that is left out stays, one given as '' is
 * removed. A secret only stays while the address beside it (or above it) stays the same: otherwise an organization
 * admin, who can't read the key, could send it to a server of their own. A missing address counts as the provider's
 * default address.
 */
export function keepSecrets(stored: OrganizationConfig, config: OrganizationConfig): OrganizationConfig {
  const merge = (before: Json, after: Json, inGroup: boolean, moved: boolean): Json => {
    if (!isObject(after)) return after
    const old = isObject(before) ? before : {}
    const elsewhere = moved || !isSameAddress(old, after)
    const fields = Object.entries(after)
      .filter(([name, item]) => !isMark(name, item, inGroup))
      .map(([name, item]): [string, Json] => [
        name,
        merge(ownValue(old, name), item, inGroup || name === SECRET_GROUP, elsewhere),
      ])
    const retained = elsewhere
      ? []
      : Object.entries(old).filter(
          ([name, item]) => isSecret(name, item, inGroup) && !Object.hasOwn(after, name),
        )
    return Object.fromEntries([...fields, ...retained])
  }
  return merge(stored, config, false, false) as OrganizationConfig
}

const ownValue = (object: JsonObject, name: string): Json =>
  Object.hasOwn(object, name) ? object[name] : undefined

function isSameAddress(before: JsonObject, after: JsonObject): boolean {
  const names = [...Object.keys(before), ...Object.keys(after)].filter((name) => ADDRESS_NAME.test(name))
  return names.every((name) => toAddress(ownValue(before, name)) === toAddress(ownValue(after, name)))
}

/** A trailing slash does not change where a key is sent. */
const toAddress = (value: Json): string => (typeof value === 'string' ? value.trim().replace(/\/+$/, '') : '')

/** Every address in a configuration, at any depth. */
export function addressesIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, item]) => {
    if (typeof item !== 'string') return addressesIn(item)
    return ADDRESS_NAME.test(name) && item !== '' ? [item] : []
  })
}
