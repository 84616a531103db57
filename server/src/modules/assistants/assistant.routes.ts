import {
  ASSISTANT_LIMITS,
  assistantRecordSchema,
  assistantSummarySchema,
  createAssistantSchema,
  duplicateAssistantSchema,
  exportedAssistantSchema,
  idSchema,
  importAssistantSchema,
  importCheckSchema,
  listAssistantsQuerySchema,
  publishAssistantSchema,
  readAssistantSchema,
  savedAssistantSchema,
  updateAssistantSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { AssistantService } from './assistant.service.ts'

const tag = 'Assistants'
/** Clients may send back the whole record that they read. */
const readOnlyFields = Object.keys({ ...assistantRecordSchema.shape, ...readAssistantSchema.shape })
const params = z.object({ id: idSchema })

/** Two prompts and the settings. JSON may escape one character as six bytes. */
export const ASSISTANT_BODY_BYTES =
  6 * (2 * ASSISTANT_LIMITS.prompt + ASSISTANT_LIMITS.metadataBytes + 64 * 1024)

/** A file download; LAMB's path uses it too. */
export const toDownload = ({ fileName, content }: { fileName: string; content: object }): Reply =>
  new Reply(content, { 'content-disposition': `attachment; filename="${fileName}"` })

export const createAssistantRoutes = (deps: { assistants: AssistantService }): Endpoint[] => [
  ...listRoutes(deps),
  ...assistantRoutes(deps),
  ...copyRoutes(deps),
]

const listRoutes = ({ assistants }: { assistants: AssistantService }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/assistants',
    tag,
    summary: 'List assistants',
    description:
      'Your own assistants, those shared with you, those published in your organization, all of these (`usable`) or, for admins, all assistants of the organization.',
    access: 'user',
    query: listAssistantsQuerySchema,
    answer: z.object({ assistants: z.array(assistantSummarySchema), total_count: z.number() }),
    handle: ({ caller, query }) => assistants.list(caller, query),
  }),
  endpoint({
    method: 'POST',
    path: '/assistants',
    tag,
    summary: 'Create an assistant',
    description: 'The response lists warnings about settings that can be saved but may not work as expected.',
    access: 'author',
    body: createAssistantSchema,
    readOnlyFields,
    bodyLimit: ASSISTANT_BODY_BYTES,
    answer: savedAssistantSchema,
    // Not 201: the contract says 200.
    status: 200,
    creates: true,
    handle: ({ caller, body }) => assistants.create(caller, body, { isStrict: true }),
  }),
  endpoint({
    method: 'POST',
    path: '/assistants/import',
    tag,
    summary: 'Import an assistant',
    description:
      'Creates an assistant from an exported file. The body is the file, with your choices in `use_objects`.',
    access: 'author',
    body: importAssistantSchema,
    bodyLimit: ASSISTANT_BODY_BYTES,
    answer: savedAssistantSchema,
    status: 201,
    handle: ({ caller, body }) => assistants.importFile(caller, body),
  }),
  endpoint({
    method: 'POST',
    path: '/assistants/import/check',
    tag,
    summary: 'Check a file before importing it',
    description:
      'Lists the objects that an exported assistant names, and what this server lacks to run it. Ids of another installation stand for other objects, so choose yours (`use_objects`). Saves nothing.',
    access: 'author',
    body: exportedAssistantSchema,
    bodyLimit: ASSISTANT_BODY_BYTES,
    answer: importCheckSchema,
    handle: ({ caller, body }) => assistants.checkImport(caller, body),
  }),
]

const assistantRoutes = ({ assistants }: { assistants: AssistantService }): Endpoint[] => [
  endpoint({
    method: 'GET',
    path: '/assistants/{id}',
    tag,
    summary: 'Get an assistant',
    description: 'People who can edit it also get warnings about its settings.',
    access: 'user',
    params,
    answer: readAssistantSchema,
    handle: ({ caller, params: { id } }) => assistants.read(caller, id),
  }),
  endpoint({
    method: 'PUT',
    path: '/assistants/{id}',
    tag,
    summary: 'Update an assistant',
    description:
      'Omitted fields keep their values. With `version`, a newer version is not overwritten (409).',
    access: 'user',
    params,
    body: updateAssistantSchema,
    readOnlyFields,
    bodyLimit: ASSISTANT_BODY_BYTES,
    answer: savedAssistantSchema,
    handle: ({ caller, params: { id }, body }) => assistants.update(caller, id, body, { isStrict: true }),
  }),
  endpoint({
    method: 'DELETE',
    audited: true,
    path: '/assistants/{id}',
    tag,
    summary: 'Delete an assistant',
    description: 'The owner can restore it within 30 days.',
    access: 'user',
    params,
    answer: z.object({ assistant_id: z.number(), message: z.string() }),
    handle: async ({ caller, params: { id } }) => {
      await assistants.remove(caller, id)
      return { assistant_id: id, message: 'Assistant deleted' }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/assistants/{id}/undelete',
    tag,
    summary: 'Restore a deleted assistant',
    description: 'It is restored without its publication and shares.',
    access: 'user',
    params,
    answer: assistantRecordSchema,
    handle: ({ caller, params: { id } }) => assistants.undelete(caller, id),
  }),
]

const copyRoutes = ({ assistants }: { assistants: AssistantService }): Endpoint[] => [
  endpoint({
    method: 'POST',
    path: '/assistants/{id}/duplicate',
    tag,
    summary: 'Duplicate an assistant',
    description: 'Creates a copy that you own.',
    access: 'author',
    params,
    body: duplicateAssistantSchema,
    bodyOptional: true,
    answer: assistantRecordSchema,
    status: 201,
    handle: ({ caller, params: { id }, body }) => assistants.duplicate(caller, id, body.name ?? undefined),
  }),
  endpoint({
    method: 'POST',
    audited: true,
    path: '/assistants/{id}/publish',
    tag,
    summary: 'Publish or unpublish an assistant',
    description:
      'A published assistant can be used by everyone in the organization. If required tests have not passed: 409 with `code: "tests_failed"`, unless `accept_failed_tests` says why it is published anyway.',
    access: 'user',
    params,
    body: publishAssistantSchema,
    answer: assistantRecordSchema,
    handle: ({ caller, params: { id }, body }) =>
      assistants.setPublished(caller, id, body.publish_status, body.accept_failed_tests),
  }),
  endpoint({
    method: 'GET',
    path: '/assistants/{id}/export',
    tag,
    summary: 'Export an assistant',
    description: 'Downloads the assistant as a JSON file.',
    access: 'user',
    params,
    answer: 'file',
    handle: async ({ caller, params: { id } }) => toDownload(await assistants.exportFile(caller, id)),
  }),
]
