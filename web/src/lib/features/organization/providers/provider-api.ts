import type { AnswerOf, BodyOf } from '@bellwether/wire/client/operations'
import { api } from '$lib/api'

export type Providers = AnswerOf<'get', '/organizations/{slug}/providers'>
export type SearchModels = AnswerOf<'get', '/organizations/{slug}/search-models'>
type ProvidersChange = BodyOf<'patch', '/organizations/{slug}/providers'>
type SearchModelsChange = BodyOf<'patch', '/organizations/{slug}/search-models'>

/** Model providers of one organization, and the models for searching knowledge bases. */
export function providerApi(org: string | undefined) {
  const params = { slug: org ?? 'current' }
  return {
    providers: (signal: AbortSignal) => api.get('/organizations/{slug}/providers', { params, signal }),
    saveProviders: (body: ProvidersChange) => api.patch('/organizations/{slug}/providers', { params, body }),
    usage: (days: { from: string; to: string }, signal: AbortSignal) =>
      api.get('/usage', { query: { scope: 'organization', org, ...days }, signal }),
    testProvider: (provider: string) =>
      api.post('/organizations/{slug}/providers/test', { params, body: { provider } }),

    searchModels: (signal: AbortSignal) => api.get('/organizations/{slug}/search-models', { params, signal }),
    saveSearchModels: (body: SearchModelsChange) =>
      api.patch('/organizations/{slug}/search-models', { params, body }),
    testSearchModel: (model: 'embeddings' | 'rerank' | 'transcription') =>
      api.post('/organizations/{slug}/search-models/test', { params, body: { model } }),
  }
}
