import * as z from 'zod'
import type { Outbound } from '../../../platform/outbound/outbound.ts'

/** A LAMB knowledge base server that an organization runs itself. */
export interface ExternalServer {
  url: string
  api_key?: string
  trusted: boolean
}

export interface ExternalPassage {
  collection: string
  title: string
  text: string
  similarity: number
  url?: string | undefined
  file_id?: string | undefined
  page?: number | undefined
}

const MAX_BYTES = 5 * 1024 * 1024

const text = z.string().catch('')
const answerSchema = z.looseObject({
  results: z
    .array(
      z.looseObject({
        similarity: z.number().catch(0),
        data: text,
        metadata: z.record(z.string(), z.unknown()).catch({}),
      }),
    )
    .optional(),
})

/** Queries one collection of such a server. Fails if it can't be reached or has no such collection. */
export async function queryExternal(
  outbound: Pick<Outbound, 'trusted' | 'guarded'>,
  server: ExternalServer,
  collection: string,
  question: string,
  { topK, threshold, sections }: { topK: number; threshold: number; sections: boolean },
  signal: AbortSignal,
): Promise<ExternalPassage[]> {
  const client = server.trusted ? outbound.trusted : outbound.guarded.providers
  const base = server.url.replace(/\/+$/, '')
  const plugin = sections ? '?plugin_name=parent_child_query' : ''
  const answer = await client.fetchWhole(
    {
      method: 'POST',
      url: `${base}/collections/${encodeURIComponent(collection)}/query${plugin}`,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(server.api_key ? { authorization: `Bearer ${server.api_key}` } : {}),
      },
      body: JSON.stringify({ query_text: question, top_k: topK, threshold, plugin_params: {} }),
      signal,
    },
    MAX_BYTES,
  )
  if (answer.status !== 200)
    throw new Error(`the knowledge base server responded with status ${answer.status}`)
  const { results = [] } = answerSchema.parse(JSON.parse(answer.body.toString()))
  return results.map(({ similarity, data, metadata }) => toPassage(collection, similarity, data, metadata))
}

function toPassage(
  collection: string,
  similarity: number,
  data: string,
  about: Readonly<Record<string, unknown>>,
): ExternalPassage {
  const { video_title, filename, original_filename, source_url, original_file_url, file_url, page, file_id } =
    about
  return {
    collection,
    title: firstText(video_title, filename, original_filename) ?? 'Unknown',
    text: data,
    similarity,
    url: webAddress(firstText(source_url, original_file_url, file_url)),
    file_id: firstText(file_id),
    page: typeof page === 'number' ? page : undefined,
  }
}

const firstText = (...values: unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && value !== '')

/** It becomes a link in a page, so only web URLs are allowed. */
const webAddress = (url: string | undefined): string | undefined =>
  url !== undefined && /^https?:\/\//i.test(url) ? url : undefined
