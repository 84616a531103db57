import * as z from 'zod'
import { INGESTION_PLUGINS } from '../../../modules/knowledge/index.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { EMBEDDINGS } from '../knowledge/knowledge-records.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { type KbServerDeps, NOT_STORED, PREFIX, tag } from './kb-server.ts'

/** The state and the settings of the server. */
export const createStatusRoutes = (deps: KbServerDeps): Endpoint[] => [
  ...healthRoutes(deps),
  ...embeddingRoutes(),
  ...ingestionRoutes(),
]

const healthRoutes = ({ knowledge: { bases }, version }: KbServerDeps): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: PREFIX,
    tag,
    summary: 'Get server information',
    description: 'Name and version.',
    access: 'author',
    handle: () => ({
      message: 'Bellwether, compatible with the Lamb knowledge base server',
      status: 'ok',
      service: 'Bellwether knowledge-base server',
      version,
    }),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${PREFIX}/health`,
    tag,
    summary: 'Check the knowledge base server',
    description: 'Whether it is available.',
    access: 'public',
    handle: () => ({ status: 'ok', version }),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${PREFIX}/database/status`,
    tag,
    summary: 'Get the database status',
    description: 'The number of your collections, with the fields that LAMB’s knowledge base server has.',
    access: 'author',
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
]

function embeddingRoutes(): Endpoint[] {
  const common = { path: `${PREFIX}/config/embeddings`, tag } as const
  const description = 'Accepted, but changes nothing: the embedding model of the organization applies.'
  const unchanged = () => ({ message: NOT_STORED, config: { ...EMBEDDINGS, apikey: '' } })
  return [
    lambEndpoint({
      ...common,
      method: 'GET',
      access: 'author',
      summary: 'Get the embedding settings',
      description: 'Read-only here.',
      handle: () => ({ ...EMBEDDINGS, apikey: '' }),
    }),
    lambEndpoint({
      ...common,
      method: 'PUT',
      access: 'author',
      summary: 'Set the embedding settings',
      description,
      body: z.looseObject({}),
      handle: unchanged,
    }),
    lambEndpoint({
      ...common,
      method: 'DELETE',
      access: 'author',
      summary: 'Reset the embedding settings',
      description,
      handle: unchanged,
    }),
  ]
}

const ingestionRoutes = (): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: `${PREFIX}/config/ingestion`,
    tag,
    summary: 'Get the polling interval for ingestion',
    description: 'In seconds.',
    access: 'author',
    handle: () => ({ refresh_rate: 3 }),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${PREFIX}/ingestion/plugins`,
    tag,
    summary: 'List ingestion plugins',
    description: 'With the parameters of each.',
    access: 'author',
    handle: () => INGESTION_PLUGINS,
  }),
]
