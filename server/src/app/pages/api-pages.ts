// The API reference: an overview with a search, and one page per tag. Without scripts, so that it works under the strictest content policy.
import { escapeHtml, page, slug } from './html-page.ts'

export interface ApiPages {
  /** All operations in one list, or those that match a search. */
  overview(query: string): string
  /** The operations of one tag in detail; nothing for an unknown tag. */
  tag(name: string): string | undefined
}

/** Pure. */
export function createApiPages(document: Json, css: string): ApiPages {
  const { title, version, description } = document['info'] as Record<
    'title' | 'version' | 'description',
    string
  >
  const operations = readOperations(document)
  const tags = (document['tags'] as { name: string }[]).map(({ name }) => ({
    name,
    operations: operations.filter((operation) => operation.tag === name),
  }))
  const menu = (current?: string) => {
    const items = tags.map(
      ({ name }) =>
        `<li><a href="/docs/${slug(name)}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(name)}</a></li>`,
    )
    return `<nav aria-label="API sections"><a class="home" href="/docs">${escapeHtml(title)} API</a><ul>${items.join('')}</ul>
<p><a href="/openapi.json">openapi.json</a><br><a href="/help">Documentation</a></p></nav>`
  }
  const details = new Map(
    tags.map(({ name, operations: ofTag }) => [
      slug(name),
      page(
        `${name} · ${title} API`,
        css,
        `${menu(name)}<main><header><h1>${escapeHtml(name)}</h1>${searchForm('')}</header>${ofTag.map(toArticle).join('')}</main>`,
      ),
    ]),
  )
  return {
    overview(query) {
      const matches = findOperations(operations, query)
      const sections = tags
        .map(({ name, operations: ofTag }) =>
          toList(
            name,
            ofTag.filter((operation) => matches.includes(operation)),
          ),
        )
        .join('')
      const heading = `<h1>${escapeHtml(title)} API <small>${escapeHtml(version)}</small></h1><p>${escapeHtml(description)}</p>`
      const empty = `<p>No operations match “${escapeHtml(query)}”.</p>`
      return page(
        `${title} API`,
        css,
        `${menu()}<main><header>${heading}${searchForm(query)}</header>${sections || empty}</main>`,
      )
    },
    tag: (name) => details.get(name),
  }
}

const searchForm = (query: string): string =>
  `<form class="search" role="search" action="/docs"><input type="search" name="q" maxlength="200" aria-label="Search the API" placeholder="Search the API" value="${escapeHtml(query)}"> <button>Search</button></form>`

const idOf = ({ method, path }: Operation): string => slug(`${method} ${path}`)

const methodBadge = (method: string): string =>
  `<span class="method ${method.toLowerCase()}">${method}</span>`

function toList(tag: string, operations: readonly Operation[]): string {
  if (operations.length === 0) return ''
  const rows = operations.map(
    (operation) =>
      `<li>${methodBadge(operation.method)} <a href="/docs/${slug(tag)}#${idOf(operation)}"><code>${escapeHtml(operation.path)}</code></a> <span>${escapeHtml(operation.summary)}</span></li>`,
  )
  return `<section><h2><a href="/docs/${slug(tag)}">${escapeHtml(tag)}</a></h2><ul class="operations">${rows.join('')}</ul></section>`
}

function toArticle(operation: Operation): string {
  const id = idOf(operation)
  const description = operation.description ? `<p>${escapeHtml(operation.description)}</p>` : ''
  return `<article id="${id}"><h2>${escapeHtml(operation.summary)}</h2>
<h3>${methodBadge(operation.method)} <a href="#${id}"><code>${escapeHtml(operation.path)}</code></a></h3>${description}
${toParameters(operation)}${toDetails('Request', operation.request)}${toDetails('Response', operation.response)}</article>`
}

function toParameters({ parameters }: Operation): string {
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(place)}${required ? ', required' : ''}</td><td><code>${escapeHtml(toType(schema))}</code></td><td>${escapeHtml(description ?? String(schema['description'] ?? ''))}</td></tr>`,
  )
  return rows.length > 0 ? `<table><tbody>${rows.join('')}</tbody></table>` : ''
}

function toDetails(label: string, content: Content | undefined): string {
  const { schema, example } = content ?? {}
  const parts = [
    example === undefined ? '' : `<h4>${label} example</h4><pre>${toCode(example)}</pre>`,
    schema && Object.keys(schema).length > 0
      ? `<details><summary>${label} schema</summary><pre>${toCode(schema)}</pre></details>`
      : '',
  ]
  return parts.join('')
}

const toCode = (value: unknown): string =>
  escapeHtml(typeof value === 'string' ? value : JSON.stringify(value, null, 2))

const toType = (schema: Json): string => {
  if (Array.isArray(schema['enum'])) return schema['enum'].join(' | ')
  return String(schema['type'] ?? 'any')
}

/** An OpenAPI document, or a part of one. */
type Json = Record<string, unknown>

/** One operation of the OpenAPI document, as the API pages show it. */
interface Operation {
  path: string
  method: string
  tag: string
  summary: string
  description: string
  parameters: {
    name: string
    in: string
    required: boolean
    description?: string
    schema: Json
  }[]
  request: Content | undefined
  response: Content | undefined
}

interface Content {
  schema?: Json
  example?: unknown
}

/** Pure. */
function readOperations(document: Json): Operation[] {
  const paths = document['paths'] as Record<string, Record<string, Json>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      tag: (operation['tags'] as string[])[0] ?? '',
      summary: String(operation['summary'] ?? ''),
      description: String(operation['description'] ?? ''),
      parameters: (operation['parameters'] ?? []) as Operation['parameters'],
      request: firstContent((operation['requestBody'] as Json | undefined)?.['content']),
      response: firstContent(firstSuccess(operation['responses'] as Record<string, Json>)?.['content']),
    })),
  )
}

/** Pure. The operations in which every word of the query occurs: in the method, path, tag, summary or description. */
function findOperations(operations: readonly Operation[], query: string): Operation[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  return operations.filter(({ method, path, tag, summary, description }) => {
    const text = `${method} ${path} ${tag} ${summary} ${description}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

const firstSuccess = (responses: Record<string, Json>): Json | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]

const firstContent = (content: unknown): Content | undefined =>
  typeof content === 'object' && content !== null
    ? (Object.values(content)[0] as Content | undefined)
    : undefined
