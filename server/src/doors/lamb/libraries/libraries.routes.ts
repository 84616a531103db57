import { kbServerCollectionSchema, lambShareKnowledgeBaseSchema } from '@bellwether/wire'
import * as z from 'zod'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { createImportConfigRoutes } from './import-config.routes.ts'
import { createLibraryArchiveRoutes } from './library-archive.routes.ts'
import { type LibraryDeps, ofLibrary, route } from './library-deps.ts'
import { createLibraryItemRoutes } from './library-items.routes.ts'
import { LIBRARY_PLUGINS, toLibrary } from './library-records.ts'

const { name, description } = kbServerCollectionSchema.shape
const draftSchema = z.looseObject({ name, description })

/**
 * LAMB's libraries (contract §16), for its command line. There is no second store of documents here: a library is a
 * knowledge base, and its items are documents.
 */
export const createLibraryRoutes = (deps: LibraryDeps): Endpoint[] => [
  ...libraryRoutes(deps),
  ...createLibraryItemRoutes(deps),
  ...createLibraryArchiveRoutes(deps),
  ...createImportConfigRoutes(deps),
]

function libraryRoutes({ knowledge: { bases } }: LibraryDeps): Endpoint[] {
  const show = async (caller: UserCaller, id: number) =>
    toLibrary(await bases.getFor(caller, 'see', id), caller, (await bases.countsOf(caller, id)).files)

  return [
    route('GET', '', 'List your libraries, then those that colleagues share', {
      async handle({ caller }) {
        const libraries = []
        for (const { id } of [...(await bases.listOwn(caller)), ...(await bases.listShared(caller))])
          libraries.push(await show(caller, id))
        return { libraries }
      },
    }),
    route('POST', '', 'Create a library', {
      creates: true,
      body: draftSchema,
      async handle({ body, caller }) {
        const draft = { name: body.name, description: body.description ?? '', is_shared: false }
        return show(caller, (await bases.create(caller, draft)).id)
      },
    }),
    route('GET', '/plugins', 'List import plugins', {
      description:
        'The ingestion plugins of knowledge bases. LAMB’s names, such as `simple_import`, are accepted too.',
      handle: () => ({ plugins: LIBRARY_PLUGINS }),
    }),
    ofLibrary('GET', '', 'Get a library', {
      handle: ({ params: { id }, caller }) => show(caller, id),
    }),
    ofLibrary('PUT', '', 'Update a library', {
      description: 'Omitted fields stay the same.',
      body: draftSchema.partial(),
      async handle({ params: { id }, body, caller }) {
        await bases.update(caller, id, {
          ...(body.name === undefined ? {} : { name: body.name }),
          ...(body.description == null ? {} : { description: body.description }),
        })
        return show(caller, id)
      },
    }),
    ofLibrary('DELETE', '', 'Delete a library with its documents', {
      async handle({ params: { id }, caller }) {
        await bases.remove(caller, id)
        return { id: String(id), message: `Library ${id} deleted successfully` }
      },
    }),
    ofLibrary('PUT', '/share', 'Share or unshare a library with the organization', {
      body: lambShareKnowledgeBaseSchema,
      async handle({ params: { id }, body: { is_shared, force }, caller }) {
        await bases.setShared(caller, id, is_shared, force)
        const message = is_shared ? 'Library is shared with organization' : 'Library is no longer shared'
        return { id: String(id), is_shared, message }
      },
    }),
  ]
}
