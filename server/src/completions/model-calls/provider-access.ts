import { say } from '@bellwether/wire'
import type { Connector } from '../../connectors/connector.ts'
import type { ConnectorRegistry } from '../../connectors/registry.ts'
import { hideAddress } from '../../connectors/upstream/hide-address.ts'
import { findProvider, type OrganizationSettings } from '../../modules/organizations/index.ts'
import type { Config } from '../../platform/config.ts'
import { badRequest } from '../../platform/errors.ts'

export interface ProviderAccessDeps {
  config: Config
  connectors: ConnectorRegistry
  settingsOf(organizationId: number): Promise<OrganizationSettings>
}

export interface ProviderAccess {
  connector: Connector
  settings: unknown
  fromSystem: boolean
}

export function connectorFor(connectors: ConnectorRegistry, provider: string): Connector {
  const connector = connectors.list().find((candidate) => candidate.provider === provider)
  if (!connector) throw badRequest(say('models.no_provider', { name: provider }))
  return connector
}

/** Returns the organization's own settings for a provider. */
export async function accessProvider(
  { config, connectors, settingsOf }: ProviderAccessDeps,
  organizationId: number,
  provider: string,
): Promise<ProviderAccess> {
  const organization = await settingsOf(organizationId)
  const connector = connectorFor(connectors, provider)
  const access = findProvider(organization, provider, config)
  if (!access)
    throw badRequest(
      say('models.provider_not_set_up', { organization: organization.name, provider: connector.title }),
    )
  const settings = connector.settings.parse(access)
  if (access.fromSystem) return { connector: hideAddress(connector), settings, fromSystem: true }
  return { connector, settings, fromSystem: false }
}
