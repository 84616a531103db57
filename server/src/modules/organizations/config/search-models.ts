import type { ModelChoice } from '@bellwether/wire'
import { defaultSetup, isTrusted, type OrganizationSettings } from './provider-settings.ts'

/** A reranker with its own address. */
export interface RerankServer {
  url: string
  model: string
  api_key?: string
  /** The address was set by a system admin and may be private. */
  trusted: boolean
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

function place(organization: OrganizationSettings, name: string): Record<string, unknown> {
  const stored = defaultSetup(organization.config).knowledge_base?.[name]
  return typeof stored === 'object' && stored !== null ? { ...stored } : {}
}

function findModel(organization: OrganizationSettings, name: string): ModelChoice | undefined {
  const { provider, model } = place(organization, name)
  return text(provider) && text(model) ? { provider: text(provider), model: text(model) } : undefined
}

/** The model that embeds documents and questions; undefined when the organization has none. */
export const findEmbeddings = (organization: OrganizationSettings) => findModel(organization, 'embeddings')

/** The model that turns recordings into text; undefined when the organization has none. */
export const findTranscription = (organization: OrganizationSettings) =>
  findModel(organization, 'transcription')

/** The reranker for search results: a provider's model or a separate server. */
export function findReranker(organization: OrganizationSettings): ModelChoice | RerankServer | undefined {
  const stored = place(organization, 'rerank')
  const [model, provider, url, key] = ['model', 'provider', 'url', 'api_key'].map((name) =>
    text(stored[name]),
  )
  if (!model) return undefined
  if (provider) return { provider, model }
  if (!url) return undefined
  return { url, model, ...(key ? { api_key: key } : {}), trusted: isTrusted(organization, url, undefined) }
}
