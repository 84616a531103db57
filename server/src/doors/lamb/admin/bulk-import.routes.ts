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
import { lambEndpoint } from '../lamb-endpoint.ts'
import { actingIn } from '../org-admin/org-admin-acting.ts'
import type { OrgAdminDeps } from '../org-admin/org-admin-deps.ts'

const tag = 'LAMB: organization admin'
const BASE = '/creator/admin/org-admin/users/bulk-import'
const common = { tag, access: 'organization-admin', query: actingInSchema } as const
/** Space for the other parts of a form with a file of the maximum size. */
const FORM_OVERHEAD = 64 * 1024

/** A file in a form, as LAMB's page sends it, or JSON, as its command line does. */
const importBody = z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())])

export const createBulkImportRoutes = ({
  organizations,
  bulkImport,
}: Pick<OrgAdminDeps, 'organizations' | 'bulkImport'>): Endpoint[] => [
  lambEndpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/validate`,
    summary: 'Validate a user list',
    description: 'Checks a JSON or CSV list without creating users.',
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
  lambEndpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/execute`,
    summary: 'Import users',
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
  lambEndpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/template`,
    summary: 'Get the import template',
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
