import {
  kbServerCollectionSchema,
  kbServerEmbeddingsSchema,
  kbServerListQuerySchema,
  lambKnowledgeQuerySchema,
  say,
} from '@bellwether/wire'
import * as z from 'zod'
import { INGESTION_PLUGINS } from '../../../modules/knowledge/index.ts'
import { badRequest } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { createKnowledgeJobRoutes } from '../knowledge/knowledge-jobs.routes.ts'
import { queryLikeLamb } from '../knowledge/knowledge-query.routes.ts'
import { EMBEDDINGS, ownerOf, toCollection } from '../knowledge/knowledge-records.ts'
import { lambGroup } from '../lamb-endpoint.ts'
import { createCollectionFileRoutes } from './collection-files.routes.ts'
import { createIngestRoutes } from './ingest.routes.ts'
import { collections, group, type KbServerDeps, NOT_STORED, ofCollection, route } from './kb-server.ts'

const ofOwner = lambGroup({
  ...collections,
  base: `${collections.base}/owner/{owner}`,
  params: z.object({ owner: z.string().max(200) }),
})

/**
 * Implements the HTTP API of LAMB's knowledge-base server, so that LAMB, or another Bellwether server, can
 * keep its knowledge bases here. Its base URL is this server's with `/kb-server`, its token an API key.
 * The `owner` of a request is stored as a label; everything belongs to the owner of the key.
 */
export function createKbServerRoutes(deps: KbServerDeps): Endpoint[] {
  const routes = [
    ...createStatusRoutes(deps),
    ...collectionRoutes(deps),
    queryRoute(deps),
    ...createIngestRoutes(deps),
    ...createCollectionFileRoutes(deps),
    ...createKnowledgeJobRoutes(deps, { ...collections, thing: 'Collection' }),
  ]
  return routes.map((route) => ({ ...route, invalidJson: 'invalid' }))
}

const collectionRoutes = ({ knowledge: { bases } }: KbServerDeps): Endpoint[] => [
  route('POST', '/collections', 'Create a collection', {
    description:
      '`owner` is stored as a label and gives no access. `embeddings_model` is ignored: the organization’s embedding model applies.',
    status: 201,
    body: kbServerCollectionSchema,
    handle: async ({ body: { name, description, visibility, owner }, caller }) => {
      const draft = { name, description: description ?? '', is_shared: isPublic(visibility) }
      return toCollection(await bases.create(caller, draft, toLabel(owner)))
    },
  }),
  route('GET', '/collections', 'List your collections, then those that colleagues share', {
    query: kbServerListQuerySchema,
    async handle({ query: { skip, limit, owner, visibility }, caller }) {
      const all = [...(await bases.listOwn(caller)), ...(await bases.listShared(caller))]
        .map(toCollection)
        .filter((collection) => visibility === undefined || collection.visibility === visibility)
        .filter((collection) => owner === undefined || collection.owner === owner)
      return { total: all.length, items: all.slice(skip, skip + limit) }
    },
  }),
  ofOwner('PUT', '/embeddings', 'Set the embedding key of an owner’s collections', {
    description:
      'Returns which of your collections have this owner. The key is not stored: the organization’s embedding model applies.',
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
  }),
  ofCollection('GET', '', 'Get a collection', {
    handle: async ({ params: { id }, caller }) => toCollection(await bases.getFor(caller, 'see', id)),
  }),
  ofCollection('DELETE', '', 'Delete a collection with its files', {
    async handle({ params: { id }, caller }) {
      const { base, files, passages } = await bases.remove(caller, id)
      return {
        id,
        name: base.name,
        deleted_embeddings: passages,
        chroma_collection: String(id),
        removed_files: files,
        status: 'deleted',
      }
    },
  }),
]

const queryRoute = (deps: KbServerDeps): Endpoint =>
  ofCollection('POST', '/query', 'Query a collection', {
    description: 'Returns passages (`simple_query`) or their sections (`parent_child_query`).',
    query: z.object({ plugin_name: z.string().max(100).optional() }),
    body: lambKnowledgeQuerySchema,
    async handle({ params: { id }, query, body, caller }) {
      const plugin = query.plugin_name ?? body.plugin_name ?? 'simple_query'
      const { results, grade, milliseconds } = await queryLikeLamb(deps, caller, id, body, plugin)
      return {
        results,
        grade,
        count: results.length,
        timing: { total_seconds: milliseconds / 1000, total_ms: milliseconds },
        query: body.query_text,
      }
    },
  })

function isPublic(visibility: string | null | undefined): boolean {
  if (visibility && visibility !== 'private' && visibility !== 'public')
    throw badRequest(say('kb_server.visibility_invalid'))
  return visibility === 'public'
}

/** No label for an empty text. */
const toLabel = (owner: string | number | null | undefined): string | null =>
  String(owner ?? '').trim() || null

const CONFIG = { ...EMBEDDINGS, apikey: '' }
const unchanged = {
  description: 'Accepted, but changes nothing: the embedding model of the organization applies.',
  handle: () => ({ message: NOT_STORED, config: CONFIG }),
}

/** The state and the settings of the server. */
const createStatusRoutes = ({ knowledge: { bases }, version }: KbServerDeps): Endpoint[] => [
  route('GET', '', 'Get the name and version of the server', {
    handle: () => ({
      message: 'Bellwether, compatible with the Lamb knowledge base server',
      status: 'ok',
      service: 'Bellwether knowledge-base server',
      version,
    }),
  }),
  lambGroup({ ...group, access: 'public' })('GET', '/health', 'Check the knowledge base server', {
    handle: () => ({ status: 'ok', version }),
  }),
  route('GET', '/database/status', 'Get the database status', {
    description: 'The number of your collections, with the fields that LAMB’s knowledge base server has.',
    handle: async ({ caller }) => {
      const collections_count = (await bases.listOwn(caller)).length
      return {
        status: 'ok',
        sqlite_status: { initialized: true, schema_valid: true, errors: [] },
        chromadb_status: { initialized: true, collections_count },
        collections_count,
      }
    },
  }),
  route('GET', '/config/embeddings', 'Get the embedding settings', { handle: () => CONFIG }),
  route('PUT', '/config/embeddings', 'Set the embedding settings', { ...unchanged, body: z.looseObject({}) }),
  route('DELETE', '/config/embeddings', 'Reset the embedding settings', unchanged),
  route('GET', '/config/ingestion', 'Get the polling interval for ingestion in seconds', {
    handle: () => ({ refresh_rate: 3 }),
  }),
  route('GET', '/ingestion/plugins', 'List ingestion plugins', { handle: () => INGESTION_PLUGINS }),
]
