import { parseMetadata, say } from '@bellwether/wire'
import { fromEnvironment, organizationRepository, parseConfig } from '../../../modules/organizations/index.ts'
import type { ImportRun } from '../import-run.ts'
import { providersIn } from '../people/organizations.ts'

export interface MissingProviders {
  note(organizationId: number, metadata: string): Promise<void>
  /** One notice for each organization and provider. */
  report(): void
}

/** The provider that each connector needs. */
const PROVIDERS: Readonly<Record<string, string>> = {
  openai: 'openai',
  openai_tools: 'openai',
  openai_tool_use: 'openai',
  ollama: 'ollama',
  anthropic: 'anthropic',
  banana_img: 'google',
}

/** In LAMB, every organization could use the operator's keys. Here only the system organization does. */
export function createMissingProviders(run: ImportRun): MissingProviders {
  const cache = new Map<number, { name: string; providers: ReadonlySet<string> } | undefined>()
  const missing = new Map<string, { organization: string; provider: string; count: number }>()

  async function load(id: number) {
    const planned = run.planned.organizations.get(id)
    if (planned && run.options.dryRun) return planned
    const row = await organizationRepository.findById(run.db, id)
    if (!row) return planned
    const config = parseConfig(row.config)
    const available = new Set(providersIn(config))
    for (const provider of new Set(Object.values(PROVIDERS)))
      if (config.use_system_providers || (row.is_system === 1 && isInEnvironment(run, provider)))
        available.add(provider)
    return { name: row.name, providers: available }
  }

  return {
    async note(organizationId, metadata) {
      const provider = PROVIDERS[parseMetadata(metadata)?.connector ?? '']
      if (provider === undefined) return
      if (!cache.has(organizationId)) cache.set(organizationId, await load(organizationId))
      const organization = cache.get(organizationId)
      if (!organization || organization.providers.has(provider)) return
      const key = `${organizationId}/${provider}`
      const count = (missing.get(key)?.count ?? 0) + 1
      missing.set(key, { organization: organization.name, provider, count })
    },
    report() {
      for (const { organization, provider, count } of missing.values())
        run.report.notice(say('imports.provider_missing', { organization, provider, count }))
    },
  }
}

function isInEnvironment({ config }: ImportRun, provider: string): boolean {
  const settings = fromEnvironment(provider, config)
  return Boolean(settings.api_key || settings.base_url)
}
