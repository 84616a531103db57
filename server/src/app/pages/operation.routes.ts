import { say } from '@bellwether/wire'
import * as z from 'zod'
import { unavailable } from '../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import { createApiReferenceRoutes } from './api-reference.routes.ts'
import { HTML } from './html-page.ts'
import { createMetricsRoutes, type MetricsDeps } from './metrics.routes.ts'
import { toWelcomePage } from './welcome-page.ts'

export interface OperationDeps extends MetricsDeps {
  version: string
  publicUrl: string
  isDraining(): boolean
  ping(): Promise<void>
  /** All endpoints, including these, for the API document. */
  endpoints(): readonly Endpoint[]
}

/** Pages and endpoints for operators and developers. */
export function createOperationRoutes(deps: OperationDeps): Endpoint[] {
  const statusSchema = z.object({ status: z.string(), version: z.string() })

  const routes: Endpoint[] = [
    endpoint({
      method: 'GET',
      path: '/health',
      tag: 'Operation',
      summary: 'Check that the server is alive',
      description: 'Doesn’t check the database; see `/ready`.',
      access: 'public',
      answer: statusSchema,
      handle: () => ({ status: 'ok', version: deps.version }),
    }),
    endpoint({
      method: 'GET',
      path: '/ready',
      tag: 'Operation',
      summary: 'Check that the server is ready',
      description: 'The database responds and the server is not shutting down.',
      access: 'public',
      answer: statusSchema,
      async handle() {
        if (deps.isDraining()) throw unavailable(say('common.shutting_down'))
        await deps.ping()
        return { status: 'ready', version: deps.version }
      },
    }),
    endpoint({
      answer: z.object({ status: z.literal(true) }),
      method: 'GET',
      path: ['/status', '/v1'],
      tag: 'Operation',
      summary: 'Check the server (LAMB)',
      description: 'Returns `{"status": true}` as LAMB does.',
      access: 'public',
      handle: () => ({ status: true as const }),
    }),
    endpoint({
      answer: 'page',
      method: 'GET',
      path: '/',
      tag: 'Operation',
      summary: 'Open the start page',
      description: 'The web app or, if it has not been built, a page with first steps for the API.',
      access: 'public',
      handle: () => new Reply(toWelcomePage(deps.publicUrl), HTML),
    }),
  ]
  return [...routes, ...createMetricsRoutes(deps), ...createApiReferenceRoutes(deps)]
}
