import { setImmediate as nextTurn } from 'node:timers/promises'
import * as z from 'zod'
import type { Endpoint } from './endpoint.ts'
import { isRepeatable } from './idempotency/idempotency.ts'

type Json = Record<string, unknown>

/**
 * The API as a document, made from the very schemas that check the requests. Hundreds of schemas take a while, so other work gets its turn
 * between endpoints.
 */
export async function toOpenApi(
  endpoints: readonly Endpoint[],
  info: { title: string; version: string; description: string },
  server: string,
): Promise<Json> {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    await nextTurn()
    for (const path of endpoint.paths) {
      const shown = path.replace('+}', '}')
      paths[shown] = { ...paths[shown], [endpoint.method.toLowerCase()]: toOperation(endpoint, shown) }
    }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: server }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session token, a personal key (bw_…), or the system key',
        },
      },
    },
  }
}

function toOperation(endpoint: Endpoint, path: string): Json {
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
    ...(needsCaller ? { security: [{ bearer: [] }], description: `Who: ${WHO[endpoint.access]}.` } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(endpoint.body || endpoint.form ? { requestBody: toRequestBody(endpoint) } : {}),
    responses: {
      [endpoint.status]: {
        description: 'Done',
        ...(endpoint.answer
          ? { content: { 'application/json': { schema: toSchema(endpoint.answer, 'output') } } }
          : {}),
      },
      ...(needsCaller ? { 401: { description: 'No good credential' } } : {}),
      ...(path.includes('{') ? { 404: { description: 'Not there, or not yours to see' } } : {}),
      ...(endpoint.body || endpoint.form || endpoint.query
        ? {
            [endpoint.errors === 'openai' ? 400 : 422]: {
              description: 'Input not valid; the answer says where',
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
    'The same key with the same request gives the first answer again for 24 hours and creates nothing twice. 409 while the first request runs, 422 with another request.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
}

const WHO: Record<Endpoint['access'], string> = {
  public: 'anybody',
  optional: 'anybody',
  user: 'a signed-in user',
  session: 'a signed-in user, not a key',
  maker: 'a signed-in user whose account is not for chatting alone',
  'organization-admin': 'an organization admin',
  'system-admin': 'a system admin',
  completion: 'a user, a personal key or the system key',
}

const CONTENT_TYPES: Record<Endpoint['bodyKind'], string[]> = {
  json: ['application/json'],
  form: ['multipart/form-data', 'application/x-www-form-urlencoded'],
  'json-or-form': ['application/json', 'multipart/form-data'],
  bytes: ['application/octet-stream'],
}

function toRequestBody(endpoint: Endpoint): Json {
  if (endpoint.form)
    return {
      required: true,
      content: { 'multipart/form-data': { schema: toSchema(endpoint.form, 'input') } },
    }
  const schema = endpoint.body ? toSchema(endpoint.body, 'input') : {}
  return {
    required: !endpoint.bodyOptional,
    content: Object.fromEntries(CONTENT_TYPES[endpoint.bodyKind].map((type) => [type, { schema }])),
  }
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

/** What JSON Schema can't say (files, transforms) is shown as "anything". */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}
