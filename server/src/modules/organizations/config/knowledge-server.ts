import type { OrganizationConfig } from '@bellwether/wire'
import type { Config } from '../../../platform/config.ts'
import { defaultSetup, isTrusted, type OrganizationSettings } from './provider-settings.ts'

export interface KnowledgeServer {
  url: string
  api_key?: string
  /** The address was set by the operator or a system admin and may be private. */
  trusted: boolean
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/**
 * LAMB has two places for this; `kb_server` takes precedence. Address and key always come from the same place:
 * otherwise the key of one server could be sent to another.
 */
export function findKnowledgeServer(
  organization: OrganizationSettings,
  env: Config,
): KnowledgeServer | undefined {
  const operators = organization.isSystem ? env.LAMB_KB_SERVER : undefined
  for (const place of [
    kbServer(organization.config),
    defaultSetup(organization.config).knowledge_base ?? {},
  ]) {
    const url = text(place.server_url) || text(place.url)
    if (!url) continue
    const key = text(place.api_token) || text(place.api_key) || text(place.token)
    return { url, ...(key ? { api_key: key } : {}), trusted: isTrusted(organization, url, operators) }
  }
  if (!operators) return undefined
  const key = env.LAMB_KB_SERVER_TOKEN
  return { url: operators, ...(key ? { api_key: key } : {}), trusted: true }
}

export function kbServer(config: OrganizationConfig): Record<string, unknown> {
  const stored = config.kb_server
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {}
}
