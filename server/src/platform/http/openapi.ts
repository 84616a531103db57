import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import { type Endpoint, OWN_API } from './endpoint.ts'
import { isRepeatable } from './idempotency/idempotency.ts'

type Json = Record<string, unknown>
export type OpenApi = Json

/** A request body and a response as a client sees them. */
export interface OperationExample {
  request?: unknown
  response?: unknown
}

/** By method and path: `POST /assistants/{id}/publish`. */
export type OperationExamples = Readonly<Record<string, OperationExample>>

/**
 * The OpenAPI document, generated from the same schemas that validate requests. Yields between endpoints, because
 * hundreds of schemas take a while.
 */
export async function toOpenApi(
  endpoints: readonly Endpoint[],
  info: { title: string; version: string; description: string },
  server: string,
  examples: OperationExamples,
): Promise<Json> {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    await nextTurn()
    for (const path of endpoint.paths) {
      const documentedPath = toDocumentedPath(path)
      paths[documentedPath] = {
        ...paths[documentedPath],
        [endpoint.method.toLowerCase()]: toOperation(endpoint, documentedPath, examples),
      }
    }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: server }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    'x-tagGroups': toTagGroups(endpoints),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session token, a personal API key (bw_…) or the system key',
        },
      },
    },
  }
}

/** Our own API first, then those of other products; tools that draw API pages know this extension. */
function toTagGroups(endpoints: readonly Endpoint[]): Json[] {
  const groups = new Map<string, Set<string>>()
  for (const { api, tag } of endpoints) groups.set(api, (groups.get(api) ?? new Set()).add(tag))
  return [...groups]
    .sort(([a], [b]) => Number(b === OWN_API) - Number(a === OWN_API))
    .map(([name, tags]) => ({ name, tags: [...tags] }))
}

const toDocumentedPath = (path: string): string => path.replace('+}', '}')

/** The same for an endpoint and for its entry in the document. */
export const toOperationName = (method: string, path: string): string =>
  `${method.toUpperCase()} ${toDocumentedPath(path)}`

function toOperation(endpoint: Endpoint, path: string, examples: OperationExamples): Json {
  const example = examples[`${endpoint.method} ${path}`]
  const needsCaller = endpoint.access !== 'public' && endpoint.access !== 'optional'
  const parameters = [
    ...pathParameters(endpoint, path),
    ...queryParameters(endpoint.query),
    ...(isRepeatable(endpoint) ? [IDEMPOTENCY_KEY] : []),
  ]
  return {
    tags: [endpoint.tag],
    summary: endpoint.summary,
    operationId: `${endpoint.method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(\w?)/g, (_all, next: string) => next.toUpperCase())}`,
    description: [endpoint.description, needsCaller ? ACCESS_DESCRIPTIONS[endpoint.access] : undefined]
      .filter(Boolean)
      .join(' '),
    ...(needsCaller ? { security: [{ bearer: [] }] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body || endpoint.form ? { requestBody: toRequestBody(endpoint, example) } : {}),
    responses: {
      [endpoint.status]: { description: 'Success', ...toContent(endpoint, example) },
      ...(needsCaller ? { 401: { description: 'Missing or invalid credentials' } } : {}),
      ...(path.includes('{') ? { 404: { description: 'Not found, or you don’t have access' } } : {}),
      ...(endpoint.body || endpoint.form || endpoint.query
        ? {
            [endpoint.errors === 'openai' ? 400 : 422]: {
              description: 'Invalid input; the response names the fields',
            },
          }
        : {}),
    },
  }
}

const IDEMPOTENCY_KEY: Json = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Makes a retry safe: for 24 hours, the same key with the same request returns the first response and creates nothing. 409 while the first request is still running, 422 if the request differs.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const ACCESS_DESCRIPTIONS: Record<Endpoint['access'], string> = {
  public: '',
  optional: '',
  user: 'Requires a session or a personal API key.',
  session: 'Requires a session; API keys are not accepted.',
  author: 'Requires a session or a personal API key of an account that may build assistants.',
  'organization-admin': 'Requires an organization admin.',
  'system-admin': 'Requires a system admin.',
  completion: 'Requires a session, a personal API key or the system key.',
}

const CONTENT_TYPES: Record<Endpoint['bodyKind'], string[]> = {
  json: ['application/json'],
  form: ['multipart/form-data', 'application/x-www-form-urlencoded'],
  'json-or-form': ['application/json', 'multipart/form-data'],
  bytes: ['application/octet-stream'],
}

function toRequestBody(endpoint: Endpoint, example: OperationExample | undefined): Json {
  if (endpoint.form)
    return {
      required: true,
      content: { 'multipart/form-data': { schema: toSchema(endpoint.form, 'input') } },
    }
  const schema = endpoint.body ? toSchema(endpoint.body, 'input') : {}
  const content = example?.request === undefined ? { schema } : { schema, example: example.request }
  return {
    required: !endpoint.bodyOptional,
    content: Object.fromEntries(CONTENT_TYPES[endpoint.bodyKind].map((type) => [type, content])),
  }
}

const ANSWER_TYPES = {
  file: 'application/octet-stream',
  page: 'text/html',
  events: 'text/event-stream',
} as const

function toContent({ answer, status }: Endpoint, example: OperationExample | undefined): Json {
  if (status === 204 || answer === 'none' || answer === 'redirect') return {}
  const shown = example?.response === undefined ? {} : { example: example.response }
  if (typeof answer === 'string') return { content: { [ANSWER_TYPES[answer]]: shown } }
  if (!answer && !('example' in shown)) return {}
  const schema = answer ? { schema: toSchema(answer, 'output') } : {}
  return { content: { 'application/json': { ...schema, ...shown } } }
}

function pathParameters(endpoint: Endpoint, path: string): Json[] {
  const schema = endpoint.params ? toSchema(endpoint.params, 'input') : {}
  const properties = (schema['properties'] ?? {}) as Record<string, Json>
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }))
}

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (!query) return []
  const schema = toSchema(query, 'input')
  const required = (schema['required'] ?? []) as string[]
  return Object.entries((schema['properties'] ?? {}) as Record<string, Json>).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
  }))
}

/** Schemas that JSON Schema can't express (files, transforms) are shown as "anything". */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
