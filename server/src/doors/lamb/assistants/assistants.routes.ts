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
import { lambGroup } from '../lamb-endpoint.ts'
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

const group = { tag: 'assistants', access: 'user', base: '/creator/assistant' } as const
const signedIn = lambGroup(group)
const author = lambGroup({ ...group, access: 'author' })
const ofAssistant = lambGroup({ ...group, params: z.object({ id: idSchema }) })
/** LAMB's page reads an assistant right after saving it, so responses must not be cached. */
const NO_CACHE = { 'cache-control': 'no-cache, no-store, must-revalidate', pragma: 'no-cache', expires: '0' }

export const createLambAssistantRoutes = (deps: LambAssistantDeps): Endpoint[] => [
  ...readingRoutes(deps),
  ...changingRoutes(deps),
]

const readingRoutes = ({ assistants, organizations, usageOf, firstModel }: LambAssistantDeps): Endpoint[] => [
  signedIn('GET', '/get_assistants', 'List your assistants', {
    description: 'Newest first.',
    query: ownAssistantsQuerySchema,
    handle: async ({ caller, query }) => {
      const page = await assistants.listOwn(caller, query)
      return { ...page, assistants: page.assistants.map(toLambRecord) }
    },
  }),
  ofAssistant('GET', '/get_assistant/{id}', 'Get an assistant', {
    handle: async ({ caller, params: { id } }) =>
      new Reply(toLambRecord(await assistants.get(caller, id)), NO_CACHE),
  }),
  ofAssistant('GET', '/export/{id}', 'Export an assistant', {
    handle: async ({ caller, params: { id } }) => toDownload(await assistants.exportLambFile(caller, id)),
  }),
  author('GET', '/defaults', 'Get the assistant defaults', {
    description: 'The initial values of a new assistant in your organization.',
    handle: async ({ caller }) =>
      toAssistantDefaults(
        organizations.toRecord(await organizations.getRow(caller.organizationId)).config,
        await firstModel(caller.organizationId),
      ),
  }),
  ofAssistant('GET', '/{id}/info', 'Get public details of an assistant', {
    description: 'What everyone who can chat with it may know.',
    handle: async ({ caller, params: { id } }) => {
      const row = await assistants.getRow(caller, 'use', id)
      const { name: display_name, description, created_at, updated_at } = row
      const name = lambNameOf(row)
      return { id, name, display_name, description, owner: ownerShownTo(caller, row), created_at, updated_at }
    },
  }),
  ofAssistant('GET', '/{id}/usage', 'Get the usage of an assistant', {
    handle: async ({ caller, params: { id } }) => {
      const row = await assistants.getRow(caller, 'see', id)
      const usage = await usageOf(id)
      const { alert_thresholds: _thresholds, ...quota } = quotaOf(row.metadata)
      const quota_exceeded = isOver(quota, usage.spend_usd)
      return { assistant_id: id, name: lambNameOf(row), ...usage, quota, quota_exceeded }
    },
  }),
]

const changingRoutes = ({ assistants, describe }: LambAssistantDeps): Endpoint[] => [
  author('POST', '/create_assistant', 'Create an assistant', {
    description: 'In LAMB’s format, with settings as JSON text in `metadata`.',
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
  ofAssistant('PUT', '/update_assistant/{id}', 'Update an assistant', {
    description: 'Omitted fields keep their values.',
    body: updateLambAssistantSchema,
    bodyLimit: ASSISTANT_BODY_BYTES,
    handle: async ({ caller, params: { id }, body }) => {
      const names = toLambNames(body.name, await assistants.getRow(caller, 'edit', id))
      const change = { ...body, ...names }
      const { version, warnings } = await assistants.update(caller, id, change, { complete: true })
      return { assistant_id: id, message: 'Assistant updated successfully', version, warnings }
    },
  }),
  ofAssistant('DELETE', '/delete_assistant/{id}', 'Delete an assistant', {
    audited: true,
    description: 'The query parameter `owner` is ignored.',
    handle: async ({ caller, params: { id } }) => {
      await assistants.remove(caller, id)
      return { message: 'Assistant soft deleted successfully' }
    },
  }),
  ofAssistant('PUT', '/publish/{id}', 'Publish or unpublish an assistant', {
    audited: true,
    description: 'A published assistant can be used by everyone in the organization.',
    body: publishAssistantSchema,
    handle: async ({ caller, params: { id }, body }) =>
      toLambRecord(await assistants.setPublished(caller, id, body.publish_status)),
  }),
  author('POST', '/generate_assistant_description', 'Generate a description', {
    description: 'A model writes the description of an assistant.',
    body: describeAssistantSchema,
    handle: async ({ caller, body }) => ({ description: await describe(caller, body), status: 'success' }),
  }),
]
