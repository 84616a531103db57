import {
  lambChangeKnowledgeBaseSchema,
  lambCreateKnowledgeBaseSchema,
  lambShareKnowledgeBaseSchema,
} from '@bellwether/wire'
import type { BaseWithOwner, Knowledge } from '../../../modules/knowledge/index.ts'
import { INGESTION_PLUGINS, QUERY_PLUGINS } from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { createKnowledgeFileRoutes } from './knowledge-files.routes.ts'
import { group, ofBase, route } from './knowledge-group.ts'
import { createKnowledgeJobRoutes } from './knowledge-jobs.routes.ts'
import { createKnowledgeQueryRoutes } from './knowledge-query.routes.ts'
import { listFiles, toLambBase, toLambFile } from './knowledge-records.ts'

export interface KnowledgeRouteDeps {
  knowledge: Knowledge
  publicUrl: string
  /** Whether the organization's assistants search a separate knowledge server. */
  hasExternalServer(caller: UserCaller): Promise<boolean>
}

/** LAMB's contract §8. Always the knowledge bases on this server, even if assistants search another one. */
export const createKnowledgeRoutes = (deps: KnowledgeRouteDeps): Endpoint[] => [
  ...listRoutes(deps),
  ...baseRoutes(deps),
  ...createKnowledgeQueryRoutes(deps),
  ...createKnowledgeFileRoutes(deps),
  ...createKnowledgeJobRoutes(deps, { ...group, base: `${group.base}/kb`, thing: 'Knowledge base' }),
]

const createShow =
  ({ knowledge: { bases } }: KnowledgeRouteDeps, caller: UserCaller) =>
  (base: BaseWithOwner) =>
    toLambBase(base, caller, bases.mayEdit(caller, base))

function listRoutes(deps: KnowledgeRouteDeps): Endpoint[] {
  const { bases } = deps.knowledge
  const toList = async (caller: UserCaller, listed: BaseWithOwner[]) => ({
    knowledge_bases: listed.map(createShow(deps, caller)),
    external_server: await deps.hasExternalServer(caller),
  })
  return [
    route('GET', '/user', 'List your knowledge bases', {
      handle: async ({ caller }) => toList(caller, await bases.listOwn(caller)),
    }),
    route('GET', '/shared', 'List knowledge bases that colleagues share', {
      handle: async ({ caller }) => toList(caller, await bases.listShared(caller)),
    }),
    route('POST', '', 'Create a knowledge base', {
      description: 'Its name is converted to lower case, with `_` for spaces.',
      body: lambCreateKnowledgeBaseSchema,
      creates: true,
      async handle({ body, caller }) {
        const base = await bases.create(caller, {
          name: toLambName(body.name),
          description: body.description ?? '',
          ...toShared(body.access_control),
        })
        const { id, name, description, is_owner, is_shared } = createShow(deps, caller)(base)
        const message = 'Knowledge base created successfully'
        return { kb_id: id, id, name, description, is_owner, is_shared, status: 'success', message }
      },
    }),
    route('GET', '/ingestion-plugins', 'List ingestion plugins', {
      handle: () => ({ plugins: INGESTION_PLUGINS }),
    }),
    route('GET', '/query-plugins', 'List query plugins', { handle: () => ({ plugins: QUERY_PLUGINS }) }),
  ]
}

function baseRoutes(deps: KnowledgeRouteDeps): Endpoint[] {
  const { bases } = deps.knowledge
  return [
    ofBase('GET', '', 'Get a knowledge base with its files', {
      async handle({ params: { id }, caller }) {
        const base = await bases.getFor(caller, 'see', id)
        const files = await listFiles(deps.knowledge, caller, id)
        return {
          ...createShow(deps, caller)(base),
          files: files.map((file) => toLambFile(deps.publicUrl, file)),
        }
      },
    }),
    ofBase('PATCH', '', 'Update a knowledge base', {
      description: 'Omitted fields keep their values.',
      body: lambChangeKnowledgeBaseSchema,
      async handle({ params, body, caller }) {
        const { id, name } = await bases.update(caller, params.id, {
          ...(body.name == null ? {} : { name: toLambName(body.name) }),
          ...(body.description == null ? {} : { description: body.description }),
          ...toShared(body.access_control),
        })
        const message = 'Knowledge base updated successfully'
        return { kb_id: String(id), name, status: 'success', message }
      },
    }),
    ofBase('PUT', '/share', 'Share or unshare a knowledge base with your organization', {
      body: lambShareKnowledgeBaseSchema,
      async handle({ params: { id }, body: { is_shared, force }, caller }) {
        await bases.setShared(caller, id, is_shared, force)
        const message = is_shared
          ? 'Knowledge base is now shared with your organization'
          : 'Knowledge base is now private'
        return { kb_id: String(id), is_shared, message }
      },
    }),
    ofBase('DELETE', '', 'Delete a knowledge base with its files', {
      async handle({ params: { id }, caller }) {
        const { base, files, passages } = await bases.remove(caller, id)
        return {
          kb_id: String(id),
          status: 'success',
          message: 'Knowledge base deleted successfully',
          deleted_embeddings: passages,
          removed_files: files,
          collection_name: base.name,
        }
      },
    }),
  ]
}

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
