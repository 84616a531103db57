/** An OpenAPI document, or a part of one. */
export type Json = Record<string, unknown>

/** One operation of the OpenAPI document, as the API pages show it. */
export interface Operation {
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

export interface Content {
  schema?: Json
  example?: unknown
}

/** Pure. */
export function readOperations(document: Json): Operation[] {
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
export function findOperations(operations: readonly Operation[], query: string): Operation[] {
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
