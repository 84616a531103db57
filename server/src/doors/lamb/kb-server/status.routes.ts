import * as z from 'zod'
import { INGESTION_PLUGINS } from '../../../modules/knowledge/index.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { EMBEDDINGS } from '../knowledge/knowledge-records.ts'
import { lambGroup } from '../lamb-endpoint.ts'
import { group, type KbServerDeps, NOT_STORED, route } from './kb-server.ts'

const CONFIG = { ...EMBEDDINGS, apikey: '' }
const unchanged = {
  description: 'Accepted, but changes nothing: the embedding model of the organization applies.',
  handle: () => ({ message: NOT_STORED, config: CONFIG }),
}

/** The state and the settings of the server. */
export const createStatusRoutes = ({ knowledge: { bases }, version }: KbServerDeps): Endpoint[] => [
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
