import { brokenBody, garbage, garbageText, mutate } from './garbage.ts'
import type { Random } from './random.ts'

/** One operation of the OpenAPI document. */
export interface Operation {
  method: string
  path: string
  query: string[]
  /** By content type: an example of the body. */
  bodies: [string, unknown][]
}

interface OpenApi {
  paths: Record<
    string,
    Record<
      string,
      {
        parameters?: { name: string; in: string }[]
        requestBody?: { content: Record<string, { example?: unknown; schema?: unknown }> }
      }
    >
  >
}

export const toOperations = ({ paths }: OpenApi): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name),
      bodies: Object.entries(requestBody?.content ?? {}).map(
        ([type, { example, schema }]): [string, unknown] => [type, example ?? exampleOf(schema)],
      ),
    })),
  )

function exampleOf(schema: unknown): unknown {
  const { properties } = Object(schema) as { properties?: Record<string, unknown> }
  return properties ? Object.fromEntries(Object.keys(properties).map((name) => [name, 'x'])) : {}
}

export interface FuzzedRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer | FormData | URLSearchParams
}

/** A request which is right in most places and wrong in a few. `fill` puts real ids into a path. */
export function fuzz(operation: Operation, random: Random, fill: (path: string) => string): FuzzedRequest {
  const { method } = operation
  const path = fuzzPath(operation, random, fill)
  const headers: Record<string, string> = {}
  if (random.chance(0.05)) headers['accept-language'] = random.pick(['zz', '*;q=9', 'x'.repeat(5000)])
  if (random.chance(0.05)) headers['if-match'] = random.pick(['"', '*', 'W/"x"'])
  if (random.chance(0.05)) headers['idempotency-key'] = random.pick(['', 'a', 'x'.repeat(3000)])
  if (random.chance(0.03)) headers['range'] = random.pick(['bytes=5-1', 'bytes=-', 'bytes=0-,1-'])
  if (method === 'GET' || method === 'HEAD') return { method, path, headers }
  if (random.chance(0.2)) {
    const { type, body } = brokenBody(random)
    return { method, path, headers: type ? { ...headers, 'content-type': type } : headers, body }
  }
  const [first, ...rest] = operation.bodies
  if (!first) return { method, path, headers }
  const [type, example] = random.pick([first, ...rest])
  return { method, path, ...toBody(type, example, headers, random) }
}

function toBody(type: string, example: unknown, headers: Record<string, string>, random: Random) {
  const value = random.chance(0.15) ? example : mutate(example, random)
  if (type === 'application/json')
    return { headers: { ...headers, 'content-type': type }, body: JSON.stringify(value) ?? 'null' }
  const fields = Object.entries(Object(value) as object).map(([name, field]): [string, string] => [
    name,
    typeof field === 'string' ? field : (JSON.stringify(field) ?? ''),
  ])
  if (type === 'application/x-www-form-urlencoded') return { headers, body: new URLSearchParams(fields) }
  if (type === 'multipart/form-data') return { headers, body: toForm(fields, random) }
  return { headers: { ...headers, 'content-type': type }, body: garbageText(random) }
}

function toForm(fields: [string, string][], random: Random): FormData {
  const form = new FormData()
  for (const [name, text] of fields) {
    if (/^(file|files|db|archive|package)$/.test(name)) {
      const end = random.pick(['.txt', '.pdf', '.docx', '.zip', '.json', '.xlsx', '.exe', '', '.md'])
      const content = random.pick(['%PDF-1.7\n', 'PK\u0003\u0004', '{"a":', '', garbageText(random)])
      form.append(name, new File([content], `${garbageText(random).slice(0, 80)}${end}`))
    } else form.append(name, text)
  }
  return form
}

function fuzzPath({ path, query }: Operation, random: Random, fill: (path: string) => string): string {
  // Most often real ids: garbage in a path ends at the first check.
  const filledPath = random.chance(0.75)
    ? fill(path)
    : path.replace(/\{[^}]+\}/g, () =>
        encodeURIComponent(
          garbageText(random)
            .replace(/[\ud800-\udfff]/gu, '')
            .slice(0, 2000),
        ),
      )
  const parameters = query
    .filter(() => random.chance(0.5))
    .map((name) => {
      const value = garbage(random)
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return `${encodeURIComponent(name)}=${encodeURIComponent(text.replace(/[\ud800-\udfff]/gu, '').slice(0, 2000))}`
    })
  if (random.chance(0.03)) parameters.push('%zz=%&&a[]=1&__proto__=1')
  return parameters.length > 0 ? `${filledPath}?${parameters.join('&')}` : filledPath
}
