import { lambKnowledgeQuerySchema, type Passage, say } from '@bellwether/wire'
import type * as z from 'zod'
import type { Knowledge } from '../../../modules/knowledge/index.ts'
import { readParams, requireQueryPlugin } from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { ofBase } from './knowledge-group.ts'
import { toResult } from './knowledge-records.ts'

export interface KnowledgeQueryDeps {
  knowledge: Pick<Knowledge, 'bases' | 'documents' | 'embeddingOf' | 'query'>
  publicUrl: string
}

type Asked = z.output<typeof lambKnowledgeQuerySchema>

/**
 * Searches a knowledge base as LAMB's clients do: with the name of a plugin, and its settings beside it
 * or in `plugin_params`.
 */
export async function queryLikeLamb(
  { knowledge, publicUrl }: KnowledgeQueryDeps,
  caller: UserCaller,
  id: number,
  query: Asked,
  pluginName: string,
) {
  const base = await knowledge.bases.getFor(caller, 'see', id)
  const plugin = requireQueryPlugin(pluginName)
  const question = query.query_text.trim()
  if (question === '') throw badRequest(say('kb_server.query_required'))
  const defaults = { top_k: query.top_k, threshold: query.threshold }
  const { params } = readParams(plugin, { ...defaults, ...query.plugin_params })
  const settings = {
    topK: toNumber(params['top_k'], 5),
    threshold: toNumber(params['threshold'], 0),
    sections: plugin.name === 'parent_child_query' && params['return_parent_context'] !== false,
  }
  const startedAt = performance.now()
  const { passages, grade } = await knowledge.query(caller, id, question, settings)
  const ids = [...new Set(passages.map(({ file_id }) => Number(file_id)))]
  const files = await knowledge.documents.getAll(caller, id, ids)
  const embeddings = (await knowledge.embeddingOf(caller, id))?.model
  const toShown = (passage: Passage) => {
    const file = files.find((one) => one.id === Number(passage.file_id))
    return toResult(publicUrl, passage, file && { file, base, embeddings })
  }
  return {
    results: passages.map(toShown),
    grade,
    milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
    settings: { plugin_name: plugin.name, top_k: settings.topK, threshold: settings.threshold },
  }
}

const toNumber = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback)

export const createKnowledgeQueryRoutes = (deps: KnowledgeQueryDeps): Endpoint[] => [
  ofBase('POST', '/query', 'Query a knowledge base', {
    description: 'Returns the passages found for a question.',
    body: lambKnowledgeQuerySchema,
    async handle({ params: { id }, body, caller }) {
      const plugin = body.plugin_name ?? 'simple_query'
      const { results, grade, settings, milliseconds } = await queryLikeLamb(deps, caller, id, body, plugin)
      return {
        results,
        grade,
        status: 'success',
        kb_id: String(id),
        query: body.query_text,
        debug_info: { ...settings, count: results.length, total_ms: milliseconds },
      }
    },
  }),
]
