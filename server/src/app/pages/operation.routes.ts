import * as z from 'zod'
import { notFound, unavailable } from '../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import { toOpenApi } from '../../platform/http/openapi.ts'
import examples from './api-examples.json' with { type: 'json' }
import { type ApiPages, createApiPages } from './api-pages.ts'
import { PAGE_STYLE } from './page-style.ts'
import { toWelcomePage } from './welcome-page.ts'

export interface OperationDeps {
  version: string
  publicUrl: string
  metrics: Metrics
  isDraining(): boolean
  ping(): Promise<void>
  /** All endpoints, these among them: for the API document. */
  endpoints(): readonly Endpoint[]
}

const HTML = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

/** What operators and developers look at. */
export function createOperationRoutes(deps: OperationDeps): Endpoint[] {
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
  // At the first request: it takes as much CPU as a third of the start, and most servers are never asked for it.
  const describeApi = () => {
    documents ??= build()
    return documents
  }
  const statusSchema = z.object({ status: z.string(), version: z.string() })

  const routes: Endpoint[] = [
    endpoint({
      method: 'GET',
      path: '/health',
      tag: 'Operation',
      summary: 'Whether the process lives.',
      access: 'public',
      answer: statusSchema,
      handle: () => ({ status: 'ok', version: deps.version }),
    }),
    endpoint({
      method: 'GET',
      path: '/ready',
      tag: 'Operation',
      summary:
        'Whether requests should be sent here: the database answers, and the server is not shutting down.',
      access: 'public',
      answer: statusSchema,
      async handle() {
        if (deps.isDraining()) throw unavailable('The server is shutting down')
        await deps.ping()
        return { status: 'ready', version: deps.version }
      },
    }),
    endpoint({
      method: 'GET',
      path: ['/status', '/v1'],
      tag: 'Operation',
      summary: 'Whether the server answers, in LAMB’s form.',
      access: 'public',
      handle: () => ({ status: true }),
    }),
    endpoint({
      method: 'GET',
      path: '/metrics',
      tag: 'Operation',
      summary: 'Figures for Prometheus.',
      access: 'public',
      handle: async () =>
        new Reply(await deps.metrics.registry.metrics(), {
          'content-type': deps.metrics.registry.contentType,
        }),
    }),
    endpoint({
      method: 'GET',
      path: '/openapi.json',
      tag: 'Operation',
      summary: 'This API as an OpenAPI 3.1 document.',
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
        const found = (await describeApi()).pages.tag(params.section)
        if (found === undefined) throw notFound('Page')
        return new Reply(found, HTML)
      },
    }),
    endpoint({
      method: 'GET',
      path: '/',
      tag: 'Operation',
      summary: 'Where a browser arrives.',
      access: 'public',
      handle: () => new Reply(toWelcomePage(deps.publicUrl), HTML),
    }),
  ]
  return routes
}
