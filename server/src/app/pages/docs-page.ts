/** The API as a page to read: no script, so that it works under the strictest content policy. Pure. */
type Json = Record<string, unknown>

interface Operation {
  path: string
  method: string
  tag: string
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; schema: Json }[]
  body: Json | undefined
  answer: Json | undefined
}

export function toDocsPage(document: Json, css: string): string {
  const info = document['info'] as { title: string; version: string; description: string }
  const operations = readOperations(document)
  const tags = (document['tags'] as { name: string }[]).map((tag) => tag.name)
  const sections = tags.map((tag) =>
    toSection(
      tag,
      operations.filter((operation) => operation.tag === tag),
    ),
  )
  const menu = tags.map((tag) => `<li><a href="#${slug(tag)}">${escapeHtml(tag)}</a></li>`).join('')
  return page(
    `${info.title} API`,
    css,
    `<nav aria-label="Sections"><a class="home" href="/">Bellwether</a><ul>${menu}</ul><p><a href="/openapi.json">openapi.json</a></p></nav>
<main><header><h1>${escapeHtml(info.title)} API <small>${escapeHtml(info.version)}</small></h1><p>${escapeHtml(info.description)}</p></header>
${sections.join('\n')}</main>`,
  )
}

export const page = (title: string, css: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${css}</style></head><body>${body}</body></html>`

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
      body: firstSchema((operation['requestBody'] as Json | undefined)?.['content']),
      answer: firstSchema(firstSuccess(operation['responses'] as Record<string, Json>)?.['content']),
    })),
  )
}

const firstSuccess = (responses: Record<string, Json>): Json | undefined =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1]

const firstSchema = (content: unknown): Json | undefined => {
  if (typeof content !== 'object' || content === null) return undefined
  const first = Object.values(content)[0] as { schema?: Json } | undefined
  return first?.schema
}

const toSection = (tag: string, operations: readonly Operation[]): string =>
  `<section id="${slug(tag)}"><h2>${escapeHtml(tag)}</h2>${operations.map(toArticle).join('')}</section>`

function toArticle(operation: Operation): string {
  const parameters = operation.parameters
    .map(
      (one) =>
        `<tr><td><code>${escapeHtml(one.name)}</code></td><td>${escapeHtml(one.in)}${one.required ? ', required' : ''}</td><td><code>${escapeHtml(toType(one.schema))}</code></td></tr>`,
    )
    .join('')
  const table = parameters ? `<table><tbody>${parameters}</tbody></table>` : ''
  const more = `${table}${toDetails('Body', operation.body)}${toDetails('Answer', operation.answer)}`
  const id = slug(`${operation.method} ${operation.path}`)
  return `<article id="${id}"><h3><span class="method ${operation.method.toLowerCase()}">${operation.method}</span> <code>${escapeHtml(operation.path)}</code></h3>
<p>${escapeHtml(operation.summary)}</p>${operation.description ? `<p class="who">${escapeHtml(operation.description)}</p>` : ''}${more}</article>`
}

const toDetails = (label: string, schema: Json | undefined): string =>
  schema && Object.keys(schema).length > 0
    ? `<details><summary>${label}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`
    : ''

const toType = (schema: Json): string => {
  if (Array.isArray(schema['enum'])) return schema['enum'].join(' | ')
  return String(schema['type'] ?? 'any')
}

const slug = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
