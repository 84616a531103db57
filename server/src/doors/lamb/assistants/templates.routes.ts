import {
  createTemplateSchema,
  duplicateTemplateSchema,
  exportTemplatesSchema,
  idSchema,
  importTemplatesSchema,
  templateListQuerySchema,
  updateTemplateSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { TemplateService } from '../../../modules/templates/index.ts'
import type { Endpoint, EndpointSpec } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'

type Method = EndpointSpec<'user', z.ZodType, z.ZodType, z.ZodType, 'none'>['method']
const at = <A extends 'user' | 'author'>(method: Method, path: string, access: A, summary: string) => ({
  method,
  path: `/creator/prompt-templates/${path}`,
  tag: 'Prompt templates: LAMB',
  summary,
  description: 'In LAMB’s form; the own API has `/prompt-templates`.',
  access,
})
const params = z.object({ id: idSchema })
const query = templateListQuerySchema.omit({ scope: true })

/** LAMB's contract §11, and the import of exported templates. */
export const createLambTemplateRoutes = ({ templates }: { templates: TemplateService }): Endpoint[] => [
  ...(
    [
      ['mine', 'list', 'user'],
      ['shared', 'shared', 'author'],
    ] as const
  ).map(([scope, path, access]) =>
    lambEndpoint({
      ...at('GET', path, access, `List prompt templates: ${scope}`),
      query,
      handle: async ({ query: page, caller }) => ({
        ...(await templates.list(caller, scope, page)),
        page: Math.floor(page.offset / page.limit) + 1,
        limit: page.limit,
      }),
    }),
  ),
  lambEndpoint({
    ...at('POST', 'create', 'user', 'Create a prompt template'),
    body: createTemplateSchema,
    status: 201,
    handle: ({ body, caller }) => templates.create(caller, body),
  }),
  lambEndpoint({
    ...at('POST', 'export', 'author', 'Export prompt templates'),
    body: exportTemplatesSchema,
    handle: ({ body, caller }) => templates.export(caller, body.template_ids),
  }),
  lambEndpoint({
    ...at('POST', 'import', 'author', 'Import prompt templates'),
    body: importTemplatesSchema,
    status: 201,
    async handle({ body, caller }) {
      const imported = await templates.import(caller, body.templates)
      return { success: true, imported: imported.length, templates: imported }
    },
  }),
  lambEndpoint({
    ...at('GET', '{id}', 'user', 'Get a prompt template'),
    params,
    handle: ({ params, caller }) => templates.get(caller, params.id),
  }),
  lambEndpoint({
    ...at('PUT', '{id}', 'user', 'Update a prompt template'),
    params,
    body: updateTemplateSchema,
    handle: ({ params, body, caller }) => templates.update(caller, params.id, body),
  }),
  lambEndpoint({
    ...at('DELETE', '{id}', 'user', 'Delete a prompt template'),
    params,
    answer: 'none',
    handle: ({ params, caller }) => templates.delete(caller, params.id),
  }),
  lambEndpoint({
    ...at('POST', '{id}/duplicate', 'user', 'Duplicate a prompt template'),
    params,
    body: duplicateTemplateSchema,
    bodyOptional: true,
    status: 201,
    handle: ({ params, body, caller }) => templates.duplicate(caller, params.id, body.new_name),
  }),
  lambEndpoint({
    ...at('PUT', '{id}/share', 'author', 'Share or unshare a prompt template'),
    params,
    body: z.object({ is_shared: z.boolean() }),
    handle: ({ params, body, caller }) => templates.update(caller, params.id, body),
  }),
]
