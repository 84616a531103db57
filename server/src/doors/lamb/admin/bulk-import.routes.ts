import { ADMIN_LIMITS, actingInSchema, importExecuteSchema, toMessageFields } from '@bellwether/wire'
import * as z from 'zod'
import {
  readImportBytes,
  readImportFile,
  readImportJson,
  toImportTemplate,
} from '../../../modules/users/index.ts'
import { isAppError } from '../../../platform/errors.ts'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { lambGroup } from '../lamb-endpoint.ts'
import { actingIn, type OrgAdminDeps } from '../org-admin/org-admin-deps.ts'

const route = lambGroup({
  tag: 'organization admin',
  access: 'organization-admin',
  base: '/creator/admin/org-admin/users/bulk-import',
})
/** Space for the other parts of a form with a file of the maximum size. */
const FORM_OVERHEAD = 64 * 1024

/** A file in a form, as LAMB's page sends it, or JSON, as its command line does. */
const importBody = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])

export const createBulkImportRoutes = ({
  organizations,
  bulkImport,
}: Pick<OrgAdminDeps, 'organizations' | 'bulkImport'>): Endpoint[] => [
  route('POST', '/validate', 'Check a JSON or CSV list of users without creating them', {
    query: actingInSchema,
    bodyKind: 'json-or-form',
    bodyLimit: ADMIN_LIMITS.importBytes + FORM_OVERHEAD,
    body: importBody,
    handle: async ({ caller, query, body }) => {
      await actingIn(organizations, caller, query)
      try {
        const { summary, users } = await bulkImport.check(await readPeople(body))
        return { valid: summary.invalid === 0, summary, users, error: null }
      } catch (error) {
        // An unreadable file is a regular result of this endpoint.
        if (!isAppError(error) || error.code !== 'bad_request') throw error
        const summary = { total: 0, valid: 0, invalid: 0 }
        return {
          valid: false,
          summary,
          users: [],
          error: error.message,
          ...(error.userMessage && toMessageFields(error.userMessage)),
        }
      }
    },
  }),
  route('POST', '/execute', 'Import users', {
    query: actingInSchema,
    description: 'Creates the users of a list. Generated passwords are only shown in this response.',
    bodyLimit: ADMIN_LIMITS.importBytes,
    body: importExecuteSchema,
    handle: async ({ caller, query, body }) => {
      const row = await actingIn(organizations, caller, query)
      const people = readImportJson(body.users)
      const done = await bulkImport.execute(caller, row.id, people, body.filename)
      return new Reply({ success: true, ...done }, { 'cache-control': 'no-store' })
    },
  }),
  route('GET', '/template', 'Get the import template', {
    description: 'JSON, or CSV with `?format=csv`.',
    query: actingInSchema.extend({ format: z.enum(['json', 'csv']).optional() }),
    handle: ({ query }) => toImportTemplate(query.format ?? 'json'),
  }),
]

async function readPeople(body: z.output<typeof importBody>) {
  const file = Array.isArray(body) ? undefined : body.file
  if (typeof file === 'string') return readImportFile(file)
  if (!(file instanceof Blob)) return readImportJson(body)
  return readImportBytes(Buffer.from(await file.arrayBuffer()))
}
