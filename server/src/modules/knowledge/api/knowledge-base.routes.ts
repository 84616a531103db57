import {
  changeKnowledgeBaseSchema,
  createKnowledgeBaseSchema,
  deletedKnowledgeBaseSchema,
  knowledgeAnswerSchema,
  knowledgeBaseDetailSchema,
  knowledgeBaseListSchema,
  knowledgeBaseSchema,
  knowledgeQuerySchema,
  knowledgeUsageSchema,
} from '@bellwether/wire'
import * as z from 'zod'
import type { UserCaller } from '../../../platform/caller.ts'
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts'
import type { Knowledge } from '../knowledge.ts'
import type { BaseWithOwner } from '../records/base.repository.ts'
import { createBulkRoutes } from './bulk.routes.ts'
import { createDocumentTextRoutes } from './document-text.routes.ts'
import { createKnowledgeFileRoutes } from './knowledge-file.routes.ts'
import { createReplacingRoutes } from './replacing.routes.ts'
import { toKnowledgeId, toOwnBase } from './shown-records.ts'
import { createWebDocumentRoutes } from './web-document.routes.ts'

export interface KnowledgeBaseRouteDeps {
  knowledge: Knowledge
  hasExternalServer(caller: UserCaller): Promise<boolean>
  /** The assistants that search it. */
  usageFor(caller: UserCaller, base: BaseWithOwner): Promise<z.input<typeof knowledgeUsageSchema>>
}

const PATH = '/knowledge-bases'
const tag = 'Knowledge bases'
const params = z.object({ id: z.string().max(100) })

/** Our own endpoints for knowledge bases, with more fields than LAMB's. */
export function createKnowledgeBaseRoutes(deps: KnowledgeBaseRouteDeps): Endpoint[] {
  const show = createShow(deps)

  return [
    ...listRoutes(deps, show),
    ...baseRoutes(deps, show),
    ...useRoutes(deps),
    ...createKnowledgeFileRoutes(deps),
    ...createBulkRoutes(deps),
    ...createReplacingRoutes(deps),
    ...createDocumentTextRoutes(deps),
    ...createWebDocumentRoutes(deps),
  ]
}

function createShow({ knowledge }: KnowledgeBaseRouteDeps) {
  const { bases } = knowledge

  const show = (caller: UserCaller, base: BaseWithOwner) =>
    toOwnBase(base, caller, bases.mayEdit(caller, base))

  return { show }
}

type Show = ReturnType<typeof createShow>

function listRoutes({ knowledge, hasExternalServer }: KnowledgeBaseRouteDeps, { show }: Show): Endpoint[] {
  const { bases } = knowledge

  return [
    endpoint({
      method: 'GET',
      path: PATH,
      tag,
      summary: 'List knowledge bases',
      description: 'Your own, then those shared by colleagues.',
      access: 'author',
      answer: knowledgeBaseListSchema,
      async handle({ caller }) {
        const all = [...(await bases.listOwn(caller)), ...(await bases.listShared(caller))]
        return {
          knowledge_bases: all.map((base) => show(caller, base)),
          external_server: await hasExternalServer(caller),
        }
      },
    }),
    endpoint({
      method: 'POST',
      path: PATH,
      tag,
      summary: 'Create a knowledge base',
      description: 'Empty at first: upload files or add web pages next.',
      access: 'author',
      status: 201,
      body: createKnowledgeBaseSchema,
      answer: knowledgeBaseSchema,
      handle: async ({ body, caller }) => show(caller, await bases.create(caller, body)),
    }),
  ]
}

function baseRoutes({ knowledge, usageFor }: KnowledgeBaseRouteDeps, { show }: Show): Endpoint[] {
  const { bases } = knowledge

  return [
    endpoint({
      method: 'GET',
      path: `${PATH}/{id}`,
      tag,
      summary: 'Get a knowledge base',
      description: 'With its settings, size and status.',
      access: 'author',
      params,
      answer: knowledgeBaseDetailSchema,
      async handle({ params, caller }) {
        const base = await bases.getFor(caller, 'see', toKnowledgeId(params.id))
        return {
          ...show(caller, base),
          counts: await bases.countsOf(caller, base.id),
          embedding: await knowledge.embeddingOf(caller, base.id),
        }
      },
    }),
    endpoint({
      method: 'PATCH',
      path: `${PATH}/{id}`,
      tag,
      summary: 'Update a knowledge base',
      description: 'Omitted fields keep their values. Settings apply to files processed from now on.',
      access: 'author',
      params,
      body: changeKnowledgeBaseSchema,
      answer: knowledgeBaseSchema,
      handle: async ({ params, body, caller }) =>
        show(caller, await bases.update(caller, toKnowledgeId(params.id), body)),
    }),
    endpoint({
      method: 'DELETE',
      path: `${PATH}/{id}`,
      tag,
      summary: 'Delete a knowledge base',
      description: 'Deletes all its files. The response names the assistants that used it.',
      access: 'author',
      params,
      answer: deletedKnowledgeBaseSchema,
      async handle({ params, caller }) {
        const base = await bases.getFor(caller, 'manage', toKnowledgeId(params.id))
        const was_used_by = await usageFor(caller, base)
        const { files, passages } = await bases.remove(caller, base.id)
        return { id: params.id, files, passages, was_used_by }
      },
    }),
  ]
}

function useRoutes({ knowledge, usageFor }: KnowledgeBaseRouteDeps): Endpoint[] {
  const { bases } = knowledge

  return [
    endpoint({
      method: 'GET',
      path: `${PATH}/{id}/usage`,
      tag,
      summary: 'List the assistants that use a knowledge base',
      description: 'Names of your own, and the number of others.',
      access: 'author',
      params,
      answer: knowledgeUsageSchema,
      handle: async ({ params, caller }) =>
        usageFor(caller, await bases.getFor(caller, 'see', toKnowledgeId(params.id))),
    }),
    endpoint({
      method: 'POST',
      path: `${PATH}/{id}/query`,
      tag,
      summary: 'Query a knowledge base',
      description:
        'The passages that an assistant would get for a question, and how each was ranked. With the grade `nothing`, no passage matches well enough: the closest passages are returned, but an assistant would get none.',
      access: 'author',
      params,
      body: knowledgeQuerySchema,
      answer: knowledgeAnswerSchema,
      handle: ({ params, body: { question, top_k, threshold, sections }, caller, exchange }) =>
        knowledge.query(
          caller,
          toKnowledgeId(params.id),
          question,
          { topK: top_k, threshold, sections },
          exchange.signal,
        ),
    }),
  ]
}
