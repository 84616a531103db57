import { say } from '@bellwether/wire'
import { badRequest } from '../platform/errors.ts'
import type { Connector } from './connector.ts'

export interface ConnectorRegistry {
  /** Finds a connector by name or alias. */
  find(name: string): Connector | undefined
  get(name: string): Connector
  list(): readonly Connector[]
}

/** Duplicate names abort the startup. */
export function createConnectorRegistry(connectors: readonly Connector[]): ConnectorRegistry {
  const byName = new Map<string, Connector>()
  for (const connector of connectors) {
    for (const name of [connector.name, ...(connector.aliases ?? [])]) {
      if (byName.has(name)) throw new Error(`Two connectors have the name "${name}"`)
      byName.set(name, connector)
    }
  }
  return {
    find: (name) => byName.get(name),
    get(name) {
      const connector = byName.get(name)
      if (!connector) throw badRequest(say('providers.no_connector', { name }))
      return connector
    },
    list: () => connectors,
  }
}
