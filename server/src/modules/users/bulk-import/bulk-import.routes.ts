import {
  ADMIN_LIMITS,
  importExecuteSchema,
  memberImportCheckSchema,
  memberImportDoneSchema,
  slugParamSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { type OrganizationService, toSlug } from '../../organizations/index.ts'
import type { BulkImportService } from './bulk-import.service.ts'
import { readImportBytes, readImportJson } from './bulk-import.ts'

export interface BulkImportRouteDeps {
  organizations: Pick<OrganizationService, 'getFor'>
  bulkImport: Pick<BulkImportService, 'check' | 'execute'>
}

const BASE = '/organizations/{slug}/member-imports'
const common = { tag: 'Organizations', access: 'organization-admin', params: slugParamSchema } as const
/** A CSV or JSON file as it is sent. */
const fileSchema = z.custom<Buffer>((value) => Buffer.isBuffer(value))

/** Creating the accounts of a list. */
export const createBulkImportRoutes = ({ organizations, bulkImport }: BulkImportRouteDeps): Endpoint[] => [
  endpoint({
    ...common,
    method: 'POST',
    path: `${BASE}/check`,
    summary: 'Check a list of people',
    description: 'Reads a CSV or JSON file without creating accounts.',
    bodyKind: 'bytes',
    body: fileSchema,
    bodyLimit: ADMIN_LIMITS.importBytes,
    answer: memberImportCheckSchema,
    creates: false,
    async handle({ caller, params: { slug }, body }) {
      await organizations.getFor(caller, 'edit', toSlug(slug))
      return bulkImport.check(readImportBytes(body))
    },
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: BASE,
    summary: 'Import people',
    description: 'Creates the accounts of a list. Generated passwords are only shown in this response.',
    body: importExecuteSchema,
    bodyLimit: ADMIN_LIMITS.importBytes,
    answer: memberImportDoneSchema,
    async handle({ caller, params: { slug }, body: { users, filename } }) {
      const { id } = await organizations.getFor(caller, 'edit', toSlug(slug))
      const done = await bulkImport.execute(caller, id, readImportJson(users), filename)
      return new Reply(done, { 'cache-control': 'no-store' })
    },
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: `${BASE}/template`,
    summary: 'Get an example of a list',
    description: 'JSON, or CSV with `?format=csv`.',
    query: z.object({ format: z.enum(['json', 'csv']).default('json') }),
    answer: 'file',
    async handle({ caller, params: { slug }, query }) {
      await organizations.getFor(caller, 'edit', toSlug(slug))
      return toImportTemplate(query.format)
    },
  }),
]

const EXAMPLES = [
  { email: 'maria.example@example.edu', name: 'Maria Example', user_type: 'creator', enabled: true },
  { email: 'joan.example@example.edu', name: 'Joan Example', user_type: 'end_user', enabled: false },
] as const

export function toImportTemplate(format: 'json' | 'csv'): Reply {
  const attachment = { 'content-disposition': `attachment; filename="users.${format}"` }
  if (format === 'json') return new Reply({ version: '1.0', users: EXAMPLES }, attachment)
  const lines = EXAMPLES.map((user) => [user.email, user.name, user.user_type, user.enabled].join(','))
  return new Reply(`email,name,user_type,enabled\n${lines.join('\n')}\n`, {
    ...attachment,
    'content-type': 'text/csv; charset=utf-8',
  })
}
