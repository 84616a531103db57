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
import type { TemplateService } from '../../../modules/assistants/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambGroup } from '../lamb-endpoint.ts'

const group = {
  tag: 'prompt templates',
  access: 'user',
  base: '/creator/prompt-templates',
  description: 'In LAMB’s form; the own API has `/prompt-templates`.',
} as const
const one = { ...group, base: `${group.base}/{id}`, params: z.object({ id: idSchema }) }
const signedIn = lambGroup(group)
const author = lambGroup({ ...group, access: 'author' })
const ofTemplate = lambGroup(one)
const ofSharedTemplate = lambGroup({ ...one, access: 'author' })
const query = templateListQuerySchema.omit({ scope: true })

const toPage = async (
  templates: TemplateService,
  caller: UserCaller,
  scope: 'mine' | 'shared',
  page: z.output<typeof query>,
) => ({
  ...(await templates.list(caller, scope, page)),
  page: Math.floor(page.offset / page.limit) + 1,
  limit: page.limit,
})

/** LAMB's contract §11, and the import of exported templates. */
export const createLambTemplateRoutes = ({ templates }: { templates: TemplateService }): Endpoint[] => [
  signedIn('GET', '/list', 'List your prompt templates', {
    query,
    handle: ({ query, caller }) => toPage(templates, caller, 'mine', query),
  }),
  author('GET', '/shared', 'List prompt templates that colleagues share', {
    query,
    handle: ({ query, caller }) => toPage(templates, caller, 'shared', query),
  }),
  signedIn('POST', '/create', 'Create a prompt template', {
    body: createTemplateSchema,
    status: 201,
    handle: ({ body, caller }) => templates.create(caller, body),
  }),
  author('POST', '/export', 'Export prompt templates', {
    body: exportTemplatesSchema,
    handle: ({ body, caller }) => templates.export(caller, body.template_ids),
  }),
  author('POST', '/import', 'Import prompt templates', {
    body: importTemplatesSchema,
    status: 201,
    async handle({ body, caller }) {
      const imported = await templates.import(caller, body.templates)
      return { success: true, imported: imported.length, templates: imported }
    },
  }),
  ofTemplate('GET', '', 'Get a prompt template', {
    handle: ({ params, caller }) => templates.get(caller, params.id),
  }),
  ofTemplate('PUT', '', 'Update a prompt template', {
    body: updateTemplateSchema,
    handle: ({ params, body, caller }) => templates.update(caller, params.id, body),
  }),
  ofTemplate('DELETE', '', 'Delete a prompt template', {
    answer: 'none',
    handle: ({ params, caller }) => templates.delete(caller, params.id),
  }),
  ofTemplate('POST', '/duplicate', 'Duplicate a prompt template', {
    body: duplicateTemplateSchema,
    bodyOptional: true,
    status: 201,
    handle: ({ params, body, caller }) => templates.duplicate(caller, params.id, body.new_name),
  }),
  ofSharedTemplate('PUT', '/share', 'Share or unshare a prompt template', {
    body: z.object({ is_shared: z.boolean() }),
    handle: ({ params, body, caller }) => templates.update(caller, params.id, body),
  }),
]
