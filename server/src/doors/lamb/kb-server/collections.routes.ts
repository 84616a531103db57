import {
  kbServerCollectionSchema,
  kbServerEmbeddingsSchema,
  kbServerListQuerySchema,
  lambKnowledgeQuerySchema,
  say,
} from '@bellwether/wire'
import * as z from 'zod'
import type { BaseWithOwner } from '../../../modules/knowledge/index.ts'
import { toKnowledgeId } from '../../../modules/knowledge/index.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { createKnowledgeJobRoutes } from '../knowledge/knowledge-jobs.routes.ts'
import { queryLikeLamb } from '../knowledge/knowledge-query.routes.ts'
import { EMBEDDINGS, ownerOf, toIso } from '../knowledge/knowledge-records.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { createCollectionFileRoutes } from './collection-files.routes.ts'
import { createIngestRoutes } from './ingest.routes.ts'
import { COLLECTION, type KbServerDeps, NOT_STORED, PREFIX, params, tag } from './kb-server.ts'
import { createStatusRoutes } from './status.routes.ts'

/**
 * Implements the HTTP API of LAMB's knowledge-base server, so that LAMB, or another Bellwether server, can
 * keep its knowledge bases here. Its base URL is this server's with `/kb-server`, its token an API key.
 * The `owner` of a request is stored as a label; everything belongs to the owner of the key.
 */
export function createKbServerRoutes(deps: KbServerDeps): Endpoint[] {
  const routes = [
    ...createStatusRoutes(deps),
    ...collectionRoutes(deps),
    ...queryRoutes(deps),
    ...createIngestRoutes(deps),
    ...createCollectionFileRoutes(deps),
    ...createKnowledgeJobRoutes(deps, COLLECTION, tag),
  ]
  return routes.map((route) => ({ ...route, invalidJson: 'invalid' }))
}

function collectionRoutes({ knowledge }: KbServerDeps): Endpoint[] {
  const { bases } = knowledge

  return [
    lambEndpoint({
      method: 'POST',
      path: `${PREFIX}/collections`,
      tag,
      summary: 'Create a collection',
      description:
        '`owner` is stored as a label and gives no access. `embeddings_model` is ignored: the organization’s embedding model applies.',
      access: 'author',
      status: 201,
      body: kbServerCollectionSchema,
      handle: async ({ body, caller }) => {
        const draft = {
          name: body.name,
          description: body.description ?? '',
          is_shared: isPublic(body.visibility),
        }
        return toCollection(await bases.create(caller, draft, toLabel(body.owner)))
      },
    }),
    lambEndpoint({
      method: 'GET',
      path: `${PREFIX}/collections`,
      tag,
      summary: 'List collections',
      description: 'Your own, then those shared by colleagues.',
      access: 'author',
      query: kbServerListQuerySchema,
      async handle({ query: { skip, limit, owner, visibility }, caller }) {
        const all = [...(await bases.listOwn(caller)), ...(await bases.listShared(caller))]
          .map(toCollection)
          .filter((collection) => visibility === undefined || collection.visibility === visibility)
          .filter((collection) => owner === undefined || collection.owner === owner)
        return { total: all.length, items: all.slice(skip, skip + limit) }
      },
    }),
    embeddingsRoute(knowledge),
    lambEndpoint({
      method: 'GET',
      path: COLLECTION,
      tag,
      summary: 'Get a collection',
      description: 'Its name, description and settings.',
      access: 'author',
      params,
      handle: async ({ params, caller }) =>
        toCollection(await bases.getFor(caller, 'see', toKnowledgeId(params.id, 'Collection'))),
    }),
    lambEndpoint({
      method: 'DELETE',
      path: COLLECTION,
      tag,
      summary: 'Delete a collection',
      description: 'Deletes all its files as well.',
      access: 'author',
      params,
      async handle({ params, caller }) {
        const { base, files, passages } = await bases.remove(caller, toKnowledgeId(params.id, 'Collection'))
        return {
          id: base.id,
          name: base.name,
          deleted_embeddings: passages,
          chroma_collection: String(base.id),
          removed_files: files,
          status: 'deleted',
        }
      },
    }),
  ]
}

const embeddingsRoute = ({ bases }: KbServerDeps['knowledge']): Endpoint =>
  lambEndpoint({
    method: 'PUT',
    path: `${PREFIX}/collections/owner/{owner}/embeddings`,
    tag,
    summary: 'Set the embedding key of an owner’s collections',
    description:
      'Returns which of your collections have this owner. The key is not stored: the organization’s embedding model applies.',
    access: 'author',
    params: z.object({ owner: z.string().max(200) }),
    body: kbServerEmbeddingsSchema,
    answer: z.object({
      total: z.int(),
      updated: z.int(),
      failed: z.int(),
      collections: z.array(z.object({ id: z.number(), name: z.string() })),
      message: z.string(),
    }),
    handle: async ({ params: { owner }, body, caller }) => {
      if (!body.embeddings_model.apikey?.trim()) throw badRequest(say('kb_server.apikey_required'))
      const collections = (await bases.listOwn(caller))
        .filter((base) => ownerOf(base) === owner)
        .map(({ id, name }) => ({ id, name }))
      const total = collections.length
      return { total, updated: total, failed: 0, collections, message: NOT_STORED }
    },
  })

const queryRoutes = (deps: KbServerDeps): Endpoint[] => [
  lambEndpoint({
    method: 'POST',
    path: `${COLLECTION}/query`,
    tag,
    summary: 'Query a collection',
    description: 'Returns passages (`simple_query`) or their sections (`parent_child_query`).',
    access: 'author',
    params,
    query: z.object({ plugin_name: z.string().max(100).optional() }),
    body: lambKnowledgeQuerySchema,
    async handle({ params, query, body, caller }) {
      const plugin = query.plugin_name ?? body.plugin_name ?? 'simple_query'
      const id = toKnowledgeId(params.id, 'Collection')
      const { results, grade, milliseconds } = await queryLikeLamb(deps, caller, id, body, plugin)
      return {
        results,
        grade,
        count: results.length,
        timing: { total_seconds: milliseconds / 1000, total_ms: milliseconds },
        query: body.query_text,
      }
    },
  }),
]

function isPublic(visibility: string | null | undefined): boolean {
  if (visibility && visibility !== 'private' && visibility !== 'public')
    throw badRequest(say('kb_server.visibility_invalid'))
  return visibility === 'public'
}

/** No label for an empty text. */
const toLabel = (owner: string | number | null | undefined): string | null =>
  String(owner ?? '').trim() || null

const toCollection = (base: BaseWithOwner) => ({
  id: base.id,
  name: base.name,
  description: base.description,
  visibility: base.is_shared === 1 ? 'public' : 'private',
  owner: ownerOf(base),
  creation_date: toIso(base.created_at),
  embeddings_model: EMBEDDINGS,
})
