import * as z from 'zod'
import { notFound } from '../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { ApiReference } from './api-reference.ts'
import { HTML } from './html-page.ts'

export interface ApiReferenceDeps {
  version: string
  publicUrl: string
  /** All endpoints of the server, these included. */
  endpoints(): readonly Endpoint[]
}

/** The API as a document for programs and as pages for people. */
export function createApiReferenceRoutes(deps: ApiReferenceDeps): Endpoint[] {
  let reference: Promise<ApiReference> | undefined
  // Loaded and built at the first request: it takes a third of the CPU time of the startup, and most servers never need it.
  const describeApi = () => {
    reference ??= import('./api-reference.ts').then(({ createApiReference }) =>
      createApiReference(deps.endpoints(), deps),
    )
    return reference
  }
  return [
    endpoint({
      answer: 'file',
      method: 'GET',
      path: '/openapi.json',
      tag: 'Operation',
      summary: 'Get the OpenAPI document',
      description: 'This API as OpenAPI 3.1.',
      access: 'public',
      handle: async () => new Reply((await describeApi()).openApi, { 'content-type': 'application/json' }),
    }),
    endpoint({
      answer: 'page',
      method: 'GET',
      path: '/docs',
      tag: 'Operation',
      summary: 'Browse the API reference',
      description: 'A page with all operations by section, or those that match a search.',
      access: 'public',
      query: z.object({ q: z.string().max(200).optional() }),
      handle: async ({ query }) => new Reply((await describeApi()).pages.overview(query.q ?? ''), HTML),
    }),
    endpoint({
      answer: 'page',
      method: 'GET',
      path: '/docs/{section}',
      tag: 'Operation',
      summary: 'Read a section of the API reference',
      description: 'A page with the parameters, schemas and examples of the operations in one section.',
      access: 'public',
      params: z.object({ section: z.string() }),
      async handle({ params }) {
        const section = (await describeApi()).pages.tag(params.section)
        if (section === undefined) throw notFound('Page')
        return new Reply(section, HTML)
      },
    }),
  ]
}
