import { kbServerCollectionSchema, kbServerListQuerySchema, lambKnowledgeQuerySchema } from '@bellwether/wire'
import * as z from 'zod'
import type { BaseWithOwner } from '../../modules/knowledge/index.ts'
import { INGESTION_PLUGINS, toKnowledgeId } from '../../modules/knowledge/index.ts'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import { createKnowledgeJobRoutes } from '../lamb/knowledge/knowledge-jobs.routes.ts'
import { queryLikeLamb } from '../lamb/knowledge/knowledge-query.routes.ts'
import { EMBEDDINGS, toIso } from '../lamb/knowledge/knowledge-records.ts'
import { createCollectionFileRoutes } from './collection-files.routes.ts'
import { createIngestRoutes } from './ingest.routes.ts'
import { COLLECTION, type KbServerDeps, PREFIX, params, tag } from './kb-server.ts'

/**
 * Implements the HTTP API of LAMB's knowledge-base server, so that LAMB, or another Bellwether server, can
 * keep its knowledge bases here. Its base URL is this server's with `/kb-server`, its token an API key.
 * Whatever `owner` a request names, everything belongs to the owner of the key.
 */
export function createKbServerRoutes(deps: KbServerDeps): Endpoint[] {
  return [
    ...statusRoutes(deps),
    ...collectionRoutes(deps),
    ...queryRoutes(deps),
    ...createIngestRoutes(deps),
    ...createCollectionFileRoutes(deps),
    ...createKnowledgeJobRoutes(deps, COLLECTION, tag),
  ]
}

function statusRoutes({ knowledge, version }: KbServerDeps): Endpoint[] {
  const { bases } = knowledge

  return [
    endpoint({
      method: 'GET',
      path: PREFIX,
      tag,
      summary: 'Get server information',
      description: 'Name and version, as LAMB’s knowledge base server answers.',
      access: 'public',
      handle: () => ({ status: 'ok', service: 'Bellwether knowledge-base server', version }),
    }),
    endpoint({
      method: 'GET',
      path: `${PREFIX}/health`,
      tag,
      summary: 'Check the knowledge base server',
      description: 'Whether it is available.',
      access: 'public',
      handle: () => ({ status: 'ok', version }),
    }),
    endpoint({
      method: 'GET',
      path: `${PREFIX}/database/status`,
      tag,
      summary: 'Get the database status',
      description: 'The number of your collections.',
      access: 'user',
      handle: async ({ caller }) => ({
        status: 'ok',
        collections_count: (await bases.listOwn(caller)).length,
      }),
    }),
    endpoint({
      method: 'GET',
      path: `${PREFIX}/config/embeddings`,
      tag,
      summary: 'Get the embedding settings',
      description: 'Read-only here.',
      access: 'user',
      handle: () => ({ ...EMBEDDINGS, apikey: '' }),
    }),
    endpoint({
      method: 'GET',
      path: `${PREFIX}/config/ingestion`,
      tag,
      summary: 'Get the polling interval for ingestion',
      description: 'In seconds.',
      access: 'user',
      handle: () => ({ refresh_rate: 3 }),
    }),
    endpoint({
      method: 'GET',
      path: `${PREFIX}/ingestion/plugins`,
      tag,
      summary: 'List ingestion plugins',
      description: 'With the parameters of each.',
      access: 'user',
      handle: () => INGESTION_PLUGINS,
    }),
  ]
}

function collectionRoutes({ knowledge }: KbServerDeps): Endpoint[] {
  const { bases } = knowledge

  return [
    endpoint({
      method: 'POST',
      path: `${PREFIX}/collections`,
      tag,
      summary: 'Create a collection',
      description: '`owner` and `embeddings_model` are accepted and ignored.',
      access: 'author',
      status: 201,
      body: kbServerCollectionSchema,
      handle: async ({ body, caller }) =>
        toCollection(
          await bases.create(caller, {
            name: body.name,
            description: body.description ?? '',
            is_shared: body.visibility === 'public',
          }),
        ),
    }),
    endpoint({
      method: 'GET',
      path: `${PREFIX}/collections`,
      tag,
      summary: 'List collections',
      description: 'Your own, then those shared by colleagues. `owner` is ignored.',
      access: 'user',
      query: kbServerListQuerySchema,
      async handle({ query: { skip, limit, visibility }, caller }) {
        const all = [...(await bases.listOwn(caller)), ...(await bases.listShared(caller))]
          .map(toCollection)
          .filter((one) => visibility === undefined || one.visibility === visibility)
        return { total: all.length, items: all.slice(skip, skip + limit) }
      },
    }),
    endpoint({
      method: 'GET',
      path: COLLECTION,
      tag,
      summary: 'Get a collection',
      description: 'Its name, description and settings.',
      access: 'user',
      params,
      handle: async ({ params, caller }) =>
        toCollection(await bases.getFor(caller, 'see', toKnowledgeId(params.id, 'Collection'))),
    }),
    endpoint({
      method: 'DELETE',
      path: COLLECTION,
      tag,
      summary: 'Delete a collection',
      description: 'Deletes all its files as well.',
      access: 'user',
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

const queryRoutes = (deps: KbServerDeps): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: `${COLLECTION}/query`,
    tag,
    summary: 'Query a collection',
    description: 'Returns passages (`simple_query`) or their sections (`parent_child_query`).',
    access: 'user',
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

const toCollection = (base: BaseWithOwner) => ({
  id: base.id,
  name: base.name,
  description: base.description,
  visibility: base.is_shared === 1 ? 'public' : 'private',
  owner: String(base.owner_id),
  creation_date: toIso(base.created_at),
  embeddings_model: EMBEDDINGS,
})
