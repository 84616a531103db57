import {
  createTemplateSchema,
  duplicateTemplateSchema,
  idSchema,
  templateListQuerySchema,
  templateListSchema,
  templateRecordSchema,
  updateTemplateSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { TemplateService } from './template.service.ts'

const tag = 'Prompt templates'
const params = z.object({ id: idSchema })

/** Prompts for chats, and templates for new assistants. */
export const createTemplateRoutes = ({ templates }: { templates: TemplateService }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/prompt-templates',
    tag,
    summary: 'List prompt templates',
    description: 'Newest first. Students have prompts of their own for chats, which only they see.',
    access: 'user',
    query: templateListQuerySchema,
    answer: templateListSchema,
    handle: ({ query: { scope, ...page }, caller }) => templates.list(caller, scope, page),
  }),
  endpoint({
    method: 'POST',
    path: '/prompt-templates',
    tag,
    summary: 'Create a prompt template',
    description: '400 if you already have one with this name. Students can’t share theirs (403).',
    access: 'user',
    body: createTemplateSchema,
    answer: templateRecordSchema,
    status: 201,
    handle: ({ body, caller }) => templates.create(caller, body),
  }),
  endpoint({
    method: 'GET',
    path: '/prompt-templates/{id}',
    tag,
    summary: 'Get a prompt template',
    description: 'Your own or, for educators, one shared in your organization.',
    access: 'user',
    params,
    answer: templateRecordSchema,
    handle: ({ params, caller }) => templates.get(caller, params.id),
  }),
  endpoint({
    method: 'PATCH',
    path: '/prompt-templates/{id}',
    tag,
    summary: 'Change a prompt template',
    description:
      'One you own. Omitted fields keep their values; `is_shared` shares it with your organization.',
    access: 'user',
    params,
    body: updateTemplateSchema,
    answer: templateRecordSchema,
    handle: ({ params, body, caller }) => templates.update(caller, params.id, body),
  }),
  endpoint({
    method: 'DELETE',
    path: '/prompt-templates/{id}',
    tag,
    summary: 'Delete a prompt template',
    description: 'One you own.',
    access: 'user',
    params,
    answer: 'none',
    handle: ({ params, caller }) => templates.delete(caller, params.id),
  }),
  endpoint({
    method: 'POST',
    path: '/prompt-templates/{id}/duplicate',
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
]
