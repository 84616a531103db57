import type { IncomingMessage } from 'node:http'
import { say } from '@bellwether/wire'
import * as z from 'zod'
import { unauthenticated, unavailable } from '../../platform/errors.ts'
import { type Endpoint, endpoint, Reply } from '../../platform/http/endpoint.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import { isSameSecret } from '../../platform/secrets/secret-box.ts'
import { createApiReferenceRoutes } from './api-reference.routes.ts'
import { escapeHtml, HTML, page } from './html-page.ts'
import { PAGE_STYLE } from './page-style.ts'

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

interface MetricsDeps {
  metrics: Metrics
  /** METRICS_TOKEN. Undefined: only programs on this machine may read the metrics. */
  metricsToken: string | undefined
}

const LOOPBACK = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/
/** A request with one of them was forwarded for someone else. */
const FORWARDED = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
]

const isFromThisMachine = ({ socket, headers }: IncomingMessage): boolean =>
  LOOPBACK.test(socket.remoteAddress ?? '') && FORWARDED.every((name) => headers[name] === undefined)

/** Figures for monitoring, which must not depend on the database. */
function createMetricsRoutes({ metrics, metricsToken }: MetricsDeps): Endpoint[] {
  const report = async () =>
    new Reply(await metrics.registry.metrics(), { 'content-type': metrics.registry.contentType })

  function mayRead(incoming: IncomingMessage): boolean {
    if (metricsToken === undefined) return isFromThisMachine(incoming)
    const token = /^bearer +(\S+) *$/i.exec(incoming.headers.authorization ?? '')?.[1]
    return token !== undefined && isSameSecret(token, metricsToken)
  }

  return [
    endpoint({
      answer: 'file',
      method: 'GET',
      path: '/metrics',
      tag: 'Operation',
      summary: 'Get metrics',
      description:
        'In Prometheus format. Needs `METRICS_TOKEN` as bearer token; if it is not set, only programs on the same machine can read them.',
      access: 'public',
      async handle({ exchange }) {
        if (!mayRead(exchange.incoming)) throw unauthenticated()
        return report()
      },
    }),
    endpoint({
      answer: 'file',
      method: 'GET',
      path: '/system/metrics',
      tag: 'Operation',
      summary: 'Get metrics as a system admin',
      description: 'The same as `/metrics`, of the instance that answers.',
      access: 'system-admin',
      handle: report,
    }),
  ]
}

/** The page at `/` if the web app was not built: the first steps with the API. */
function toWelcomePage(publicUrl: string): string {
  const url = escapeHtml(publicUrl)
  return page(
    'Bellwether',
    PAGE_STYLE,
    `<main class="welcome"><header><h1>Bellwether is running</h1><p>Build AI assistants out of tools, and publish them to students.</p></header>
<div class="card"><h2>First steps</h2><ol class="steps">
<li>Sign in with the address and password that the first start printed:
<pre>curl -s ${url}/creator/login -d email=you@example.edu -d password=…</pre>The answer holds a token; set it as <code>TOKEN</code>.</li>
<li>Make an assistant that needs no API key:
<pre>curl -s ${url}/assistants -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{
  "name": "Echo", "system_prompt": "You are kind.", "prompt_template": "Question: {user_input}",
  "metadata": {"prompt_processor": "simple_augment", "connector": "bypass", "llm": "simple-bypass", "rag_processor": "no_rag"}
}'</pre></li>
<li>Chat with it from any OpenAI client, base URL <code>${url}/v1</code>, model <code>lamb_assistant.1</code>:
<pre>curl -N ${url}/v1/chat/completions -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{
  "model": "lamb_assistant.1", "stream": true, "messages": [{"role": "user", "content": "Hello!"}]
}'</pre></li></ol></div>
<p>Everything the server can do: <a href="/docs">the API</a> · <a href="/openapi.json">openapi.json</a> · <a href="/health">health</a></p></main>`,
  ).replace('<body>', '<body class="single">')
}
