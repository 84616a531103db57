import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Connector } from '../../connectors/connector.ts'
import type { ProviderSettings } from '../../modules/organizations/index.ts'
import type { Log } from '../../platform/log.ts'

const LIMIT_MS = 5000
/** How long saving waits for a provider that was never asked; afterwards the list is known. */
const SHORT_WAIT_MS = 1000
const FRESH_MS = 10 * 60_000
/** A provider that failed is asked again sooner, but not with every request. */
const FAILED_MS = 60_000
/** Lists come from servers that anyone may run, and every name is compared with patterns. */
const MAX_MODELS = 5000
const MAX_ID_LENGTH = 200

interface Found {
  ids: Promise<string[]>
  staleAt: number
}

/**
 * Caches the models that providers list. Lists are renewed in the background: only the first request after a
 * provider was connected waits for it.
 */
export function createFoundModels({ log }: { log: Pick<Log, 'warn'> }) {
  const cache = new LRUCache<string, Found>({ max: 1000 })

  async function ask(connector: Connector, provider: ProviderSettings): Promise<string[] | undefined> {
    const settings = connector.settings.safeParse(provider)
    if (!settings.success) return []
    try {
      const models = await connector.listModels(settings.data, AbortSignal.timeout(LIMIT_MS))
      return models
        .map(({ id }) => id)
        .filter((id) => id.length <= MAX_ID_LENGTH)
        .slice(0, MAX_MODELS)
    } catch (error) {
      log.warn({ err: error, connector: connector.name }, 'failed to list the models of a provider')
      return undefined
    }
  }

  /** Renews a stale list while requests use the current one. */
  async function renew(entry: Found, connector: Connector, provider: ProviderSettings): Promise<void> {
    entry.staleAt = Date.now() + FAILED_MS
    const ids = await ask(connector, provider)
    if (ids === undefined) return
    entry.ids = Promise.resolve(ids)
    entry.staleAt = Date.now() + FRESH_MS
  }

  const models = {
    async of(connector: Connector, provider: ProviderSettings): Promise<string[]> {
      const key = createHash('sha256')
        .update(JSON.stringify([connector.name, provider.base_url, provider.api_key]))
        .digest('base64')
      const cached = cache.get(key)
      if (cached) {
        if (cached.staleAt < Date.now()) void renew(cached, connector, provider)
        return cached.ids
      }
      const first: Found = { ids: Promise.resolve([]), staleAt: Date.now() + FRESH_MS }
      first.ids = ask(connector, provider).then((ids) => {
        if (ids === undefined) first.staleAt = Date.now() + FAILED_MS
        return ids ?? []
      })
      cache.set(key, first)
      return first.ids
    },
    /** The same, but empty if the provider takes long to answer. */
    async soon(connector: Connector, provider: ProviderSettings): Promise<string[]> {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<string[]>((resolve) => {
        timer = setTimeout(resolve, SHORT_WAIT_MS, [])
      })
      try {
        return await Promise.race([models.of(connector, provider), late])
      } finally {
        clearTimeout(timer)
      }
    },
  }
  return models
}

export type FoundModels = ReturnType<typeof createFoundModels>
