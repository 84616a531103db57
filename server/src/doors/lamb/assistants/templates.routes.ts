import {
  createTemplateSchema,
  duplicateTemplateSchema,
  exportTemplatesSchema,
  idSchema,
  importedTemplatesSchema,
  importTemplatesSchema,
  shareTemplateSchema,
  templateExportSchema,
  templateListQuerySchema,
  templateListSchema,
  templateRecordSchema,
  updateTemplateSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { TemplateService } from '../../../modules/templates/index.ts'
import type { Endpoint } from '../../../platform/http/endpoint.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'

export interface TemplateRouteDeps {
  templates: TemplateService
}

const BASE = '/creator/prompt-templates'
const tag = 'Prompt templates'
const params = z.object({ id: idSchema })

/** Templates for new assistants: LAMB's contract §11, and the import of exported ones. */
export function createTemplateRoutes(deps: TemplateRouteDeps): Endpoint[] {
  return [...listRoutes(deps), ...templateRoutes(deps)]
}

const listRoutes = ({ templates }: TemplateRouteDeps): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/list`,
    tag,
    summary: 'List your prompt templates',
    description: 'Newest first. Students have prompts of their own for chats, which only they see.',
    access: 'user',
    query: templateListQuerySchema,
    answer: templateListSchema,
    handle: ({ query, caller }) => templates.list(caller, 'mine', query),
  }),
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/shared`,
    tag,
    summary: 'List shared prompt templates',
    description: 'Those that colleagues share with your organization.',
    access: 'author',
    query: templateListQuerySchema,
    answer: templateListSchema,
    handle: ({ query, caller }) => templates.list(caller, 'shared', query),
  }),
  lambEndpoint({
    method: 'POST',
    path: `${BASE}/create`,
    tag,
    summary: 'Create a prompt template',
    description: '400 if you already have one with this name. Students can’t share theirs (403).',
    access: 'user',
    body: createTemplateSchema,
    answer: templateRecordSchema,
    status: 201,
    handle: ({ body, caller }) => templates.create(caller, body),
  }),
  lambEndpoint({
    method: 'POST',
    path: `${BASE}/export`,
    tag,
    summary: 'Export prompt templates',
    description: 'Downloads the selected templates as a file.',
    access: 'author',
    body: exportTemplatesSchema,
    answer: templateExportSchema,
    handle: ({ body, caller }) => templates.export(caller, body.template_ids),
  }),
  lambEndpoint({
    method: 'POST',
    path: `${BASE}/import`,
    tag,
    summary: 'Import prompt templates',
    description: 'All of the file or nothing. Names you already have get a number.',
    access: 'author',
    body: importTemplatesSchema,
    answer: importedTemplatesSchema,
    status: 201,
    async handle({ body, caller }) {
      const imported = await templates.import(caller, body.templates)
      return { success: true, imported: imported.length, templates: imported }
    },
  }),
]

const templateRoutes = ({ templates }: TemplateRouteDeps): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: `${BASE}/{id}`,
    tag,
    summary: 'Get a prompt template',
    description: 'Your own or, for educators, one shared in your organization.',
    access: 'user',
    params,
    answer: templateRecordSchema,
    handle: ({ params, caller }) => templates.get(caller, params.id),
  }),
  lambEndpoint({
    method: 'PUT',
    path: `${BASE}/{id}`,
    tag,
    summary: 'Update a prompt template',
    description: 'Omitted fields keep their values.',
    access: 'user',
    params,
    body: updateTemplateSchema,
    answer: templateRecordSchema,
    handle: ({ params, body, caller }) => templates.update(caller, params.id, body),
  }),
  lambEndpoint({
    method: 'DELETE',
    path: `${BASE}/{id}`,
    tag,
    summary: 'Delete a prompt template',
    description: 'One you own.',
    access: 'user',
    params,
    status: 204,
    handle: ({ params, caller }) => templates.delete(caller, params.id),
  }),
  lambEndpoint({
    method: 'POST',
    path: `${BASE}/{id}/duplicate`,
    tag,
    summary: 'Duplicate a prompt template',
    description: 'Creates a copy that you own.',
    access: 'user',
    params,
    body: duplicateTemplateSchema,
    bodyOptional: true,
    answer: templateRecordSchema,
    status: 201,
    handle: ({ params, body, caller }) => templates.duplicate(caller, params.id, body.new_name),
  }),
  lambEndpoint({
    method: 'PUT',
    path: `${BASE}/{id}/share`,
    tag,
    summary: 'Share or unshare a prompt template',
    description: 'With your organization.',
    access: 'author',
    params,
    body: shareTemplateSchema,
    answer: templateRecordSchema,
    handle: ({ params, body, caller }) => templates.share(caller, params.id, body.is_shared),
  }),
]
