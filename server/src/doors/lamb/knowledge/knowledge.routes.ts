import {
  KNOWLEDGE_LIMITS,
  lambChangeKnowledgeBaseSchema,
  lambCreateKnowledgeBaseSchema,
  lambShareKnowledgeBaseSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { Knowledge } from '../../../modules/knowledge/index.ts'
import { INGESTION_PLUGINS, QUERY_PLUGINS, toKnowledgeId } from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { createKnowledgeFileRoutes } from './knowledge-files.routes.ts'
import { createKnowledgeJobRoutes } from './knowledge-jobs.routes.ts'
import { createKnowledgeQueryRoutes } from './knowledge-query.routes.ts'
import { toLambBase, toLambFile } from './knowledge-records.ts'

export interface KnowledgeRouteDeps {
  knowledge: Knowledge
  publicUrl: string
  /** Whether the organization's assistants search a separate knowledge server. */
  hasExternalServer(caller: UserCaller): Promise<boolean>
}

const BASE = '/creator/knowledgebases'
const tag = 'LAMB: knowledge bases'
const params = z.object({ id: z.string().max(100) })

/** LAMB's contract §8. Always the knowledge bases on this server, even if assistants search another one. */
export function createKnowledgeRoutes(deps: KnowledgeRouteDeps): Endpoint[] {
  const show = createShow(deps)

  return [
    ...listRoutes(deps, show),
    ...baseRoutes(deps, show),
    ...pluginRoutes(),
    ...createKnowledgeQueryRoutes(deps),
    ...createKnowledgeFileRoutes(deps),
    ...createKnowledgeJobRoutes(deps),
  ]
}

function createShow({ knowledge }: KnowledgeRouteDeps) {
  const { bases } = knowledge

  const show = (caller: UserCaller) => (base: Parameters<typeof toLambBase>[0]) =>
    toLambBase(base, caller, bases.mayEdit(caller, base))

  return { show }
}

type Show = ReturnType<typeof createShow>

function listRoutes({ knowledge, hasExternalServer }: KnowledgeRouteDeps, { show }: Show): Endpoint[] {
  const { bases } = knowledge

  return [
    lambEndpoint({
      method: 'GET',
      path: `${BASE}/user`,
      tag,
      summary: 'List your knowledge bases',
      description: 'Only those you own.',
      access: 'author',
      handle: async ({ caller }) => ({
        knowledge_bases: (await bases.listOwn(caller)).map(show(caller)),
        external_server: await hasExternalServer(caller),
      }),
    }),
    lambEndpoint({
      method: 'GET',
      path: `${BASE}/shared`,
      tag,
      summary: 'List shared knowledge bases',
      description: 'Those that colleagues share with your organization.',
      access: 'author',
      handle: async ({ caller }) => ({
        knowledge_bases: (await bases.listShared(caller)).map(show(caller)),
        external_server: await hasExternalServer(caller),
      }),
    }),
    lambEndpoint({
      method: 'POST',
      path: BASE,
      tag,
      summary: 'Create a knowledge base',
      description: 'Its name is converted to lower case, with `_` for spaces.',
      access: 'author',
      body: lambCreateKnowledgeBaseSchema,
      creates: true,
      async handle({ body, caller }) {
        const base = await bases.create(caller, {
          name: toLambName(body.name),
          description: body.description ?? '',
          ...toShared(body.access_control),
        })
        const id = String(base.id)
        const message = 'Knowledge base created successfully'
        const { name, description } = base
        const is_shared = base.is_shared === 1
        return { kb_id: id, id, name, description, is_owner: true, is_shared, status: 'success', message }
      },
    }),
  ]
}

function baseRoutes({ knowledge, publicUrl }: KnowledgeRouteDeps, { show }: Show): Endpoint[] {
  const { bases, documents } = knowledge

  return [
    lambEndpoint({
      method: 'GET',
      path: `${BASE}/kb/{id}`,
      tag,
      summary: 'Get a knowledge base',
      description: 'With its files.',
      access: 'author',
      params,
      async handle({ params, caller }) {
        const base = await bases.getFor(caller, 'see', toKnowledgeId(params.id))
        const { files } = await documents.list(caller, base.id, ALL_FILES)
        return { ...show(caller)(base), files: files.map((file) => toLambFile(publicUrl, file)) }
      },
    }),
    lambEndpoint({
      method: 'PATCH',
      path: `${BASE}/kb/{id}`,
      tag,
      summary: 'Update a knowledge base',
      description: 'Omitted fields keep their values.',
      access: 'author',
      params,
      body: lambChangeKnowledgeBaseSchema,
      async handle({ params, body, caller }) {
        const base = await bases.update(caller, toKnowledgeId(params.id), {
          ...(body.name == null ? {} : { name: toLambName(body.name) }),
          ...(body.description == null ? {} : { description: body.description }),
          ...toShared(body.access_control),
        })
        const message = 'Knowledge base updated successfully'
        return { kb_id: String(base.id), name: base.name, status: 'success', message }
      },
    }),
    lambEndpoint({
      method: 'PUT',
      path: `${BASE}/kb/{id}/share`,
      tag,
      summary: 'Share or unshare a knowledge base',
      description: 'With your organization.',
      access: 'author',
      params,
      body: lambShareKnowledgeBaseSchema,
      async handle({ params, body: { is_shared, force }, caller }) {
        await bases.setShared(caller, toKnowledgeId(params.id), is_shared, force)
        const message = is_shared
          ? 'Knowledge base is now shared with your organization'
          : 'Knowledge base is now private'
        return { kb_id: params.id, is_shared, message }
      },
    }),
    lambEndpoint({
      method: 'DELETE',
      path: `${BASE}/kb/{id}`,
      tag,
      summary: 'Delete a knowledge base',
      description: 'Deletes all its files as well.',
      access: 'author',
      params,
      async handle({ params, caller }) {
        const deleted = await bases.remove(caller, toKnowledgeId(params.id))
        return {
          kb_id: params.id,
          status: 'success',
          message: 'Knowledge base deleted successfully',
          deleted_embeddings: deleted.passages,
          removed_files: deleted.files,
          collection_name: deleted.base.name,
        }
      },
    }),
  ]
}

const pluginRoutes = (): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/ingestion-plugins`,
    tag,
    summary: 'List ingestion plugins',
    description: 'With the parameters of each.',
    access: 'author',
    handle: () => ({ plugins: INGESTION_PLUGINS }),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/query-plugins`,
    tag,
    summary: 'List query plugins',
    description: 'With the parameters of each.',
    access: 'author',
    handle: () => ({ plugins: QUERY_PLUGINS }),
  }),
]

const ALL_FILES = {
  limit: KNOWLEDGE_LIMITS.filesPerUser,
  offset: 0,
  sortBy: 'created_at',
  descending: true,
} as const

/** LAMB calls a knowledge base that is shared with the organization `public`. */
const toShared = (access: 'private' | 'public' | null | undefined) =>
  access == null ? {} : { is_shared: access === 'public' }

/** Like LAMB's rule, but keeps letters of every language. */
export function toLambName(typedName: string): string {
  const name = typedName
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '_')
    .replace(/[^\p{L}\p{M}\p{N}_]/gu, '')
    .replace(/_+/g, '_')
    .replace(/^_|_$/g, '')
  return name || 'untitled'
}
