import {
  DONE,
  doneSchema,
  savedToolTemplateSchema,
  toolTemplateDraftSchema,
  toolTemplateListSchema,
  toolTemplateSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { ToolTemplateService } from './tool-template.service.ts'

const tag = 'Tools'
/** The name of a built-in template, or a number within the range of both databases. */
const byId = z.object({
  id: z.string().regex(/^(builtin:[a-z_]{1,60}|[1-9][0-9]{0,14})$/, 'take the id from GET /tool-templates'),
})

/** Tool combinations to start an assistant from. */
export function createToolTemplateRoutes({
  toolTemplates,
}: {
  toolTemplates: ToolTemplateService
}): Endpoint[] {
  return [
    endpoint({
      method: 'GET',
      path: '/tool-templates',
      tag,
      summary: 'List tool templates',
      description: 'The built-in ones and those of your organization.',
      access: 'author',
      answer: toolTemplateListSchema,
      handle: async ({ caller }) => ({ templates: await toolTemplates.list(caller) }),
    }),
    endpoint({
      method: 'GET',
      path: '/tool-templates/{id}',
      tag,
      summary: 'Get a tool template',
      description: 'Built-in or from your organization.',
      access: 'author',
      params: byId,
      answer: toolTemplateSchema,
      handle: ({ params, caller }) => toolTemplates.get(caller, params.id),
    }),
    endpoint({
      method: 'POST',
      path: '/tool-templates',
      tag,
      summary: 'Create a tool template',
      description: 'For your organization. Settings that refer to someone’s own content are removed.',
      access: 'organization-admin',
      status: 201,
      body: toolTemplateDraftSchema,
      answer: savedToolTemplateSchema,
      handle: ({ body, caller }) => toolTemplates.create(caller, body),
    }),
    endpoint({
      method: 'PUT',
      path: '/tool-templates/{id}',
      tag,
      summary: 'Update a tool template',
      description: 'Replaces a template of your organization.',
      access: 'organization-admin',
      params: byId,
      body: toolTemplateDraftSchema,
      answer: savedToolTemplateSchema,
      handle: ({ params, body, caller }) => toolTemplates.replace(caller, params.id, body),
    }),
    endpoint({
      method: 'DELETE',
      path: '/tool-templates/{id}',
      tag,
      summary: 'Delete a tool template',
      description: 'Assistants created from it don’t change.',
      access: 'organization-admin',
      params: byId,
      answer: doneSchema,
      async handle({ params, caller }) {
        await toolTemplates.delete(caller, params.id)
        return DONE
      },
    }),
  ]
}
