import { lambKnowledgeQuerySchema, type Passage, say } from '@bellwether/wire'
import * as z from 'zod'
import type { Knowledge } from '../../../modules/knowledge/index.ts'
import { readParams, requireQueryPlugin, toKnowledgeId } from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { type AboutFile, toResult } from './knowledge-records.ts'

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
  const ids = new Set(passages.map(({ file_id }) => Number(file_id)))
  const files = new Map(
    (await knowledge.documents.getAll(caller, id, [...ids])).map((file) => [file.id, file]),
  )
  const embeddings = (await knowledge.embeddingOf(caller, id))?.model
  const aboutOf = (passage: Passage): AboutFile | undefined => {
    const file = files.get(Number(passage.file_id))
    return file && { file, base, embeddings }
  }
  return {
    results: passages.map((passage) => toResult(publicUrl, passage, aboutOf(passage))),
    grade,
    milliseconds: Math.round((performance.now() - startedAt) * 10) / 10,
    settings: { plugin_name: plugin.name, top_k: settings.topK, threshold: settings.threshold },
  }
}

const toNumber = (value: unknown, fallback: number): number => (typeof value === 'number' ? value : fallback)

export function createKnowledgeQueryRoutes(deps: KnowledgeQueryDeps): Endpoint[] {
  return [
    lambEndpoint({
      method: 'POST',
      path: '/creator/knowledgebases/kb/{id}/query',
      tag: 'LAMB: knowledge bases',
      summary: 'Query a knowledge base',
      description: 'Returns the passages found for a question.',
      access: 'author',
      params: z.object({ id: z.string().max(100) }),
      body: lambKnowledgeQuerySchema,
      async handle({ params, body, caller }) {
        const result = await queryLikeLamb(
          deps,
          caller,
          toKnowledgeId(params.id),
          body,
          body.plugin_name ?? 'simple_query',
        )
        return {
          results: result.results,
          grade: result.grade,
          status: 'success',
          kb_id: params.id,
          query: body.query_text,
          debug_info: { ...result.settings, count: result.results.length, total_ms: result.milliseconds },
        }
      },
    }),
  ]
}
