import * as z from 'zod'
import { notFound } from '../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { toOpenApi } from '../../platform/http/openapi.ts'
import examples from './api-examples.json' with { type: 'json' }
import { type ApiPages, createApiPages } from './api-pages.ts'
import { HTML } from './html-page.ts'
import { PAGE_STYLE } from './page-style.ts'

export interface ApiReferenceDeps {
  version: string
  publicUrl: string
  /** All endpoints of the server, these included. */
  endpoints(): readonly Endpoint[]
}

/** The API as a document for programs and as pages for people. */
export function createApiReferenceRoutes(deps: ApiReferenceDeps): Endpoint[] {
  let documents: Promise<{ openApi: Buffer; pages: ApiPages }> | undefined
  const build = async () => {
    const document = await toOpenApi(
      deps.endpoints(),
      {
        title: 'Bellwether',
        version: deps.version,
        description:
          'Build AI assistants out of tools and publish them to students. Speaks OpenAI’s and LAMB’s protocols.',
      },
      deps.publicUrl,
      examples,
    )
    return { openApi: Buffer.from(JSON.stringify(document)), pages: createApiPages(document, PAGE_STYLE) }
  }
  // Built at the first request: it takes a third of the CPU time of the startup, and most servers never need it.
  const describeApi = () => {
    documents ??= build()
    return documents
  }
  return [
    endpoint({
      method: 'GET',
      path: '/openapi.json',
      tag: 'Operation',
      summary: 'Get the OpenAPI document',
      description: 'This API as OpenAPI 3.1.',
      access: 'public',
      handle: async () => new Reply((await describeApi()).openApi, { 'content-type': 'application/json' }),
    }),
    endpoint({
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
