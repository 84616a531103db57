import type { KnowledgeSettings } from '@bellwether/wire'
import * as z from 'zod'
import { type Knowledge, readSettings } from '../../../modules/knowledge/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { isAppError } from '../../../platform/errors.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { type LibraryDeps, ofLibrary } from './library-deps.ts'

type ImportDefaults = NonNullable<KnowledgeSettings['import_defaults']>

const changeSchema = z.looseObject({
  image_descriptions: z.enum(['none', 'basic', 'llm']).nullish(),
  max_discovery_depth: z.int().min(0).max(5).nullish(),
})

/** What imports into a library use unless the request says otherwise. */
export async function importDefaults(
  { bases }: Pick<Knowledge, 'bases'>,
  caller: UserCaller,
  base: number,
): Promise<ImportDefaults> {
  return readSettings((await bases.getFor(caller, 'see', base)).settings).import_defaults ?? {}
}

const toShown = (id: number, { image_descriptions, max_discovery_depth }: ImportDefaults) => ({
  library_id: String(id),
  image_descriptions: image_descriptions ?? 'none',
  max_discovery_depth: max_discovery_depth ?? 0,
})

/** LAMB's import configuration of a library: defaults for `upload` and `import-url`. */
export function createImportConfigRoutes({ knowledge }: LibraryDeps): Endpoint[] {
  const { bases, documents } = knowledge

  /** A model may be connected later, so its absence is only a warning. */
  async function warningFor(caller: UserCaller, { image_descriptions }: ImportDefaults) {
    if (image_descriptions !== 'llm') return {}
    try {
      await documents.requireDescriber(caller.organizationId, undefined)
      return {}
    } catch (error) {
      if (!isAppError(error)) throw error
      return { warning: error.message }
    }
  }

  return [
    ofLibrary('GET', '/import-config', 'Get the import configuration of a library', {
      description: 'What imports use unless the request says otherwise.',
      handle: async ({ params: { id }, caller }) => toShown(id, await importDefaults(knowledge, caller, id)),
    }),
    ofLibrary('PUT', '/import-config', 'Change the import configuration of a library', {
      description:
        'Omitted fields stay the same. With `image_descriptions: llm`, a model describes images; `warning` says if there is none.',
      body: changeSchema,
      async handle({ params: { id }, body, caller }) {
        const defaults = {
          ...(await importDefaults(knowledge, caller, id)),
          ...(body.image_descriptions ? { image_descriptions: body.image_descriptions } : {}),
          ...(body.max_discovery_depth == null ? {} : { max_discovery_depth: body.max_discovery_depth }),
        }
        await bases.update(caller, id, { settings: { import_defaults: defaults } })
        return { ...toShown(id, defaults), ...(await warningFor(caller, defaults)) }
      },
    }),
  ]
}
