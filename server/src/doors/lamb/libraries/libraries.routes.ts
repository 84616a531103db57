import { kbServerCollectionSchema, lambShareKnowledgeBaseSchema } from '@bellwether/wire'
import * as z from 'zod'
import { toKnowledgeId } from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { createImportConfigRoutes } from './import-config.routes.ts'
import { LIBRARY_PLUGINS } from './import-plugins.ts'
import { createLibraryArchiveRoutes } from './library-archive.routes.ts'
import { LIBRARIES, LIBRARY, type LibraryDeps, params, THING, tag } from './library-deps.ts'
import { createLibraryItemRoutes } from './library-items.routes.ts'
import { toLibrary } from './library-records.ts'

const { name, description } = kbServerCollectionSchema.shape
const draftSchema = z.looseObject({ name, description })

/**
 * LAMB's libraries (contract §16), for its command line. There is no second store of documents here: a library is a
 * knowledge base, and its items are documents.
 */
export const createLibraryRoutes = (deps: LibraryDeps): Endpoint[] => [
  ...listRoutes(deps),
  ...libraryRoutes(deps),
  ...createLibraryItemRoutes(deps),
  ...createLibraryArchiveRoutes(deps),
  ...createImportConfigRoutes(deps),
]

const createShow =
  ({ knowledge: { bases } }: LibraryDeps) =>
  async (caller: UserCaller, id: number) => {
    const base = await bases.getFor(caller, 'see', id)
    return toLibrary(base, caller, (await bases.countsOf(caller, id)).files)
  }

function listRoutes(deps: LibraryDeps): Endpoint[] {
  const { bases } = deps.knowledge
  const show = createShow(deps)
  return [
    lambEndpoint({
      method: 'GET',
      path: LIBRARIES,
      tag,
      summary: 'List libraries',
      description: 'Your knowledge bases, then those that colleagues share.',
      access: 'author',
      async handle({ caller }) {
        const libraries = []
        for (const { id } of [...(await bases.listOwn(caller)), ...(await bases.listShared(caller))])
          libraries.push(await show(caller, id))
        return { libraries }
      },
    }),
    lambEndpoint({
      method: 'POST',
      path: LIBRARIES,
      tag,
      summary: 'Create a library',
      description: 'Creates a knowledge base.',
      access: 'author',
      creates: true,
      body: draftSchema,
      async handle({ body, caller }) {
        const draft = { name: body.name, description: body.description ?? '', is_shared: false }
        return show(caller, (await bases.create(caller, draft)).id)
      },
    }),
    lambEndpoint({
      method: 'GET',
      path: `${LIBRARIES}/plugins`,
      tag,
      summary: 'List import plugins',
      description:
        'The ingestion plugins of knowledge bases. LAMB’s names, such as `simple_import`, are accepted too.',
      access: 'author',
      handle: () => ({ plugins: LIBRARY_PLUGINS }),
    }),
  ]
}

function libraryRoutes(deps: LibraryDeps): Endpoint[] {
  const { bases } = deps.knowledge
  const show = createShow(deps)
  return [
    lambEndpoint({
      method: 'GET',
      path: LIBRARY,
      tag,
      summary: 'Get a library',
      description: 'Its name, description and number of items.',
      access: 'author',
      params,
      handle: ({ params: { id }, caller }) => show(caller, toKnowledgeId(id, THING)),
    }),
    lambEndpoint({
      method: 'PUT',
      path: LIBRARY,
      tag,
      summary: 'Update a library',
      description: 'Omitted fields stay the same.',
      access: 'author',
      params,
      body: draftSchema.partial(),
      async handle({ params: { id }, body, caller }) {
        const change = {
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.description == null ? {} : { description: body.description }),
        }
        return show(caller, (await bases.update(caller, toKnowledgeId(id, THING), change)).id)
      },
    }),
    lambEndpoint({
      method: 'DELETE',
      path: LIBRARY,
      tag,
      summary: 'Delete a library',
      description: 'Deletes the knowledge base and its documents.',
      access: 'author',
      params,
      async handle({ params: { id }, caller }) {
        const { base } = await bases.remove(caller, toKnowledgeId(id, THING))
        return { id: String(base.id), message: `Library ${base.id} deleted successfully` }
      },
    }),
    lambEndpoint({
      method: 'PUT',
      path: `${LIBRARY}/share`,
      tag,
      summary: 'Share a library',
      description: 'With the whole organization, or no longer.',
      access: 'author',
      params,
      body: lambShareKnowledgeBaseSchema,
      async handle({ params: { id }, body, caller }) {
        await bases.setShared(caller, toKnowledgeId(id, THING), body.is_shared, body.force)
        const message = body.is_shared ? 'Library is shared with organization' : 'Library is no longer shared'
        return { id, is_shared: body.is_shared, message }
      },
    }),
  ]
}
