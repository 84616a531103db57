import { lambImportFormSchema, lambImportListSchema, lambImportSchema } from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../platform/http/endpoint.ts'
import type { Imports } from './imports.ts'
import { receiveImport } from './receive-import.ts'

const tag = 'System'
const PATH = '/system/imports'

/** Moving a LAMB installation here. */
export function createImportRoutes({ imports, dataDir }: { imports: Imports; dataDir: string }): Endpoint[] {
  return [
    endpoint({
      method: 'POST',
      path: `${PATH}/lamb`,
      tag,
      summary: 'Import a LAMB installation',
      description:
        'Uploads the databases and starts the import in the background. With `dry_run=true`, nothing is changed and the report says what would be imported. Importing again creates no duplicates. Send folders as zip archives; import larger ones with `npm run import-lamb`.',
      access: 'system-admin',
      status: 202,
      form: lambImportFormSchema,
      answer: lambImportSchema,
      async handle({ caller, exchange }) {
        return imports.start(caller.userId, await receiveImport(exchange, dataDir))
      },
    }),
    endpoint({
      method: 'GET',
      path: PATH,
      tag,
      summary: 'List imports',
      description: 'The latest imports, newest first.',
      access: 'system-admin',
      answer: lambImportListSchema,
      handle: async () => ({ imports: await imports.list() }),
    }),
    endpoint({
      method: 'GET',
      path: `${PATH}/{id}`,
      tag,
      summary: 'Get an import',
      description: 'Its progress while it runs, then its report.',
      access: 'system-admin',
      params: z.object({ id: z.string().max(100) }),
      answer: lambImportSchema,
      handle: ({ params: { id } }) => imports.get(id),
    }),
  ]
}
