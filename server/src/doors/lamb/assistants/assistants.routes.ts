import {
  createLambAssistantSchema,
  describeAssistantSchema,
  idSchema,
  ownAssistantsQuerySchema,
  publishAssistantSchema,
  toAssistantName,
  updateLambAssistantSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import {
  ASSISTANT_BODY_BYTES,
  type AssistantService,
  lambNameOf,
  ownerShownTo,
  quotaOf,
  toDownload,
} from '../../../modules/assistants/index.ts'
import type { OrganizationService } from '../../../modules/organizations/index.ts'
import { toAssistantDefaults } from '../../../modules/organizations/index.ts'
import type { UserCaller } from '../../../platform/caller.ts'
import { type Endpoint, Reply } from '../../../platform/http/endpoint.ts'
import { isOver } from '../costs/lamb-usage.ts'
import { lambEndpoint } from '../lamb-endpoint.ts'
import { toLambNames, toLambRecord } from './assistant-records.ts'

export interface AssistantUsage {
  spend_usd: number
  tokens: { prompt_tokens: number; completion_tokens: number; total_tokens: number }
}

export interface LambAssistantDeps {
  assistants: AssistantService
  organizations: Pick<OrganizationService, 'getRow' | 'toRecord'>
  /** The model for new assistants of the organization. */
  firstModel(organizationId: number): Promise<{ connector: string; llm: string }>
  usageOf(assistantId: number): Promise<AssistantUsage>
  /** Asks a model for one or two sentences about an assistant. */
  describe(caller: UserCaller, draft: z.output<typeof describeAssistantSchema>): Promise<string>
}

const tag = 'LAMB: assistants'
const params = z.object({ id: idSchema })
/** LAMB's page reads an assistant right after saving it, so responses must not be cached. */
const NO_CACHE = { 'cache-control': 'no-cache, no-store, must-revalidate', pragma: 'no-cache', expires: '0' }

export const createLambAssistantRoutes = (deps: LambAssistantDeps): Endpoint[] => [
  ...readingRoutes(deps),
  ...changingRoutes(deps),
]

const readingRoutes = ({ assistants, organizations, usageOf, firstModel }: LambAssistantDeps): Endpoint[] => [
  lambEndpoint({
    method: 'GET',
    path: '/creator/assistant/get_assistants',
    tag,
    summary: 'List your assistants',
    description: 'Newest first.',
    access: 'user',
    query: ownAssistantsQuerySchema,
    handle: async ({ caller, query }) => {
      const page = await assistants.listOwn(caller, query)
      return { ...page, assistants: page.assistants.map(toLambRecord) }
    },
  }),
  lambEndpoint({
    method: 'GET',
    path: '/creator/assistant/get_assistant/{id}',
    tag,
    summary: 'Get an assistant',
    description: 'In LAMB’s format.',
    access: 'user',
    params,
    handle: async ({ caller, params: { id } }) =>
      new Reply(toLambRecord(await assistants.get(caller, id)), NO_CACHE),
  }),
  lambEndpoint({
    method: 'GET',
    path: '/creator/assistant/export/{id}',
    tag,
    summary: 'Export an assistant',
    description: 'Downloads the assistant as a JSON file.',
    access: 'user',
    params,
    handle: async ({ caller, params: { id } }) => toDownload(await assistants.exportLambFile(caller, id)),
  }),
  lambEndpoint({
    method: 'GET',
    path: '/creator/assistant/defaults',
    tag,
    summary: 'Get the assistant defaults',
    description: 'The initial values of a new assistant in your organization.',
    access: 'author',
    handle: async ({ caller }) =>
      toAssistantDefaults(
        organizations.toRecord(await organizations.getRow(caller.organizationId)).config,
        await firstModel(caller.organizationId),
      ),
  }),
  lambEndpoint({
    method: 'GET',
    path: '/creator/assistant/{id}/info',
    tag,
    summary: 'Get public details of an assistant',
    description: 'What everyone who can chat with it may know.',
    access: 'user',
    params,
    handle: async ({ caller, params: { id } }) => {
      const row = await assistants.getRow(caller, 'use', id)
      const { name: display_name, description, created_at, updated_at } = row
      const name = lambNameOf(row)
      return { id, name, display_name, description, owner: ownerShownTo(caller, row), created_at, updated_at }
    },
  }),
  lambEndpoint({
    method: 'GET',
    path: '/creator/assistant/{id}/usage',
    tag,
    summary: 'Get the usage of an assistant',
    description: 'Its usage so far, and its limit.',
    access: 'user',
    params,
    handle: async ({ caller, params: { id } }) => {
      const row = await assistants.getRow(caller, 'see', id)
      const usage = await usageOf(id)
      const quota = quotaOf(row.metadata)
      const quota_exceeded = isOver(quota, usage.spend_usd)
      return { assistant_id: id, name: lambNameOf(row), ...usage, quota, quota_exceeded }
    },
  }),
]

const changingRoutes = ({ assistants, describe }: LambAssistantDeps): Endpoint[] => [
  lambEndpoint({
    method: 'POST',
    path: '/creator/assistant/create_assistant',
    tag,
    summary: 'Create an assistant',
    description: 'In LAMB’s format, with settings as JSON text in `metadata`.',
    access: 'author',
    body: createLambAssistantSchema,
    bodyLimit: ASSISTANT_BODY_BYTES,
    status: 201,
    handle: async ({ caller, body }) => {
      const draft = { ...body, name: body.name && toAssistantName(body.name) }
      const created = await assistants.create(caller, draft)
      const { id, lamb_name: name, name: display_name, description, owner, group_id, warnings } = created
      // LAMB's message; LAMB does not publish a new assistant either.
      const publish_status = { message: 'Assistant published successfully', group_id, model_id: String(id) }
      return { assistant_id: id, name, display_name, description, owner, publish_status, warnings }
    },
  }),
  lambEndpoint({
    method: 'PUT',
    path: '/creator/assistant/update_assistant/{id}',
    tag,
    summary: 'Update an assistant',
    description: 'Omitted fields keep their values.',
    access: 'user',
    params,
    body: updateLambAssistantSchema,
    bodyLimit: ASSISTANT_BODY_BYTES,
    handle: async ({ caller, params: { id }, body }) => {
      const names = toLambNames(body.name, await assistants.getRow(caller, 'edit', id))
      const change = { ...body, ...names }
      const { version, warnings } = await assistants.update(caller, id, change, { complete: true })
      return { assistant_id: id, message: 'Assistant updated successfully', version, warnings }
    },
  }),
  lambEndpoint({
    method: 'DELETE',
    audited: true,
    path: '/creator/assistant/delete_assistant/{id}',
    tag,
    summary: 'Delete an assistant',
    description: 'The query parameter `owner` is ignored.',
    access: 'user',
    params,
    handle: async ({ caller, params: { id } }) => {
      await assistants.remove(caller, id)
      return { message: 'Assistant soft deleted successfully' }
    },
  }),
  lambEndpoint({
    method: 'PUT',
    audited: true,
    path: '/creator/assistant/publish/{id}',
    tag,
    summary: 'Publish or unpublish an assistant',
    description: 'A published assistant can be used by everyone in the organization.',
    access: 'user',
    params,
    body: publishAssistantSchema,
    handle: async ({ caller, params: { id }, body }) =>
      toLambRecord(await assistants.setPublished(caller, id, body.publish_status)),
  }),
  lambEndpoint({
    method: 'POST',
    path: '/creator/assistant/generate_assistant_description',
    tag,
    summary: 'Generate a description',
    description: 'A model writes the description of an assistant.',
    access: 'author',
    body: describeAssistantSchema,
    handle: async ({ caller, body }) => ({ description: await describe(caller, body), status: 'success' }),
  }),
]
