import { type OrganizationConfig, type PriceTable, say } from '@bellwether/wire'
import { parseConfig, sealGivenSecrets } from '../../../modules/organizations/index.ts'
import { isObject } from '../../../platform/is-object.ts'
import { tryParseObject } from '../../../platform/json.ts'
import type { SecretBox } from '../../../platform/secrets/secret-box.ts'
import type { Note } from '../report.ts'

export interface ConfigToImport {
  text: string
  /** Addresses in the settings of LAMB's system organization, which its operator chose. */
  operatorAddresses: ReadonlySet<string>
  /** All addresses of this organization may be private. */
  trustsAll: boolean
  isSystem: boolean
  prices: PriceTable | undefined
}

export interface ImportedConfig {
  config: OrganizationConfig
  notes: Note[]
}

type Json = Record<string, unknown>

const ADDRESS_NAMES = /^(base_url|server_url|url|api_url|api_base|api_endpoint|endpoint)$/i
const MAX_CONFIG = 1024 * 1024
const MAX_DEPTH = 20

/** LAMB's settings of an organization in our form, with its secrets in clear text. Pure. */
export function readLegacyConfig(source: ConfigToImport): ImportedConfig {
  const notes: Note[] = []
  const parsed = source.text.length > MAX_CONFIG ? undefined : parseJson(source.text)
  if (!parsed) {
    notes.push(say('imports.organization_settings_unreadable'))
    return { config: {}, notes }
  }
  const { kb_server, trusted_addresses: _foreign, use_system_providers: _never, metadata, ...rest } = parsed
  const config = parseConfig(JSON.stringify(withoutBadAddresses(rest, notes)))
  if (isObject(metadata)) {
    const { admin_user_id: _id, admin_user_email: _email, ...otherMetadata } = metadata
    config['metadata'] = otherMetadata
  }
  if (dropKnowledgeServer(config) || kb_server !== undefined)
    notes.push(say('imports.knowledge_server_removed'))
  keepSignup(config, notes)
  if (source.prices) config.prices = source.prices
  const addresses = addressesIn(config)
  const trusted = addresses.filter(
    (address) => source.isSystem || source.trustsAll || source.operatorAddresses.has(address),
  )
  if (trusted.length > 0) config.trusted_addresses = [...new Set(trusted)]
  for (const address of new Set(addresses))
    if (!trusted.includes(address) && isPrivateLooking(address))
      notes.push(say('imports.address_private', { address }))
  return { config, notes }
}

export const sealConfig = (config: OrganizationConfig, box: SecretBox): string =>
  JSON.stringify(sealGivenSecrets(config, box))

function parseJson(text: string): Json | undefined {
  const value = tryParseObject(text)
  return depthOf(value) <= MAX_DEPTH ? value : undefined
}

const depthOf = (value: unknown, depth = 0): number =>
  depth > MAX_DEPTH || typeof value !== 'object' || value === null
    ? depth
    : Math.max(depth, ...Object.values(value).map((item) => depthOf(item, depth + 1)))

/** Assistants would send ids of LAMB's server to it, which are not ours any more. */
function dropKnowledgeServer(config: OrganizationConfig): boolean {
  const setup = config.setups?.['default']
  if (!setup?.knowledge_base) return false
  const isSet = addressesIn(setup.knowledge_base).length > 0
  delete setup.knowledge_base
  return isSet
}

/** People who sign up in LAMB can build assistants. */
function keepSignup(config: OrganizationConfig, notes: Note[]): void {
  const { features } = config
  if (!features?.signup_enabled || !features.signup_key) return
  features.signup_role = 'educator'
  notes.push(say('imports.sign_up_open'))
}

/** Addresses that the settings page would refuse are left out. */
function withoutBadAddresses(value: Json, notes: Note[]): Json {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]): [string, unknown][] => {
      if (isObject(item)) return [[name, withoutBadAddresses(item, notes)]]
      if (typeof item !== 'string' || item === '' || !ADDRESS_NAMES.test(name)) return [[name, item]]
      const url = URL.canParse(item) ? new URL(item) : undefined
      if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return [[name, item]]
      notes.push(say('imports.address_invalid', { setting: name }))
      return []
    }),
  )
}

export function addressesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, item]) =>
    typeof item === 'string' ? (ADDRESS_NAMES.test(name) && item !== '' ? [item] : []) : addressesIn(item),
  )
}

/** Only for the hint in the report. The outbound client decides by the address that it connects to. */
function isPrivateLooking(address: string): boolean {
  const { hostname } = new URL(address)
  return (
    !hostname.includes('.') ||
    /^(10|127|192\.168|169\.254|172\.(1[6-9]|2\d|3[01]))\./.test(hostname) ||
    /\.(local|internal|lan|localhost)$/.test(hostname)
  )
}
